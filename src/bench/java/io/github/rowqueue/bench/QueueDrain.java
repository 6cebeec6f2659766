package io.github.rowqueue.bench;

import io.github.rowqueue.Rowqueue;
import io.github.rowqueue.subscribe.Delivery;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.RowqueueListener;
import io.github.rowqueue.subscribe.Settled;
import io.github.rowqueue.subscribe.Subscription;
import io.github.rowqueue.subscribe.SubscriptionBuilder;
import io.github.rowqueue.table.Table;
import io.github.rowqueue.table.TableSpec;
import java.time.Duration;
import javax.sql.DataSource;

/**
 * Rowqueue on the table of {@code spec}.
 *
 * @param best with the settings that are the fastest, in place of the defaults
 */
record QueueDrain(String name, TableSpec spec, boolean ordered, boolean best) implements Contender {

  /** The rows claimed ahead that drain the fastest: more of them gain nothing. */
  static final int BEST_PREFETCH = 1_000;

  private static final Duration LIMIT = Duration.ofMinutes(15);

  /** With its defaults. */
  QueueDrain(String name, TableSpec spec, boolean ordered) {
    this(name, spec, ordered, false);
  }

  @Override
  public double drain(BenchDatabase database, int workers, Handled handled)
      throws InterruptedException {
    return drain(database, database.pool(), workers, handled);
  }

  /** The statements for each message of a drain of its own, which is not timed. */
  double statements(BenchDatabase database, int workers, Handled handled)
      throws InterruptedException {
    Meter meter = new Meter(database.pool());
    double rate = drain(database, meter, workers, handled);
    if (!handled.isComplete() || rate <= 0) {
      throw new IllegalStateException(name + " has not drained what was to be counted");
    }
    return (double) meter.statements() / handled.rows();
  }

  private double drain(BenchDatabase database, DataSource connections, int workers, Handled handled)
      throws InterruptedException {
    try (Rowqueue rowqueue =
        Rowqueue.on(connections)
            .connections(database.pool().getMaximumPoolSize())
            .subscribe(subscription(spec, best, workers, handled))
            .listener(settlements(handled))
            .start()) {
      rowqueue.wake("bench");
      return handled.rate(LIMIT);
    }
  }

  static Subscription subscription(TableSpec spec, boolean best, int workers, Handled handled) {
    SubscriptionBuilder<Note> subscription =
        Subscription.of("bench", Table.of(spec, row -> row)).payload(Note.class).workers(workers);
    if (best) {
      subscription.prefetch(BEST_PREFETCH);
    }
    return subscription.handle(
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
