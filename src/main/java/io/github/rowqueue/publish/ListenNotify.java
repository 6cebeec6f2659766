package io.github.rowqueue.publish;

import io.github.rowqueue.table.Durations;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import javax.sql.DataSource;

/**
 * How processes wake each other over PostgreSQL's LISTEN and NOTIFY; given to {@code
 * RowqueueBuilder.listenNotify(…)}. Immutable: every method returns a copy. Thread-safe.
 *
 * <p>A notification is a hint and never more: with all of them lost, every row is found by the poll
 * interval.
 */
public final class ListenNotify {

  /** When notifications of own publishes are sent. */
  public enum Sending {
    /** After the commit, by one thread, at most one per group and interval: the default. */
    AFTER_COMMIT,
    /** In the transaction that writes the rows, one per group. */
    IN_TRANSACTION,
    /** Never: a trigger sends them, or nobody does. */
    NEVER
  }

  private static final ListenNotify DEFAULTS =
      new ListenNotify(
          Optional.empty(), Sending.AFTER_COMMIT, Duration.ofMillis(10), Duration.ofSeconds(10));

  private final Optional<DataSource> connection;
  private final Sending sending;
  private final Duration interval;
  private final Duration heartbeat;

  private ListenNotify(
      Optional<DataSource> connection, Sending sending, Duration interval, Duration heartbeat) {
    this.connection = connection;
    this.sending = sending;
    this.interval = interval;
    this.heartbeat = heartbeat;
  }

  /**
   * Listens on a connection of the pool, and notifies after the commit, at most once per group and
   * 10 ms.
   */
  public static ListenNotify defaults() {
    return DEFAULTS;
  }

  /**
   * Where the one connection comes from that listens, and that is kept as long as the {@code
   * Rowqueue} runs: by default the pool, which then has one connection less. Needed where the pool
   * goes through a pooler in transaction mode, since a session behind one is told of nothing.
   *
   * @param direct connects to the server itself, and to the same database
   */
  public ListenNotify connection(DataSource direct) {
    Objects.requireNonNull(direct, "direct");
    return new ListenNotify(Optional.of(direct), sending, interval, heartbeat);
  }

  /**
   * Sends notifications in the transaction that writes the rows, also on a caller's connection,
   * which needs no {@code wake} then: no row is committed without its notification, and no
   * notification sent for a rollback. Transactions that notify commit one after the other in the
   * whole database, which cost 16 concurrent writers 60 % of their rate when it was measured, and a
   * full notification queue refuses the commit.
   */
  public ListenNotify inTransaction() {
    return new ListenNotify(connection, Sending.IN_TRANSACTION, interval, heartbeat);
  }

  /**
   * Sends nothing, since a trigger does ({@code Dialect.notifyDdl}), or since other processes only
   * publish.
   */
  public ListenNotify listenOnly() {
    return new ListenNotify(connection, Sending.NEVER, interval, heartbeat);
  }

  /**
   * The shortest time between two notifications of one group after commits: 10 ms by default. The
   * first goes out at once.
   */
  public ListenNotify interval(Duration interval) {
    return new ListenNotify(
        connection, sending, Durations.positive(interval, "interval"), heartbeat);
  }

  /**
   * After how long a silence the listening connection goes to the server and back, so that a dead
   * socket is noticed: 10 s by default. The answer may take as long again, 1 s at least and 10 s at
   * most.
   */
  public ListenNotify heartbeat(Duration heartbeat) {
    return new ListenNotify(
        connection, sending, interval, Durations.positive(heartbeat, "heartbeat"));
  }

  /** Where the listening connection comes from; empty for the pool. */
  public Optional<DataSource> connection() {
    return connection;
  }

  /** When notifications are sent. */
  public Sending sending() {
    return sending;
  }

  /** See {@link #interval(Duration)}. */
  public Duration interval() {
    return interval;
  }

  /** See {@link #heartbeat(Duration)}. */
  public Duration heartbeat() {
    return heartbeat;
  }
}
