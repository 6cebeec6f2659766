package io.github.rowqueue.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Runs programs of a server with their output in a log file, and quotes the end of that log when
 * one fails. Output goes to files and not to the test's own streams, since a server that outlives
 * its JVM would otherwise keep Maven waiting for the end of them.
 */
final class ServerProcesses {
  private static final int TAIL_LINES = 30;

  private ServerProcesses() {}

  static Process start(List<String> command, Map<String, String> environment, Path log)
      throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().putAll(environment);
    builder.redirectErrorStream(true);
    builder.redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    return builder.start();
  }

  /** Runs a program to its end. */
  static void run(List<String> command, Map<String, String> environment, Path log)
      throws IOException, InterruptedException {
    Process process = start(command, environment, log);
    if (!process.waitFor(Settings.START_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)) {
      process.destroyForcibly();
      throw new IOException(
          "%s still ran after %s%n%s".formatted(command.get(0), Settings.START_TIMEOUT, tail(log)));
    }
    if (process.exitValue() != 0) {
      throw new IOException(
          "%s ended with code %d%n%s".formatted(command.get(0), process.exitValue(), tail(log)));
    }
  }

  /** Something that fails until a server is ready. */
  interface Attempt<T> {
    T make() throws Exception;
  }

  /** Tries until the attempt succeeds; gives up when the process ends or the time is over. */
  static <T> T awaitReady(Process process, Path log, Attempt<T> attempt)
      throws IOException, InterruptedException {
    long deadline = System.nanoTime() + Settings.START_TIMEOUT.toNanos();
    Exception last = null;
    while (System.nanoTime() < deadline) {
      if (process.waitFor(50, TimeUnit.MILLISECONDS)) {
        throw new IOException(
            "the server ended with code %d%n%s".formatted(process.exitValue(), tail(log)), last);
      }
      try {
        return attempt.make();
      } catch (Exception e) {
        last = e;
      }
    }
    throw new IOException(notReady(Settings.START_TIMEOUT, log), last);
  }

  private static String notReady(Duration timeout, Path log) {
    return "the server took no connection for " + timeout.toSeconds() + " s\n" + tail(log);
  }

  /** The end of a log, for messages. */
  static String tail(Path log) {
    try {
      List<String> lines =
          new String(Files.readAllBytes(log), StandardCharsets.UTF_8).lines().toList();
      List<String> end = lines.subList(Math.max(0, lines.size() - TAIL_LINES), lines.size());
      return "The end of its log:\n  " + String.join("\n  ", end);
    } catch (IOException e) {
      return "It wrote no log (" + e + ")";
    }
  }

  /**
   * Whether a process is there and its command line contains a text. A process that has ended but
   * was not waited for counts as gone: its command line is empty.
   */
  static boolean isRunning(long pid, String partOfCommandLine) {
    try {
      byte[] line = Files.readAllBytes(Path.of("/proc", Long.toString(pid), "cmdline"));
      return line.length > 0
          && new String(line, StandardCharsets.UTF_8).contains(partOfCommandLine);
    } catch (IOException | UncheckedIOException e) {
      return false;
    }
  }

  static boolean isRunning(long pid) {
    return isRunning(pid, "");
  }
}
