package io.github.rowqueue.ownership;

import static io.github.rowqueue.ownership.Workbench.await;
import static io.github.rowqueue.ownership.Workbench.jobs;
import static io.github.rowqueue.ownership.Workbench.keyedJobs;
import static io.github.rowqueue.ownership.Workbench.lockedJobs;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.rowqueue.RowqueueBuilder;
import io.github.rowqueue.error.StartException;
import io.github.rowqueue.servers.DatabaseKind;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.Settled;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What becomes of rows whose process really dies: a JVM of its own, killed with -9 or halted. */
final class CrashTest {

  private static final int CAP = 2;

  @ParameterizedTest
  @EnumSource(value = DatabaseKind.class, names = "H2", mode = EnumSource.Mode.EXCLUDE)
  @DisplayName("B80, B162: a killed process spends an attempt; its leased row comes back")
  void a_process_killed_in_a_handler_spends_the_attempt_and_its_row_comes_back(DatabaseKind kind)
      throws Exception {
    try (Workbench bench = new Workbench(kind)) {
      bench.insert("jobs", "hang");
      try (Service service = Service.start(bench, "lease", 0)) {
        service.awaitLine("in handler");
        service.kill();
      }
      assertThat(bench.count("jobs", bench.isNull("locked_until")))
          .as("the row is leased to the dead")
          .isZero();
      bench.start(jobs().handle((message, delivery) -> Outcome.ack()));
      await("handled by another process", () -> !bench.seen.settled.isEmpty());
      assertThat(bench.seen.settled).containsExactly(Settled.ACKED);
      assertThat(bench.seen.attempts).as("the crash spent one").containsExactly(2L);
    }
  }

  @ParameterizedTest
  @MethodSource("io.github.rowqueue.ownership.Workbench#servers")
  @DisplayName("B58, B162: a killed process gives row locks back at once, and no attempt counts")
  void a_killed_process_gives_row_locks_back_at_once_and_no_attempt_counts(DatabaseKind kind)
      throws Exception {
    try (Workbench bench = new Workbench(kind)) {
      bench.insert("locked_jobs", "hang");
      try (Service service = Service.start(bench, "lock", 0)) {
        service.awaitLine("in handler");
        bench.start(lockedJobs().handle((message, delivery) -> Outcome.ack()));
        int claims = bench.seen.claims.get();
        await("others pass over it", () -> bench.seen.claims.get() > claims + 3);
        assertThat(bench.seen.started).isEmpty();
        service.kill();
      }
      await("handled by another process", () -> !bench.seen.settled.isEmpty());
      assertThat(bench.seen.settled).containsExactly(Settled.ACKED);
      assertThat(bench.seen.attempts).containsExactly(1L);
    }
  }

  @ParameterizedTest
  @MethodSource("io.github.rowqueue.ownership.Workbench#servers")
  @DisplayName("B162, SPEC 3: a killed process gives its keys back at once, one attempt spent")
  void a_killed_process_gives_its_keys_back_at_once_and_spends_the_attempt(DatabaseKind kind)
      throws Exception {
    try (Workbench bench = new Workbench(kind)) {
      bench.insert("keyed_jobs", "hang");
      try (Service service = Service.start(bench, "key", 0)) {
        service.awaitLine("in handler");
        bench.start(keyedJobs().handle((message, delivery) -> Outcome.ack()));
        int claims = bench.seen.claims.get();
        await("others pass over it", () -> bench.seen.claims.get() > claims + 3);
        assertThat(bench.seen.started).isEmpty();
        service.kill();
      }
      await("handled by another process", () -> !bench.seen.settled.isEmpty());
      assertThat(bench.seen.settled).containsExactly(Settled.ACKED);
      assertThat(bench.seen.attempts).containsExactly(2L);
    }
  }

  @Test
  @DisplayName("Rule 19: on SQLite a second process is refused, until the first has ended")
  void a_second_process_with_keys_of_its_own_is_refused_on_sqlite() throws Exception {
    try (Workbench bench = new Workbench(DatabaseKind.SQLITE)) {
      bench.insert("keyed_jobs", "hang");
      RowqueueBuilder here =
          bench.rowqueue(keyedJobs().handle((message, delivery) -> Outcome.ack()));
      try (Service service = Service.start(bench, "key", 0)) {
        service.awaitLine("in handler");
        assertThatThrownBy(here::start)
            .isInstanceOf(StartException.class)
            .hasMessageContaining(
                "another process has the lock file beside the database, and keys of the advisory form are kept by one"
                    + " process: stop that one, use a @LockedUntil column (the lease form) instead, or a database server");
        service.kill();
      }
      bench.start(here);
      await("handled by this process", () -> !bench.seen.settled.isEmpty());
      assertThat(bench.seen.attempts).as("the crash has spent one").containsExactly(2L);
    }
  }

  @ParameterizedTest
  @EnumSource(value = DatabaseKind.class, names = "H2", mode = EnumSource.Mode.EXCLUDE)
  void a_message_that_halts_the_jvm_is_parked_at_its_cap_and_its_neighbours_are_handled(
      DatabaseKind kind) throws Exception {
    try (Workbench bench = new Workbench(kind)) {
      bench.insert("jobs", "n1", "n2", "poison", "n3", "n4", "n5", "n6");
      int crashes = 0;
      while (bench.count("jobs", bench.is("grp", Workbench.GROUP)) > 0) {
        try (Service service = Service.start(bench, "lease", CAP)) {
          await(
              "the end of the process or of the rows",
              Duration.ofSeconds(60), // a JVM starts, and waits for the leases of the one before
              () ->
                  service.hasEnded() || bench.count("jobs", bench.is("grp", Workbench.GROUP)) == 0);
          if (service.hasEnded()) {
            assertThat(service.exitCode()).isEqualTo(CrashingService.HALTED);
            crashes++;
            assertThat(crashes).as("runs of the poison message").isLessThanOrEqualTo(CAP);
          }
        }
      }
      assertThat(crashes).isEqualTo(CAP);
      assertThat(bench.count("jobs", "1 = 1")).as("only the poison is parked").isEqualTo(1);
      assertThat(bench.text("payload", "jobs", bench.is("grp", "dead"))).isEqualTo("poison");
      assertThat(bench.text("last_error", "jobs", "1 = 1")).contains("lease expired");
    }
  }

  /** A {@link CrashingService} on the tests' class path. */
  private record Service(Process process, BufferedReader output) implements AutoCloseable {

    static Service start(Workbench bench, String form, int cap) throws IOException {
      List<String> command =
          List.of(
              Path.of(System.getProperty("java.home"), "bin", "java").toString(),
              "-XX:TieredStopAtLevel=1",
              "-cp",
              System.getProperty("java.class.path"),
              CrashingService.class.getName(),
              form,
              String.valueOf(cap),
              bench.database().jdbcUrl(),
              bench.database().username(),
              bench.database().password());
      Process process =
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
      return new Service(process, process.inputReader());
    }

    void awaitLine(String wanted) throws IOException {
      String line = output.readLine();
      while (line != null && !line.equals(wanted)) {
        line = output.readLine();
      }
      assertThat(line).as("printed before its end").isEqualTo(wanted);
    }

    /** SIGKILL on Linux. */
    void kill() throws InterruptedException {
      process.destroyForcibly();
      assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
    }

    boolean hasEnded() {
      return !process.isAlive();
    }

    int exitCode() {
      return process.exitValue();
    }

    @Override
    public void close() throws InterruptedException {
      kill();
    }
  }
}
