package io.github.rowqueue.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Servers must not outlive the tests that started them, however those end: a machine that runs the
 * build often would fill up with them. Linux only, as Maven's servers are.
 */
@EnabledOnOs(OS.LINUX)
class ServerLifecycleTest {

  @ParameterizedTest
  @EnumSource(names = {"POSTGRESQL", "MYSQL", "MARIADB"})
  void a_killed_jvm_takes_its_server_with_it(DatabaseKind kind) throws Exception {
    try (ChildJvm child = childWithServer(kind)) {
      long server = child.serverPid();
      Path folder = runFolder(server);

      child.kill();

      assertThat(within(20, () -> !ServerProcesses.isRunning(server))).isTrue();
      assertThat(within(20, () -> Files.notExists(folder))).isTrue();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"POSTGRESQL", "MYSQL", "MARIADB"})
  void an_orderly_end_waits_for_the_server_to_stop(DatabaseKind kind) throws Exception {
    ChildJvm child = childWithServer(kind);
    long server = child.serverPid();
    Path folder = runFolder(server);

    child.close();

    assertThat(ServerProcesses.isRunning(server)).isFalse();
    assertThat(folder).doesNotExist();
  }

  @Test
  void the_next_run_removes_a_server_whose_watchdog_was_killed_too() throws Exception {
    try (ChildJvm killed = childWithServer(DatabaseKind.MARIADB)) {
      long server = killed.serverPid();
      Path folder = runFolder(server);
      assertThat(killed.watchdogs()).hasSize(1).allMatch(ProcessHandle::destroyForcibly);
      killed.kill();
      assertThat(ServerProcesses.isRunning(server)).isTrue();

      childWithServer(DatabaseKind.MARIADB).close();

      assertThat(within(20, () -> !ServerProcesses.isRunning(server))).isTrue();
      assertThat(folder).doesNotExist();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"POSTGRESQL", "MYSQL", "MARIADB"})
  void a_server_that_a_test_killed_is_replaced(DatabaseKind kind) throws Exception {
    try (ChildJvm child = childWithServer(kind, "-D" + ServerHolder.KILL_FIRST + "=true")) {
      assertThat(child.told("killed")).isNotEqualTo(child.told("pid"));
      assertThat(ServerProcesses.isRunning(child.serverPid())).isTrue();
    }
  }

  @Test
  void a_server_in_use_by_another_run_is_left_alone() throws Exception {
    try (ChildJvm first = childWithServer(DatabaseKind.MARIADB)) {
      childWithServer(DatabaseKind.MARIADB).close();

      assertThat(ServerProcesses.isRunning(first.serverPid())).isTrue();
    }
  }

  @Test
  void mysql_runs_on_stand_ins_for_its_system_libraries() throws Exception {
    assumeFalse(TestDatabases.leftOut().contains(DatabaseKind.MYSQL), "left out");
    try (ChildJvm child = ChildJvm.holding(DatabaseKind.MYSQL, "-Drowqueue.test.stubs=force")) {
      assertThat(readProc(child.serverPid(), "maps"))
          .contains("stubs/libaio/libaio.so.1", "stubs/libnuma/libnuma.so.1");
    }
  }

  @Test
  void a_server_that_cannot_be_had_says_what_was_tried(@TempDir Path empty) throws Exception {
    try (ChildJvm child = ChildJvm.holding(DatabaseKind.MYSQL, "-Drowqueue.servers.dir=" + empty)) {
      assertThat(child.output())
          .contains(
              "No mysql server for the tests",
              "ROWQUEUE_TEST_MYSQL_URL is not set",
              "no Docker engine answers at [" + ChildJvm.NO_DOCKER + "]",
              "there is no " + empty.resolve("mysql.jar"),
              "-Drowqueue.test.without=mysql");
    }
  }

  @Test
  void a_kind_left_out_is_refused() throws Exception {
    try (ChildJvm child = ChildJvm.holding(DatabaseKind.H2, "-Drowqueue.test.without=mysql,h2")) {
      assertThat(child.output()).contains("h2 is left out of this run by -Drowqueue.test.without");
    }
  }

  private static ChildJvm childWithServer(DatabaseKind kind, String... properties)
      throws Exception {
    assumeFalse(TestDatabases.leftOut().contains(kind), kind + " is left out");
    return ChildJvm.holding(kind, properties);
  }

  private static Path runFolder(long server) throws Exception {
    String commandLine = readProc(server, "cmdline");
    Path parent = Settings.serversDir().resolve("data");
    int start = commandLine.indexOf(parent + "/");
    String name = commandLine.substring(start + parent.toString().length() + 1).split("/")[0];
    return parent.resolve(name);
  }

  private static String readProc(long pid, String file) throws Exception {
    byte[] bytes = Files.readAllBytes(Path.of("/proc", Long.toString(pid), file));
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private static boolean within(int seconds, BooleanSupplier condition) throws Exception {
    CountDownLatch never = new CountDownLatch(1);
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > deadline || never.await(50, TimeUnit.MILLISECONDS)) {
        return false;
      }
    }
    return true;
  }
}
