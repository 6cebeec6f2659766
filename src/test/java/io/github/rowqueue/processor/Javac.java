package io.github.rowqueue.processor;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import javax.annotation.processing.Processor;
import javax.tools.DiagnosticCollector;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** Compiles sources of a test in memory, on the test's own class path. */
public final class Javac {

  private final List<String> options = new ArrayList<>();
  private final Map<String, String> sources = new TreeMap<>();
  private final List<Processor> processors = new ArrayList<>();

  private Javac(List<String> options) {
    this.options.addAll(options);
  }

  /** With our processor, found as a service's build finds it: on the processor path. */
  public static Javac withProcessor() {
    return new Javac(List.of("--processor-path", ourClasses().toString()));
  }

  /** Without any processor. */
  public static Javac withoutProcessor() {
    return new Javac(List.of("-proc:none"));
  }

  /** With {@code processors}, in their order. */
  public static Javac with(Processor... processors) {
    Javac javac = new Javac(List.of());
    javac.processors.addAll(List.of(processors));
    return javac;
  }

  /** Where the main classes of this build are. */
  public static Path ourClasses() {
    try {
      URI place =
          QueueTableProcessor.class.getProtectionDomain().getCodeSource().getLocation().toURI();
      return Path.of(place);
    } catch (URISyntaxException impossible) {
      throw new AssertionError(impossible);
    }
  }

  /** Adds options. */
  public Javac options(String... more) {
    options.addAll(List.of(more));
    return this;
  }

  /** Adds the source of the class {@code name}, fully qualified. */
  public Javac source(String name, String text) {
    sources.put(name, text);
    return this;
  }

  /** Compiles. */
  public Compilation compile() {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    DiagnosticCollector<JavaFileObject> told = new DiagnosticCollector<>();
    Map<String, Output> outputs = new TreeMap<>();
    try (JavaFileManager files =
        new InMemory(
            compiler.getStandardFileManager(told, Locale.ROOT, StandardCharsets.UTF_8), outputs)) {
      List<Source> units =
          sources.entrySet().stream().map(e -> new Source(e.getKey(), e.getValue())).toList();
      JavaCompiler.CompilationTask task = compiler.getTask(null, files, told, options, null, units);
      if (!processors.isEmpty()) {
        task.setProcessors(processors);
      }
      return Compilation.of(task.call(), told.getDiagnostics(), outputs);
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  private static final class Source extends SimpleJavaFileObject {
    private final String text;

    Source(String name, String text) {
      super(URI.create("string:///" + name.replace('.', '/') + ".java"), Kind.SOURCE);
      this.text = text;
    }

    @Override
    public String getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }

  /** A class file or a generated source. */
  static final class Output extends SimpleJavaFileObject {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    Output(String name, Kind kind) {
      super(URI.create("memory:///" + name.replace('.', '/') + kind.extension), kind);
    }

    @Override
    public OutputStream openOutputStream() {
      bytes.reset();
      return bytes;
    }

    @Override
    public String getCharContent(boolean ignoreEncodingErrors) {
      return bytes.toString(StandardCharsets.UTF_8);
    }

    byte[] content() {
      return bytes.toByteArray();
    }
  }

  private static final class InMemory extends ForwardingJavaFileManager<JavaFileManager> {
    private final Map<String, Output> outputs;

    InMemory(JavaFileManager files, Map<String, Output> outputs) {
      super(files);
      this.outputs = outputs;
    }

    @Override
    public JavaFileObject getJavaFileForOutput(
        Location location, String name, JavaFileObject.Kind kind, FileObject sibling) {
      return outputs.computeIfAbsent(name + kind.extension, key -> new Output(name, kind));
    }
  }
}
