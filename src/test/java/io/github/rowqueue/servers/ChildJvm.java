package io.github.rowqueue.servers;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A JVM with the tests' class path that runs {@link ServerHolder}. Only a process of its own can be
 * killed with -9 and still be looked at afterwards.
 */
final class ChildJvm implements AutoCloseable {
  /** The child takes Maven's server even where the environment or Docker has one. */
  static final String NO_DOCKER = "unix:///nowhere/docker.sock";

  private final Process process;
  private final List<String> output = new ArrayList<>();

  /** Returns when the child has its server or has failed to get one. */
  static ChildJvm holding(DatabaseKind kind, String... systemProperties) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add("-D" + Settings.SERVERS_DIR + "=" + Settings.serversDir());
    command.addAll(List.of(systemProperties));
    command.add(ServerHolder.class.getName());
    command.add(kind.name());
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.redirectError(ProcessBuilder.Redirect.DISCARD);
    builder.environment().keySet().removeIf(name -> name.startsWith("ROWQUEUE_TEST_"));
    builder.environment().put("DOCKER_HOST", NO_DOCKER);
    ChildJvm child = new ChildJvm(builder.start());
    child.readUntilPid();
    return child;
  }

  private ChildJvm(Process process) {
    this.process = process;
  }

  private void readUntilPid() throws IOException {
    BufferedReader reader =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    String line = "";
    while (line != null && !line.startsWith("pid=")) {
      line = reader.readLine();
      output.add(line);
    }
  }

  /** The value the child printed after {@code name=}. */
  String told(String name) {
    return output.stream()
        .filter(line -> line != null && line.startsWith(name + "="))
        .map(line -> line.substring(name.length() + 1))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no " + name + " in " + output));
  }

  String output() {
    return String.join("\n", output);
  }

  long serverPid() {
    return Long.parseLong(told("pid"));
  }

  List<ProcessHandle> watchdogs() {
    return process
        .children()
        .filter(child -> ServerProcesses.isRunning(child.pid(), "rowqueue-watchdog"))
        .toList();
  }

  void kill() throws InterruptedException {
    process.destroyForcibly(); // SIGKILL
    process.waitFor(10, TimeUnit.SECONDS);
  }

  /** An orderly end: the child's input closes and its main method returns. */
  @Override
  public void close() throws IOException {
    process.getOutputStream().close();
    try {
      if (!process.waitFor(30, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
