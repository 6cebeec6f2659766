package io.github.rowqueue.bench;

import io.github.rowqueue.servers.DatabaseKind;
import io.github.rowqueue.table.TableSpec;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A backlog and a small heap: what is held is bounded by settings, not by the rows behind. */
final class HeapRun implements Workload {

  private static final String TABLE = "bench_heap";
  private static final int KEYS = 100;
  private static final int WORKERS = 8;
  private static final int LIMIT_SECONDS = 660;
  private static final Pattern LINE =
      Pattern.compile(
          "rate=(\\S+) peak_mb=(\\S+) live_mb=(\\S+) longest_gap_ms=(\\S+)\\s*", Pattern.MULTILINE);

  @Override
  public String name() {
    return "heap";
  }

  @Override
  public String explained() {
    return "A process with 64 MiB of heap drains a table whole (lease form, fastest settings,"
        + " PostgreSQL): rows per second; the most heap in use, and the most a collection left"
        + " over, in MiB; the longest time without a settlement, in ms.";
  }

  @Override
  public boolean durable() {
    return false;
  }

  @Override
  public void run(BenchDatabase database, BenchSettings settings, Report report) throws Exception {
    if (database.kind() != DatabaseKind.POSTGRESQL) {
      return;
    }
    int rows = rows(settings.size());
    Matcher line = LINE.matcher(drain(database, rows));
    if (!line.find()) {
      throw new IllegalStateException("the drain told no result");
    }
    report.result(
        Result.of(name(), database.kind().id())
            .with("contender", "rowqueue-lease")
            .with("rows", String.valueOf(rows))
            .with("workers", String.valueOf(WORKERS))
            .with("heap_mb", "64")
            .with("rate", line.group(1))
            .with("peak_mb", line.group(2))
            .with("live_mb", line.group(3))
            .with("longest_gap_ms", line.group(4)));
  }

  private static int rows(BenchSettings.Size size) {
    return switch (size.name()) {
      case "tiny" -> 1_000;
      case "quick" -> 50_000;
      default -> 1_000_000;
    };
  }

  private static String drain(BenchDatabase database, int rows) throws Exception {
    TableSpec spec = BenchTables.unordered(TABLE);
    database.create(spec);
    try {
      database.fill(spec, KEYS, rows / KEYS);
      return ForkedJava.run(
          List.of(
              "-Xmx64m",
              "-XX:+ExitOnOutOfMemoryError",
              "-Dlogback.configurationFile=io/github/rowqueue/bench/forked.xml"),
          HeapDrain.class,
          List.of(
              database.jdbcUrl(),
              database.username(),
              database.password(),
              TABLE,
              String.valueOf(rows),
              String.valueOf(WORKERS)),
          LIMIT_SECONDS);
    } finally {
      database.drop(spec);
    }
  }
}
