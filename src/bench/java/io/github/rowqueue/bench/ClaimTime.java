package io.github.rowqueue.bench;

import io.github.rowqueue.Rowqueue;
import io.github.rowqueue.subscribe.RowqueueListener;
import io.github.rowqueue.table.TableSpec;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a claim of keys in order costs with many keys, and with many rows behind them. */
final class ClaimTime implements Workload {

  private static final Logger LOG = LoggerFactory.getLogger(ClaimTime.class);

  private static final int WORKERS = 8;
  private static final int WARM_UP = 10;
  private static final int CLAIMS = 60;

  /** A round takes less than a second, once the tables are filled. */
  private static final int ROUNDS = 5;

  private static final long LIMIT_MINUTES = 5;

  /** A table, and what is in it. */
  private record Case(String name, TableSpec spec, int keys, int rowsPerKey) {}

  @Override
  public String name() {
    return "claim";
  }

  @Override
  public String charted() {
    return "claim_ms";
  }

  @Override
  public boolean durable() {
    return false;
  }

  @Override
  public String explained() {
    return """
    The time that a claim of `rowqueue-keys` waits for the database: all statements of the connection that claims, with 8 workers, whose handler does nothing;
    the lower quartile of 60 claims that found rows, since others wait for a processor, and the median of 5 times as many rounds as stated. `few` has 1,000 keys
    of one row, `many-keys` as many keys as stated of one row, `rows-behind` 1,000 keys with as many rows in all as stated. The ratio is that to `few` of
    the same round; `unordered-…` is the same of the lease claim without an order. Commits are not durable here on any database, so that the disk does not
    hide what a claim reads.\
    """;
  }

  @Override
  public void run(BenchDatabase database, BenchSettings settings, Report report) throws Exception {
    List<Case> cases = new ArrayList<>(cases(settings.size()));
    for (Case one : cases) {
      database.create(one.spec());
      database.fill(one.spec(), one.keys(), one.rowsPerKey());
    }
    Map<String, Rounds> times = new LinkedHashMap<>();
    for (int round = 0; round < ROUNDS * settings.rounds(); round++) {
      for (Case one : List.copyOf(cases)) {
        try {
          double millis = quickClaim(database, settings, one);
          times.merge(one.name(), Rounds.NONE.and(millis), (all, last) -> all.and(millis));
        } catch (InterruptedException interrupted) {
          throw interrupted;
        } catch (Exception failed) {
          report.failed(one.name(), failed);
          cases.remove(one);
        }
      }
    }
    for (Case one : cases) {
      report.result(result(database, one, times));
      database.drop(one.spec());
    }
  }

  private Result result(BenchDatabase database, Case one, Map<String, Rounds> times) {
    Rounds mine = times.get(one.name());
    String few = one.name().startsWith("unordered-") ? "unordered-few" : "few";
    return Result.of(name(), database.kind().id())
        .with("case", one.name())
        .with("keys", String.valueOf(one.keys()))
        .with("rows", String.valueOf(one.keys() * one.rowsPerKey()))
        .with("claim_ms", mine, "%.3f")
        .with("spread", Rounds.NONE.and(mine.spread()), "%.2f")
        .with("ratio_few", mine.over(times.getOrDefault(few, Rounds.NONE)), "%.2f");
  }

  private static List<Case> cases(BenchSettings.Size size) {
    int behind = size.rowsBehind() / size.fewKeys();
    return List.of(
        new Case("unordered-few", BenchTables.unordered("bench_u_few"), size.fewKeys(), 1),
        new Case("unordered-behind", BenchTables.unordered("bench_u_rows"), size.fewKeys(), behind),
        new Case("few", BenchTables.keys("bench_few"), size.fewKeys(), 1),
        new Case("many-keys", BenchTables.keys("bench_keys"), size.manyKeys(), 1),
        new Case("rows-behind", BenchTables.keys("bench_rows"), size.fewKeys(), behind));
  }

  /**
   * The lower quartile, in milliseconds: on a busy machine the slower ones waited for a processor.
   * A table that this round could empty is filled anew, as the small one always is.
   */
  private static double quickClaim(BenchDatabase database, BenchSettings settings, Case one)
      throws InterruptedException, SQLException {
    boolean few = one.keys() * one.rowsPerKey() == settings.size().fewKeys();
    if (few || database.count(one.spec()) < (WARM_UP + CLAIMS) * WORKERS) {
      database.create(one.spec());
      database.fill(one.spec(), one.keys(), one.rowsPerKey());
    }
    long rows = database.count(one.spec());
    Meter meter = new Meter(database.pool());
    List<Double> claims = new ArrayList<>();
    CountDownLatch enough = new CountDownLatch(1);
    RowqueueListener listener =
        new RowqueueListener() {
          @Override
          public void claimed(String subscription, int found) {
            double millis = meter.takeSpent() / 1e6;
            synchronized (claims) {
              if (found > 0) {
                claims.add(millis);
              }
              if (claims.size() >= WARM_UP + CLAIMS || (found == 0 && !claims.isEmpty())) {
                enough.countDown();
              }
            }
          }
        };
    Handled handled = new Handled(rows, false);
    try (Rowqueue rowqueue =
        Rowqueue.on(meter)
            .connections(database.pool().getMaximumPoolSize())
            .subscribe(QueueDrain.subscription(one.spec(), false, WORKERS, handled))
            .listener(listener)
            .start()) {
      rowqueue.wake("bench");
      if (!enough.await(LIMIT_MINUTES, TimeUnit.MINUTES)) {
        throw new IllegalStateException(one.name() + ": too few claims found rows");
      }
    }
    synchronized (claims) {
      List<Double> warm = claims.size() > WARM_UP ? claims.subList(WARM_UP, claims.size()) : claims;
      List<Double> sorted = warm.stream().sorted().toList();
      LOG.info(
          "{}: {} claims, ms from {} over {} and {} to {}",
          one.name(),
          sorted.size(),
          sorted.get(0),
          sorted.get(sorted.size() / 4),
          sorted.get(sorted.size() / 2),
          sorted.get(sorted.size() - 1));
      return sorted.get(sorted.size() / 4);
    }
  }
}
