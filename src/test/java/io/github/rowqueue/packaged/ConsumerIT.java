package io.github.rowqueue.packaged;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The service in {@code src/it/consumer} against the jar that was built, compiled and run in JVMs
 * of its own. The only place where the module path is tried; runs in {@code mvn verify}, after
 * {@code package}.
 */
final class ConsumerIT {

  private static final Path SOURCES = Path.of("src", "it", "consumer", "src", "main", "java");
  private static final Path PACKAGE = Path.of("com", "example", "mailer");

  /** What a service has beside the jar: its dependencies, and a driver and a logger of its own. */
  private static final List<String> LIBRARIES =
      List.of(
          "HikariCP",
          "jackson-databind",
          "jackson-core",
          "jackson-annotations",
          "slf4j-api",
          "jspecify",
          "logback-classic",
          "logback-core",
          "h2");

  @TempDir private Path classes;

  @Test
  void a_message_runs_through_a_service_on_the_class_path() throws Exception {
    compile(List.of("-classpath", path()), "MailJob.java", "Mailer.java");
    assertThat(run("-cp", classes + File.pathSeparator + path(), "com.example.mailer.Mailer"))
        .contains("handled=ada:hello", "module=false");
  }

  @Test
  void a_message_runs_through_a_service_on_the_module_path() throws Exception {
    compile(List.of("--module-path", path()), "MailJob.java", "Mailer.java", "module-info.java");
    assertThat(
            run(
                "-p",
                classes + File.pathSeparator + path(),
                "-m",
                "com.example.mailer/com.example.mailer.Mailer"))
        .contains("handled=ada:hello", "module=true");
  }

  /** The jar is the processor path, as the documentation says. */
  private void compile(List<String> paths, String... sources) throws IOException {
    JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
    StringWriter messages = new StringWriter();
    List<String> options = new ArrayList<>(paths);
    options.addAll(
        List.of(
            "-processorpath", path(), "-d", classes.toString(), "--release", "17", "-Xlint:all"));
    options.addAll(List.of("-Xlint:-processing", "-Xlint:-requires-automatic", "-Werror"));
    try (StandardJavaFileManager files =
        javac.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
      Path[] sourceFiles = Arrays.stream(sources).map(ConsumerIT::source).toArray(Path[]::new);
      boolean compiled =
          javac
              .getTask(messages, files, null, options, null, files.getJavaFileObjects(sourceFiles))
              .call();
      assertThat(compiled).as("compiled: %s", messages).isTrue();
    }
    assertThat(classes.resolve(PACKAGE).resolve("MailJob_RowqueueTable.class"))
        .as("the processor ran")
        .exists();
  }

  private static Path source(String name) {
    return name.equals("module-info.java")
        ? SOURCES.resolve(name)
        : SOURCES.resolve(PACKAGE).resolve(name);
  }

  private static String run(String... arguments) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of(arguments));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    try {
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).as("ended").isTrue();
      assertThat(process.exitValue()).as("exit code; output: %s", output).isZero();
      return output;
    } finally {
      process.destroyForcibly();
    }
  }

  /** The built jar and what a service has beside it. */
  private static String path() {
    Path jar = Path.of(System.getProperty("rowqueue.jar"));
    assertThat(Files.exists(jar)).as("%s was built", jar).isTrue();
    Stream<String> libraries =
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
            .filter(entry -> LIBRARIES.contains(artifact(entry)));
    List<String> all = Stream.concat(Stream.of(jar.toString()), libraries).toList();
    assertThat(all).hasSize(LIBRARIES.size() + 1);
    return String.join(File.pathSeparator, all);
  }

  /** {@code h2} of {@code …/h2-2.4.240.jar}. */
  private static String artifact(String entry) {
    return Path.of(entry).getFileName().toString().replaceFirst("-[0-9].*", "");
  }
}
