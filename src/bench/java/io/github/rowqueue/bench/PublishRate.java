package io.github.rowqueue.bench;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** How many messages one thread publishes in a second, one by one and many at once. */
final class PublishRate implements Workload {

  private static final Logger LOG = LoggerFactory.getLogger(PublishRate.class);

  /** In turns this short, one of them hardly meets a better moment of the machine than another. */
  private static final int TURNS = 20;

  private static final int BULK_TURNS = 5;

  @Override
  public String name() {
    return "publish";
  }

  @Override
  public boolean durable() {
    return false;
  }

  @Override
  public String explained() {
    return """
        The rows per second that one thread writes, each a small JSON encoded by Jackson. `single`: a connection of the pool for each row, in autocommit mode;
        `in-tx`: one by one on one connection of the caller's, in one transaction; `batch`: 10,000 rows in one transaction. `raw-…` is hand-written: a prepared
        statement for each row, or the driver's batch, a thousand rows at a time; `…-rewrite` have a driver told to rewrite batches
        (`reWriteBatchedInserts`, `rewriteBatchedStatements`), and `raw-unnest` inserts arrays of a thousand texts. All have pools of their own, and write into one
        table in short turns, of which the median is a round's rate. `ratio_raw` is that to the contender named in `raw`, round by round, `ratio_fastest` that to
        the fastest hand-written bulk insert of the database. Commits are not durable here, so that the disk does not hide what a publish costs.""";
  }

  @Override
  public void run(BenchDatabase database, BenchSettings settings, Report report) throws Exception {
    int rows = settings.size().published();
    run(database, settings, report, PublishWays.single(), new Turns(TURNS, rows / TURNS));
    run(database, settings, report, PublishWays.bulk(database.kind()), new Turns(BULK_TURNS, rows));
  }

  /** How often each contender has its turn in a round, and the rows it writes in one. */
  private record Turns(int count, int rows) {}

  private void run(
      BenchDatabase database,
      BenchSettings settings,
      Report report,
      List<PublishWays.Way> ways,
      Turns turns)
      throws Exception {
    Map<PublishWays.Way, PublishWays.Running> running = new LinkedHashMap<>();
    Map<String, Rounds> rates = new LinkedHashMap<>();
    database.create(PublishWays.TABLE);
    try {
      for (PublishWays.Way way : ways) {
        running.put(way, way.start(database));
      }
      Map<String, Double> warmUp = round(database, running, turns, report);
      LOG.info("not counted, since the code is not compiled yet: {}", warmUp);
      for (int round = 0; round < settings.rounds(); round++) {
        database.create(PublishWays.TABLE);
        round(database, running, turns, report).forEach((way, rate) -> add(rates, way, rate));
      }
    } finally {
      for (PublishWays.Running one : running.values()) {
        one.close();
      }
    }
    running.keySet().forEach(way -> report.result(result(database, way, rates, turns)));
    database.drop(PublishWays.TABLE);
  }

  private static void add(Map<String, Rounds> rates, String way, double rate) {
    LOG.info("{}: {} rows/s", way, Math.round(rate));
    rates.merge(way, Rounds.NONE.and(rate), (all, one) -> all.and(rate));
  }

  /** The rates of all that did not fail; who goes first changes from turn to turn. */
  private static Map<String, Double> round(
      BenchDatabase database,
      Map<PublishWays.Way, PublishWays.Running> running,
      Turns turns,
      Report report)
      throws Exception {
    Map<String, Rounds> rates = new LinkedHashMap<>();
    for (int turn = 0; turn < turns.count(); turn++) {
      List<PublishWays.Way> rotated = new ArrayList<>(running.keySet());
      Collections.rotate(rotated, turn);
      for (PublishWays.Way way : rotated) {
        try {
          double rate = rate(database, running.get(way), turns.rows());
          rates.merge(way.name(), Rounds.NONE.and(rate), (all, one) -> all.and(rate));
        } catch (InterruptedException interrupted) {
          throw interrupted;
        } catch (Exception failed) {
          report.failed(way.name(), failed);
          running.remove(way).close();
        }
      }
    }
    Map<String, Double> medians = new LinkedHashMap<>();
    running.keySet().forEach(way -> medians.put(way.name(), rates.get(way.name()).median()));
    return medians;
  }

  private static double rate(BenchDatabase database, PublishWays.Running way, int rows)
      throws Exception {
    List<Note> notes = IntStream.range(0, rows).mapToObj(i -> new Note(i % 100, i)).toList();
    long before = database.count(PublishWays.TABLE);
    long started = System.nanoTime();
    way.publish(notes);
    long nanos = System.nanoTime() - started;
    long written = database.count(PublishWays.TABLE) - before;
    if (written != rows) {
      throw new IllegalStateException("%d of %d rows are written".formatted(written, rows));
    }
    return rows * 1e9 / nanos;
  }

  private Result result(
      BenchDatabase database, PublishWays.Way way, Map<String, Rounds> rates, Turns turns) {
    Rounds mine = rates.get(way.name());
    return Result.of(name(), database.kind().id())
        .with("contender", way.name())
        .with("raw", way.raw())
        .with("rows", String.valueOf(turns.count() * turns.rows()))
        .with("rate", mine, "%.0f")
        .with("spread", Rounds.NONE.and(mine.spread()), "%.2f")
        .with("ratio_raw", mine.over(rates.getOrDefault(way.raw(), Rounds.NONE)), "%.2f")
        .with("ratio_fastest", mine.over(fastest(rates)), "%.2f");
  }

  /** The best hand-written bulk insert of each round. */
  private static Rounds fastest(Map<String, Rounds> rates) {
    List<Rounds> bulk =
        rates.entrySet().stream()
            .filter(rate -> PublishWays.RAW_BULK.contains(rate.getKey()))
            .map(Map.Entry::getValue)
            .toList();
    int rounds = bulk.stream().mapToInt(one -> one.values().size()).min().orElse(0);
    return new Rounds(
        IntStream.range(0, rounds)
            .mapToObj(i -> bulk.stream().map(one -> one.values().get(i)).max(Double::compare))
            .map(best -> best.orElseThrow())
            .toList());
  }
}
