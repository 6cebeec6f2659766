package io.github.rowqueue;

import io.github.rowqueue.error.AlreadySubscribedException;
import io.github.rowqueue.error.ClosedException;
import io.github.rowqueue.error.DialectException;
import io.github.rowqueue.error.PublishException;
import io.github.rowqueue.error.StartException;
import io.github.rowqueue.internal.jdbc.Database;
import io.github.rowqueue.internal.publish.OwnInsert;
import io.github.rowqueue.internal.publish.PublisherTable;
import io.github.rowqueue.internal.publish.TablePublisher;
import io.github.rowqueue.internal.publish.WriterPublisher;
import io.github.rowqueue.internal.subscriber.Engine;
import io.github.rowqueue.internal.subscriber.PublisherCheck;
import io.github.rowqueue.publish.PublishOptions;
import io.github.rowqueue.publish.Publisher;
import io.github.rowqueue.publish.RowWriter;
import io.github.rowqueue.subscribe.Subscription;
import io.github.rowqueue.table.Table;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Subscriptions running on one data source. {@link #on(DataSource)} starts, {@link
 * RowqueueBuilder#start()} runs, {@link #close()} drains. State lives only in the rows, so any
 * number of instances may share a table. Thread-safe.
 */
public final class Rowqueue implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Rowqueue.class);

  private final Database database;
  private final Engine engine;
  private final Runnable closePool;
  private final AtomicBoolean closing = new AtomicBoolean();
  private final CountDownLatch closed = new CountDownLatch(1);
  private volatile Summary summary = new Summary(Duration.ZERO, 0, List.of());

  Rowqueue(Database database, Engine engine, Runnable closePool) {
    this.database = database;
    this.engine = engine;
    this.closePool = closePool;
  }

  /**
   * Stands on the service's own data source, which stays the service's: {@link #close()} leaves it
   * open.
   */
  public static RowqueueBuilder on(DataSource dataSource) {
    return new RowqueueBuilder(dataSource);
  }

  /**
   * Stands on a HikariCP pool of its own, built by {@code start()} and closed by {@link #close()}.
   * For SQLite the driver's busy timeout is set; the journal mode of the file is never changed: WAL
   * is advised.
   *
   * @param jdbcUrl such as {@code jdbc:sqlite:service.db}
   */
  public static RowqueueBuilder on(String jdbcUrl) {
    return new RowqueueBuilder(jdbcUrl);
  }

  /**
   * Says what {@code start()} would say, and starts nothing: for a test of the service's schema.
   *
   * @throws AlreadySubscribedException if two subscriptions read one queue
   * @throws StartException if the database cannot be asked
   */
  public static CheckReport check(DataSource dataSource, Subscription... subscriptions) {
    return new RowqueueBuilder(dataSource).subscribe(subscriptions).check();
  }

  /**
   * A publisher of the rows of {@code rowClass}.
   *
   * @throws PublishException if the class does not describe a table this database has; with the DDL
   */
  public <R> Publisher<R> publisher(Class<R> rowClass) {
    return publisher(Table.of(rowClass));
  }

  /** As {@link #publisher(Class)}, for a table described by hand. */
  public <R> Publisher<R> publisher(Table<R> table) {
    checkOpen(table);
    return publisher(table, PublisherCheck.read(database, table.spec()), Optional.empty());
  }

  /**
   * A publisher that inserts by SQL of the service's own, whose parameters are the columns of the
   * description: {@code insert into mails (recipient) values (:recipient)}. Columns the database
   * would fill have the default of their role there (now, 1, 0), or null.
   *
   * @throws PublishException also if the SQL names another parameter, or the database does not
   *     understand it
   */
  public <R> Publisher<R> publisher(Class<R> rowClass, String insert) {
    return publisher(Table.of(rowClass), insert);
  }

  /** As {@link #publisher(Class, String)}, for a table described by hand. */
  public <R> Publisher<R> publisher(Table<R> table, String insert) {
    checkOpen(table);
    PublisherTable found = PublisherCheck.read(database, table.spec());
    return publisher(table, found, Optional.of(OwnInsert.of(database, found.binding(), insert)));
  }

  /**
   * A publisher that inserts by code of the service's own, which may write to any tables. It takes
   * rows only, no messages. Where no option names the group, all subscriptions of the table are
   * woken.
   */
  public <R> Publisher<R> publisher(Class<R> rowClass, RowWriter<R> writer) {
    return publisher(Table.of(rowClass), writer);
  }

  /** As {@link #publisher(Class, RowWriter)}, for a table described by hand. */
  public <R> Publisher<R> publisher(Table<R> table, RowWriter<R> writer) {
    checkOpen(table);
    return new WriterPublisher<>(table.spec(), writer, engine.publishing());
  }

  private <R> Publisher<R> publisher(
      Table<R> table, PublisherTable found, Optional<OwnInsert> own) {
    return new TablePublisher<>(table, found, engine.publishing(), own);
  }

  private void checkOpen(Table<?> table) {
    if (engine.publishing().closed().getAsBoolean()) {
      throw new ClosedException("publisher of table " + table.spec().table());
    }
    requireChannel(table);
  }

  private void requireChannel(Table<?> table) {
    try {
      engine.requireChannel(table.spec().table());
    } catch (DialectException tooLong) {
      throw new PublishException(
          "publisher of table %s: %s".formatted(table.spec().table(), tooLong.getMessage()),
          tooLong);
    }
  }

  /**
   * Publishes to a name: writes {@code message} to the table its route leads to, commits, and wakes
   * this process's subscription of that name. In a table with groups the name is the group.
   *
   * @param message a row of the table, or what becomes the payload of one, as {@link
   *     Publisher#publishMessage(Object, PublishOptions)} writes it
   * @throws io.github.rowqueue.error.NoRouteException if no route leads to the name; nothing is
   *     written
   * @throws PublishException if an option or the message does not fit the table
   * @throws io.github.rowqueue.error.StatementException if the database refuses; nothing is written
   * @throws ClosedException after {@link #close()}; nothing is written
   */
  public void publish(String name, Object message, PublishOptions options) {
    engine.names().publish(name, List.of(message), options);
  }

  /** As {@link #publish(String, Object, PublishOptions)} without options. */
  public void publish(String name, Object message) {
    publish(name, message, PublishOptions.NONE);
  }

  /**
   * As {@link #publish(String, Object, PublishOptions)} for many messages: all are written in one
   * transaction, or none.
   */
  public void publishAll(String name, Collection<?> messages, PublishOptions options) {
    engine.names().publish(name, messages, options);
  }

  /**
   * As {@link #publish(String, Object, PublishOptions)} in the caller's transaction, as {@link
   * Publisher#publish(Connection, Object, PublishOptions)} does it.
   *
   * @throws SQLException what the driver raised, as it is
   */
  public void publish(Connection connection, String name, Object message, PublishOptions options)
      throws SQLException {
    engine.names().publish(connection, name, List.of(message), options);
  }

  /**
   * Ends the wait of the subscription {@code name}, and of those to all groups, whose {@code name}
   * may be a group: to be called after the commit of a transaction that wrote rows by {@link
   * Publisher#publish(Connection, Object)} or by the service's own SQL. With {@code listenNotify()}
   * other processes are notified too, if such a subscription runs here: where none does, nobody
   * knows its table, and {@link RowqueueBuilder#afterCommit} is the way. Never fails: what was
   * committed is found by a poll in any case.
   *
   * @return whether a subscription of that name, or to all groups, runs here; false after {@link
   *     #close()}
   */
  public boolean wake(String name) {
    return !closing.get() && engine.wake(name);
  }

  /**
   * Frees the head of a key that has failed for good and stays ({@link
   * io.github.rowqueue.table.HeadFailure#PARK}): it is claimable at once, its next delivery reads
   * attempt 1, and the rows behind it follow.
   *
   * @param queue the name of a subscription that runs here
   * @param key a key as the row class has it
   * @return whether the key had a parked head
   * @throws IllegalArgumentException if no such subscription runs here, its heads do not stay, or
   *     the key is of another type
   * @throws ClosedException after {@link #close()}
   * @throws io.github.rowqueue.error.StatementException if the database refused
   */
  public boolean release(String queue, Object key) {
    if (closing.get()) {
      throw new ClosedException("release of a key of " + queue);
    }
    return engine.release(queue, Objects.requireNonNull(key, "key"));
  }

  /**
   * How far the database's clock is ahead of this host's; negative if it is behind. Zero with a
   * clock of the service's.
   */
  public Duration clockOffset() {
    return engine.clockOffset();
  }

  /** Waits until {@link #close()} has ended; for a {@code main} that does nothing else. */
  public void awaitClosed() throws InterruptedException {
    closed.await();
  }

  /**
   * Stops claiming, waits for the handlers up to the drain timeout with their leases extended,
   * interrupts the rest, and gives back what never ran or was cut off, attempts included. A handler
   * that ignores the interrupt keeps its row, and a pool built by {@code start()} stays open for
   * it. A call while another one drains waits for its end, or for the caller's interrupt.
   */
  @Override
  public void close() {
    if (!closing.compareAndSet(false, true)) {
      awaitOtherClose();
      return;
    }
    try {
      var left = engine.close(closePool);
      summary = new Summary(left.took(), left.interrupted(), left.stillRunning());
      LOG.info(
          "closed in {}: {} handlers interrupted, still running: {}",
          summary.took(),
          summary.interrupted(),
          summary.stillRunning());
    } finally {
      closed.countDown();
    }
  }

  private void awaitOtherClose() {
    try {
      closed.await();
    } catch (InterruptedException impatient) {
      Thread.currentThread().interrupt();
    }
  }

  /** What {@link #close()} left behind; all zero before. */
  public Summary summary() {
    return summary;
  }

  /**
   * What a close left behind.
   *
   * @param took how long it took
   * @param interrupted how many handlers were interrupted because they outlasted the drain timeout
   * @param stillRunning subscription, table and row of each handler that ignored the interrupt; a
   *     lease is extended until it returns or the JVM ends, a connection that holds its row was cut
   *     off
   */
  public record Summary(Duration took, int interrupted, List<String> stillRunning) {
    /** Copies the list. */
    public Summary {
      stillRunning = List.copyOf(stillRunning);
    }
  }
}
