package io.github.rowqueue.behaviour;

import com.zaxxer.hikari.HikariDataSource;
import io.github.rowqueue.Rowqueue;
import io.github.rowqueue.RowqueueBuilder;
import io.github.rowqueue.faults.FaultyDataSource;
import io.github.rowqueue.publish.ListenNotify;
import io.github.rowqueue.subscribe.Subscription;
import io.github.rowqueue.table.Table;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * One of several processes: a {@code Rowqueue} on a pool of its own, whose polls come only if a
 * test wants them.
 */
final class ListeningProcess implements AutoCloseable {

  final HikariDataSource pool;
  final FaultyDataSource faults;
  final Events events = new Events();
  final Rowqueue rowqueue;

  private ListeningProcess(
      QueueFixture queue, UnaryOperator<RowqueueBuilder> settings, Subscription... subscriptions) {
    this.pool = queue.database().pool(8);
    this.faults = faulty(queue, pool);
    this.rowqueue =
        settings
            .apply(
                Rowqueue.on(faults)
                    .pollInterval(Duration.ofMinutes(10))
                    .listener(events)
                    .subscribe(subscriptions))
            .start();
  }

  static FaultyDataSource faulty(QueueFixture queue, javax.sql.DataSource real) {
    return new FaultyDataSource(
        real,
        queue.dialect(),
        List.of(Table.of(LeaseJob.class).spec(), Table.of(LockJob.class).spec()),
        List.of());
  }

  /** Starts one, and waits until it listens, if it has anything to listen for. */
  static ListeningProcess start(QueueFixture queue, ListenNotify how, Subscription... subscriptions)
      throws InterruptedException {
    return start(queue, builder -> builder.listenNotify(how), subscriptions);
  }

  static ListeningProcess start(
      QueueFixture queue, UnaryOperator<RowqueueBuilder> settings, Subscription... subscriptions)
      throws InterruptedException {
    ListeningProcess process = new ListeningProcess(queue, settings, subscriptions);
    if (subscriptions.length > 0) {
      process.events.awaitListening(1);
    }
    return process;
  }

  int connectionsInUse() {
    return pool.getHikariPoolMXBean().getActiveConnections();
  }

  @Override
  public void close() {
    rowqueue.close();
    pool.close();
  }
}
