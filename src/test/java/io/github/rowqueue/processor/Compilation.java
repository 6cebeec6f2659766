package io.github.rowqueue.processor;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import javax.tools.Diagnostic;
import javax.tools.JavaFileObject;

/**
 * What a compilation gave.
 *
 * @param succeeded whether it did
 * @param told errors, warnings and notes
 * @param classes class files by binary name
 * @param generated generated sources by name
 */
public record Compilation(
    boolean succeeded,
    List<Diagnostic<? extends JavaFileObject>> told,
    Map<String, byte[]> classes,
    Map<String, String> generated) {

  static Compilation of(
      boolean succeeded,
      List<Diagnostic<? extends JavaFileObject>> told,
      Map<String, Javac.Output> outputs) {
    Map<String, byte[]> classes = new TreeMap<>();
    Map<String, String> generated = new TreeMap<>();
    outputs.forEach(
        (file, output) -> {
          String name = file.substring(0, file.lastIndexOf('.'));
          if (output.getKind() == JavaFileObject.Kind.CLASS) {
            classes.put(name, output.content());
          } else {
            generated.put(name, output.getCharContent(true));
          }
        });
    return new Compilation(succeeded, List.copyOf(told), classes, generated);
  }

  /** All that was told, one text each. */
  public List<String> texts() {
    return told.stream().map(each -> each.getMessage(Locale.ROOT)).toList();
  }

  /** Loads the class {@code name} of this compilation. */
  public Class<?> load(String name) {
    try {
      return loader().loadClass(name);
    } catch (ClassNotFoundException missing) {
      throw new AssertionError(missing);
    }
  }

  /** A loader of these classes, over the test's own. */
  public ClassLoader loader() {
    return new Loader(classes);
  }

  /** These classes, with those of {@code other} in place of the same names and beside them. */
  public Compilation overlaidBy(Map<String, byte[]> other) {
    Map<String, byte[]> both = new LinkedHashMap<>(classes);
    both.putAll(other);
    return new Compilation(succeeded, told, both, generated);
  }

  private static final class Loader extends ClassLoader {
    private final Map<String, byte[]> classes;

    Loader(Map<String, byte[]> classes) {
      super(Compilation.class.getClassLoader());
      this.classes = classes;
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      byte[] bytes = classes.get(name);
      if (bytes == null) {
        throw new ClassNotFoundException(name);
      }
      return defineClass(name, bytes, 0, bytes.length);
    }
  }
}
