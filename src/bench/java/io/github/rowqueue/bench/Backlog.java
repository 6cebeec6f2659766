package io.github.rowqueue.bench;

import io.github.rowqueue.table.TableSpec;
import java.time.Duration;

/** W4: what stands behind the rows that are drained. */
final class Backlog implements Workload {

  private static final int KEYS = 100;
  private static final int WORKERS = 4;
  private static final TableSpec FEW = BenchTables.unordered("bench_few");
  private static final TableSpec BEHIND = BenchTables.unordered("bench_behind");

  @Override
  public String name() {
    return "W4";
  }

  @Override
  public String charted() {
    return "ratio_w1";
  }

  @Override
  public boolean durable() {
    return true;
  }

  @Override
  public String explained() {
    return """
        The rate of W1, drained by `rowqueue-lease-best` with 4 workers, of as many rows of a table in which as many as stated stand behind them. `ratio_w1` is that to
        the rate of a table of these rows alone, drained right before.""";
  }

  @Override
  public void run(BenchDatabase database, BenchSettings settings, Report report) throws Exception {
    int drained = settings.size().drained();
    int behind = settings.size().rowsBehind();
    database.create(BEHIND);
    database.fill(BEHIND, KEYS, (behind + settings.rounds() * drained) / KEYS);
    Rounds rates = Rounds.NONE;
    Rounds alone = Rounds.NONE;
    for (int round = 0; round < settings.rounds(); round++) {
      database.create(FEW);
      database.fill(FEW, KEYS, drained / KEYS);
      alone = alone.and(rate(database, FEW, new Handled(drained, false, box(settings))));
      database.drop(FEW);
      rates =
          rates.and(rate(database, BEHIND, new Handled(drained, false, box(settings)).ofMore()));
    }
    report.result(
        Result.of(name(), database.kind().id())
            .with("contender", "rowqueue-lease-best")
            .with("workers", String.valueOf(WORKERS))
            .with("rows", String.valueOf(drained))
            .with("behind", String.valueOf(behind))
            .with("rate", rates, "%.0f")
            .with("spread", Rounds.NONE.and(rates.spread()), "%.2f")
            .with("ratio_w1", rates.over(alone), "%.2f"));
    database.drop(BEHIND);
  }

  /** Long enough for all rows: a part of them would tell of the start alone. */
  private static Duration box(BenchSettings settings) {
    return settings.size().box().multipliedBy(5);
  }

  private static double rate(BenchDatabase database, TableSpec table, Handled handled)
      throws InterruptedException {
    return new QueueDrain("rowqueue-lease-best", table, false, true)
        .drain(database, WORKERS, handled);
  }
}
