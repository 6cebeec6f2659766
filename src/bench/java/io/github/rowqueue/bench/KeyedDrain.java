package io.github.rowqueue.bench;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** W8: the rows of many keys, drained in the order of each, beside drains without an order. */
final class KeyedDrain implements Workload {

  private static final String TABLE = "bench_jobs";

  private static final Logger LOG = LoggerFactory.getLogger(KeyedDrain.class);

  private static final List<Contender> CONTENDERS =
      List.of(
          new QueueDrain("rowqueue-lease", BenchTables.unordered(TABLE), false),
          new QueueDrain("rowqueue-keys", BenchTables.keys(TABLE), true),
          new RawDrain("raw-lease", BenchTables.unordered(TABLE), 1),
          new RawDrain("raw-batch", BenchTables.unordered(TABLE), 100));

  @Override
  public String name() {
    return "W8";
  }

  @Override
  public boolean durable() {
    return true;
  }

  @Override
  public String explained() {
    return """
    A table of as many keys as stated, with as many rows each, the keys in turn, is drained: a small JSON is decoded by Jackson, the handler does nothing,
    and the time is that from the first handled to the last settled, or settled when the time for a round was up. `rowqueue-keys` keeps each key in order over all processes
    (`@PartitionKey(fifo = true)`), and the run fails if a row comes out of order; the others keep none. `raw-lease` and `raw-batch` are hand-written:
    claim 1 or 100 rows by lease in one transaction, handle, delete by id and token in one statement; by turns on SQLite. Each contender has a table of its own making with the
    indexes Rowqueue prints. Rates are rows per second; ratios are taken round by round.\
    """;
  }

  @Override
  public void run(BenchDatabase database, BenchSettings settings, Report report) throws Exception {
    List<Contender> running = new ArrayList<>(CONTENDERS);
    Map<String, Rounds> rates = new LinkedHashMap<>();
    for (int round = 0; round < settings.rounds(); round++) {
      for (Contender contender : rotated(running, round)) {
        try {
          double rate = rate(database, settings, contender);
          LOG.info("{} round {}: {} rows/s", contender.name(), round + 1, Math.round(rate));
          rates.merge(contender.name(), Rounds.NONE.and(rate), (all, one) -> all.and(rate));
        } catch (InterruptedException interrupted) {
          throw interrupted;
        } catch (Exception failed) {
          report.failed(contender.name(), failed);
          running.remove(contender);
        }
      }
    }
    for (Contender contender : running) {
      Rounds mine = rates.get(contender.name());
      report.result(
          Result.of(name(), database.kind().id())
              .with("contender", contender.name())
              .with("keys", String.valueOf(settings.size().keys()))
              .with("rows", String.valueOf(settings.size().keys() * settings.size().rowsPerKey()))
              .with("workers", String.valueOf(settings.workers()))
              .with("rate", mine, "%.0f")
              .with("spread", Rounds.NONE.and(mine.spread()), "%.2f")
              .with("ratio_unordered", mine.over(others(rates, "rowqueue-lease")), "%.2f")
              .with("ratio_raw_lease", mine.over(others(rates, "raw-lease")), "%.2f")
              .with("ratio_raw_batch", mine.over(others(rates, "raw-batch")), "%.2f"));
    }
  }

  private static Rounds others(Map<String, Rounds> rates, String name) {
    return rates.getOrDefault(name, Rounds.NONE);
  }

  /** Who goes first changes from round to round, so that no contender always meets a warm cache. */
  static <T> List<T> rotated(List<T> all, int by) {
    List<T> rotated = new ArrayList<>(all);
    Collections.rotate(rotated, by);
    return rotated;
  }

  private static double rate(BenchDatabase database, BenchSettings settings, Contender contender)
      throws Exception {
    int keys = settings.size().keys();
    int rowsPerKey = settings.size().rowsPerKey();
    database.create(contender.spec());
    database.fill(contender.spec(), keys, rowsPerKey);
    Handled handled =
        new Handled((long) keys * rowsPerKey, contender.ordered(), settings.size().box());
    double rate = contender.drain(database, settings.workers(), handled);
    long left = database.count(contender.spec());
    if (handled.isComplete() && left != 0) {
      throw new IllegalStateException(contender.name() + " left %d rows".formatted(left));
    }
    database.drop(contender.spec());
    return rate;
  }
}
