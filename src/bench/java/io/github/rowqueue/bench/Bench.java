package io.github.rowqueue.bench;

import io.github.rowqueue.servers.DatabaseKind;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Runs the benchmarks: {@code mvn -q -Pbench test-compile exec:java -Dexec.args="all --quick"}. See
 * {@link BenchSettings} for the arguments.
 */
public final class Bench {

  /** Of the pool of each database: workers, settlements and the keeper. */
  private static final int MORE_CONNECTIONS = 6;

  private static final int MOST_WORKERS = 8;

  private final BenchSettings settings;
  private final PrintStream out;
  private final List<Map<String, String>> databases = new ArrayList<>();
  private final List<Result> results = new ArrayList<>();
  private final List<String> failures = new ArrayList<>();

  Bench(BenchSettings settings, PrintStream out) {
    this.settings = settings;
    this.out = out;
  }

  /**
   * Prints the lines of results, and writes the page if asked to.
   *
   * @throws IllegalStateException if a contender failed: {@code exec:java} runs inside Maven's own
   *     JVM, where an exception is what makes the command fail
   */
  public static void main(String[] arguments) throws Exception {
    System.setProperty("logback.configurationFile", "io/github/rowqueue/bench/logging.xml");
    BenchSettings settings = BenchSettings.parse(arguments);
    System.setProperty("rowqueue.test.durable", String.valueOf(settings.durable()));
    RunRecord run = new Bench(settings, System.out).run();
    if (settings.write()) {
      Path record = Path.of("docs/benchmarks.json");
      List<RunRecord> runs = run.after(RunRecord.read(record));
      RunRecord.write(record, runs);
      Files.writeString(Path.of("docs/benchmarks.md"), Page.of(runs));
      Charts.write(Path.of("docs/charts"), runs);
    }
    if (!run.failures().isEmpty()) {
      throw new IllegalStateException(String.join("\n", run.failures()));
    }
  }

  RunRecord run() throws Exception {
    for (DatabaseKind kind : settings.databases()) {
      for (String name : settings.workloads()) {
        Workload workload = Workload.named(name);
        boolean durable = settings.durable() && workload.durable();
        int connections = Math.max(settings.workers(), MOST_WORKERS) + MORE_CONNECTIONS;
        try (BenchDatabase database = new BenchDatabase(kind, connections, durable)) {
          if (name.equals(settings.workloads().get(0))) {
            databases.add(database.described(settings.durable()));
          }
          run(database, workload);
        }
      }
    }
    List<Map<String, String>> goals =
        Goals.judged(results, settings.size().name(), settings.everything());
    goals.forEach(goal -> out.println(Result.line("GOAL", goal)));
    return new RunRecord(
        LocalDate.now(ZoneOffset.UTC).toString(),
        Machine.described(),
        settings.described(),
        databases,
        results.stream().map(Result::fields).toList(),
        goals,
        failures);
  }

  /** A workload that fails does not keep the others from running. */
  private void run(BenchDatabase database, Workload workload) throws InterruptedException {
    try {
      workload.run(database, settings, report(workload, database));
    } catch (InterruptedException interrupted) {
      throw interrupted;
    } catch (Exception failed) {
      report(workload, database).failed("all contenders", failed);
    }
  }

  private Report report(Workload workload, BenchDatabase database) {
    return new Report() {
      @Override
      public void result(Result result) {
        results.add(result);
        out.println(result);
      }

      @Override
      public void failed(String contender, Exception why) {
        failures.add(
            "%s of %s on %s: %s"
                .formatted(contender, workload.name(), database.kind().id(), why.getMessage()));
        why.printStackTrace(out);
      }
    };
  }
}
