package io.github.rowqueue.ownership;

import static io.github.rowqueue.ownership.Workbench.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowqueue.Rowqueue;
import io.github.rowqueue.servers.DatabaseKind;
import java.io.BufferedReader;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A chain of three queues inside one database, in three forms, whose process is killed (kill -9)
 * before each of its executions in turn. Whatever it was about to do, each handler's effect is
 * there once in the end.
 */
final class ChainCrashTest {

  /** Each step costs a JVM, so that only some are taken without -Drowqueue.thorough. */
  private static final int STRIDE = Boolean.getBoolean("rowqueue.thorough") ? 1 : 13;

  @ParameterizedTest
  @EnumSource(value = DatabaseKind.class, names = "H2", mode = EnumSource.Mode.EXCLUDE)
  @DisplayName("B218, B220: a chain of queues has its effects once, whenever its process is killed")
  void a_chain_of_queues_has_its_effects_once(DatabaseKind kind) throws Exception {
    try (Workbench bench = new Workbench(kind)) {
      bench.execute("create table effects (what varchar(200))");
      int kills = 0;
      for (int step = 0; killedAt(bench, step); step += STRIDE) {
        kills++;
        finish(bench);
        assertThat(effects(bench, step))
            .as("effects, killed before execution %d", step)
            .isEqualTo(3);
      }
      assertThat(kills).as("steps of the chain that were killed").isGreaterThanOrEqualTo(2);
      assertThat(bench.value("select count(*) from effects").toString())
          .as("and none twice, nor of a chain that was not killed")
          .isEqualTo(String.valueOf(3 * (kills + 1)));
    }
  }

  private static long effects(Workbench bench, int step) {
    Object count =
        bench.value(
            "select count(distinct what) from effects where what in ('first m%1$d', 'second m%1$d', 'third m%1$d')"
                .formatted(step));
    return ((Number) count).longValue();
  }

  /** Runs the chain in a process that is killed at {@code step}; false if it got through before. */
  private static boolean killedAt(Workbench bench, int step) throws Exception {
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            ChainingService.class.getName(),
            bench.kind.name(),
            bench.database().jdbcUrl(),
            bench.database().username(),
            bench.database().password(),
            "m" + step,
            String.valueOf(step));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    try (BufferedReader output = process.inputReader()) {
      String line = output.readLine();
      while (line != null && !line.equals("stopped") && !line.equals("done")) {
        line = output.readLine();
      }
      assertThat(line).as("printed before its end").isNotNull();
      return line.equals("stopped");
    } finally {
      process.destroyForcibly(); // SIGKILL on Linux
      assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
    }
  }

  /** What the process left behind is finished by another one. */
  private static void finish(Workbench bench) throws Exception {
    try (Rowqueue other = ChainingService.start(bench.kind, bench.pool, () -> {})) {
      await(
          "all rows are finished, clock " + other.clockOffset(),
          () ->
              bench.count("jobs", "1 = 1") == 0 // in the order of the chain
                  && (bench.kind == DatabaseKind.SQLITE || bench.count("locked_jobs", "1 = 1") == 0)
                  && bench.count("keyed_jobs", "1 = 1") == 0);
    }
  }
}
