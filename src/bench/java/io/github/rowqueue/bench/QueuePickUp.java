package io.github.rowqueue.bench;

import com.zaxxer.hikari.HikariDataSource;
import io.github.rowqueue.Rowqueue;
import io.github.rowqueue.RowqueueBuilder;
import io.github.rowqueue.publish.ListenNotify;
import io.github.rowqueue.publish.Publisher;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.RowqueueListener;
import io.github.rowqueue.subscribe.Subscription;
import io.github.rowqueue.table.Row;
import io.github.rowqueue.table.Table;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import javax.sql.DataSource;

/**
 * Rowqueue, woken in one way.
 *
 * @param listenNotify by notifications, if it is
 * @param apart whether another {@code Rowqueue} publishes, on a pool of its own
 */
record QueuePickUp(String name, Optional<ListenNotify> listenNotify, boolean apart)
    implements PickUp.Way {

  private static final Table<Row> TABLE = Table.of(PickUp.TABLE, row -> row);

  /** Longer than any run, so that what is picked up was woken for. */
  private static final Duration NEVER = Duration.ofHours(1);

  @Override
  public PickUp.Running start(BenchDatabase database, Arrivals arrivals) throws Exception {
    CountDownLatch listens = new CountDownLatch(listenNotify.isPresent() ? 1 : 0);
    Subscription subscription =
        Subscription.of("bench", TABLE)
            .payload(Note.class)
            .handle(
                (note, delivery) -> {
                  arrivals.arrived(note);
                  return Outcome.ack();
                });
    Rowqueue reader =
        builder(database.pool()).subscribe(subscription).listener(telling(listens)).start();
    listens.await();
    if (!apart) {
      return running(reader, reader.publisher(TABLE), reader::close);
    }
    HikariDataSource pool = database.morePool(4);
    Rowqueue writer = builder(pool).start();
    return running(
        writer,
        writer.publisher(TABLE),
        () -> {
          writer.close();
          pool.close();
          reader.close();
        });
  }

  private RowqueueBuilder builder(DataSource pool) {
    RowqueueBuilder builder = Rowqueue.on(pool).pollInterval(NEVER);
    listenNotify.ifPresent(builder::listenNotify);
    return builder;
  }

  private static RowqueueListener telling(CountDownLatch listens) {
    return new RowqueueListener() {
      @Override
      public void listening(boolean up) {
        listens.countDown();
      }
    };
  }

  private static PickUp.Running running(Rowqueue writer, Publisher<Row> publisher, Runnable end) {
    return new PickUp.Running() {
      @Override
      public void publish(Note note) {
        publisher.publishMessage(note);
      }

      @Override
      public void close() {
        end.run();
      }

      @Override
      public String toString() {
        return writer.toString();
      }
    };
  }
}
