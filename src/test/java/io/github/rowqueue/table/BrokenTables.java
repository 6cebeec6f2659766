package io.github.rowqueue.table;

import io.github.rowqueue.processor.Compilation;
import io.github.rowqueue.processor.Javac;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.Diagnostic;

/**
 * The classes of {@code Broken.java}, each of which breaks one rule. It lies among the resources,
 * since our own processor would refuse it, and is compiled here: without the processor for {@link
 * Table#of(Class)} to refuse, and with it for javac to refuse.
 */
final class BrokenTables {

  private static final String OUTER = "io.github.rowqueue.table.Broken";
  private static final String SOURCE = source();
  private static final Compilation PLAIN = Javac.withoutProcessor().source(OUTER, SOURCE).compile();
  private static final Class<?> LOADED = PLAIN.load(OUTER);
  private static final List<Refusal> REFUSED =
      Javac.withProcessor().source(OUTER, SOURCE).compile().told().stream()
          .filter(told -> told.getKind() == Diagnostic.Kind.ERROR)
          .map(BrokenTables::refusal)
          .toList();

  private BrokenTables() {}

  /**
   * What javac said.
   *
   * @param rowClass the class the place belongs to
   * @param at the component, field or class whose declaration stands at the place
   * @param text the message
   */
  record Refusal(String rowClass, String at, String text) {}

  static List<Class<?>> all() {
    return List.of(LOADED.getDeclaredClasses());
  }

  static Class<?> named(String name) {
    return all().stream()
        .filter(broken -> broken.getSimpleName().equals(name))
        .findFirst()
        .orElseThrow();
  }

  static List<Refusal> refusedByJavac() {
    return REFUSED;
  }

  private static Refusal refusal(Diagnostic<?> told) {
    String from = SOURCE.substring((int) told.getPosition());
    // javac points at a class where its modifiers or its kind stand.
    Matcher declaration = Pattern.compile("^(?:[a-z]+ )+([A-Z]\\w+)").matcher(from);
    String text = told.getMessage(Locale.ROOT);
    return declaration.find()
        ? new Refusal(declaration.group(1), declaration.group(1), text)
        : new Refusal(
            lastDeclared((int) told.getPosition()), from.replaceFirst("(?s)\\W.*", ""), text);
  }

  private static String lastDeclared(int place) {
    Matcher declared = Pattern.compile("(?:record|class|enum|interface) (\\w+)").matcher(SOURCE);
    String name = "";
    while (declared.find() && declared.start() <= place) {
      name = declared.group(1);
    }
    return name;
  }

  private static String source() {
    try (InputStream file =
        Objects.requireNonNull(BrokenTables.class.getResourceAsStream("Broken.java"))) {
      return new String(file.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }
}
