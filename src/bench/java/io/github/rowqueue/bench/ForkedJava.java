package io.github.rowqueue.bench;

import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A JVM of its own with the class path of this one. */
public final class ForkedJava {

  private ForkedJava() {}

  /** The class path of this JVM: {@code exec:java} keeps it in a loader, not in the property. */
  public static String classPath() {
    return Thread.currentThread().getContextClassLoader() instanceof URLClassLoader loader
        ? Stream.of(loader.getURLs())
            .map(ForkedJava::path)
            .collect(Collectors.joining(System.getProperty("path.separator")))
        : System.getProperty("java.class.path");
  }

  private static String path(URL url) {
    try {
      return Path.of(url.toURI()).toString();
    } catch (URISyntaxException impossible) {
      throw new IllegalArgumentException(impossible);
    }
  }

  /**
   * Runs {@code main} to its end.
   *
   * @return what it printed
   * @throws IllegalStateException with what it printed, if it failed or took longer than {@code
   *     seconds}
   */
  static String run(List<String> options, Class<?> main, List<String> arguments, int seconds)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options);
    command.addAll(List.of("-cp", classPath(), main.getName()));
    command.addAll(arguments);
    Path output = Files.createTempFile("rowqueue-bench", ".out");
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(output.toFile())
              .start();
      boolean ended = process.waitFor(seconds, TimeUnit.SECONDS);
      process.destroyForcibly();
      String printed = Files.readString(output, StandardCharsets.UTF_8);
      if (!ended || process.exitValue() != 0) {
        throw new IllegalStateException(
            "%s %s: %s"
                .formatted(
                    main.getSimpleName(), ended ? "failed" : "took too long", printed.strip()));
      }
      return printed;
    } finally {
      Files.deleteIfExists(output);
    }
  }
}
