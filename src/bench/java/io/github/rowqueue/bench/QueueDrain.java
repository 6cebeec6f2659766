package io.github.rowqueue.bench;

import io.github.rowqueue.Rowqueue;
import io.github.rowqueue.subscribe.Delivery;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.RowqueueListener;
import io.github.rowqueue.subscribe.Settled;
import io.github.rowqueue.subscribe.Subscription;
import io.github.rowqueue.table.Table;
import io.github.rowqueue.table.TableSpec;
import java.time.Duration;

/** Rowqueue with its defaults, on the table of {@code spec}. */
record QueueDrain(String name, TableSpec spec, boolean ordered) implements Contender {

  private static final Duration LIMIT = Duration.ofMinutes(15);

  @Override
  public double drain(BenchDatabase database, int workers, Handled handled)
      throws InterruptedException {
    try (Rowqueue rowqueue =
        Rowqueue.on(database.pool())
            .subscribe(subscription(spec, workers, handled))
            .listener(settlements(handled))
            .start()) {
      rowqueue.wake("bench");
      return handled.rate(LIMIT);
    }
  }

  static Subscription subscription(TableSpec spec, int workers, Handled handled) {
    return Subscription.of("bench", Table.of(spec, row -> row))
        .payload(Note.class)
        .workers(workers)
        .handle(
            (note, delivery) -> {
              handled.handle(note);
              return Outcome.ack();
            });
  }

  private static RowqueueListener settlements(Handled handled) {
    return new RowqueueListener() {
      @Override
      public void settled(Delivery delivery, Settled how) {
        handled.settled(1);
      }
    };
  }
}
