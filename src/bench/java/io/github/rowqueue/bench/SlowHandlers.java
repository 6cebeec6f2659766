package io.github.rowqueue.bench;

import io.github.rowqueue.Rowqueue;
import io.github.rowqueue.servers.DatabaseKind;
import io.github.rowqueue.subscribe.Delivery;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.RowqueueListener;
import io.github.rowqueue.subscribe.Settled;
import io.github.rowqueue.subscribe.Subscription;
import io.github.rowqueue.subscribe.SubscriptionBuilder;
import io.github.rowqueue.table.Table;
import io.github.rowqueue.table.TableSpec;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** W6: handlers that wait for something else. */
final class SlowHandlers implements Workload {

  private static final int KEYS = 100;
  private static final int WORKERS = 32;
  private static final int RUNS_PER_WORKER = 50;
  private static final Duration LIMIT = Duration.ofMinutes(5);
  private static final TableSpec TABLE = BenchTables.unordered("bench_slow");

  @Override
  public String name() {
    return "W6";
  }

  @Override
  public String charted() {
    return "concurrency";
  }

  @Override
  public boolean durable() {
    return true;
  }

  @Override
  public String explained() {
    return """
        PostgreSQL: handlers that wait for 1 or 20 ms, with 32 workers. `concurrency` is how many of them wait at a time on average, as a part of the workers: 1 if the
        next row were always there at once.""";
  }

  @Override
  public void run(BenchDatabase database, BenchSettings settings, Report report) throws Exception {
    if (database.kind() != DatabaseKind.POSTGRESQL) {
      return;
    }
    for (int millis : List.of(1, 20)) {
      for (boolean best : List.of(false, true)) {
        Rounds parts = Rounds.NONE;
        for (int round = 0; round < settings.rounds(); round++) {
          double rate = rate(database, millis, best);
          parts = parts.and(rate * millis / 1_000 / WORKERS);
        }
        report.result(
            Result.of(name(), database.kind().id())
                .with("contender", best ? "rowqueue-lease-best" : "rowqueue-lease")
                .with("millis", String.valueOf(millis))
                .with("workers", String.valueOf(WORKERS))
                .with("concurrency", parts, "%.2f")
                .with("spread", Rounds.NONE.and(parts.spread()), "%.2f"));
      }
    }
  }

  private static double rate(BenchDatabase database, int millis, boolean best) throws Exception {
    int rows = WORKERS * RUNS_PER_WORKER;
    database.create(TABLE);
    database.fill(TABLE, KEYS, rows / KEYS);
    Handled handled = new Handled(rows, false);
    CountDownLatch never = new CountDownLatch(1);
    SubscriptionBuilder<Note> slow =
        Subscription.of("bench", Table.of(TABLE, row -> row)).payload(Note.class).workers(WORKERS);
    if (best) {
      slow.prefetch(QueueDrain.BEST_PREFETCH);
    }
    RowqueueListener listener =
        new RowqueueListener() {
          @Override
          public void settled(Delivery delivery, Settled how) {
            handled.settled(1);
          }
        };
    try (Rowqueue rowqueue =
        Rowqueue.on(database.pool())
            .subscribe(
                slow.handle(
                    (note, delivery) -> {
                      handled.handle(note);
                      boolean ended = never.await(millis, TimeUnit.MILLISECONDS);
                      return ended ? Outcome.retry() : Outcome.ack();
                    }))
            .listener(listener)
            .start()) {
      rowqueue.wake("bench");
      return handled.rate(LIMIT);
    }
  }
}
