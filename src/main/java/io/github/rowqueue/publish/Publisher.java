package io.github.rowqueue.publish;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;

/**
 * Writes rows of one table. Got from {@code Rowqueue.publisher(…)}. Thread-safe.
 *
 * <p>Columns marked {@code @Generated} are left to the database, unless an option sets them. A null
 * {@code attempt} is written as 1, a null {@code priority} as 0.
 *
 * <p>A row without a delay and without a {@code retry_after} of its own is due at the database's
 * time of its insert, not at this host's, and not at that of its transaction (except on H2): so
 * that rows of a FIFO group stay in the order of their inserts. This also holds for a column marked
 * {@code @Generated}, whose default is then not used. A delay counts by the clock of the host.
 *
 * <p>A text is refused that would come back changed, by a {@link
 * io.github.rowqueue.error.PublishException} that names table and column, and nothing is written:
 * half a character (a lone surrogate), and on PostgreSQL a NUL. JSON escapes both; columns of a
 * JSON type are looked into. A number of more than 10,000 digits is refused too, since no delivery
 * reads it.
 *
 * @param <R> the row class
 */
public interface Publisher<R> {

  /**
   * Writes one row on a connection of its own, commits, and wakes this process's subscription of
   * the row's group.
   *
   * @throws io.github.rowqueue.error.PublishException if an option needs a column the table does
   *     not have, or a column is null that is not described as nullable
   * @throws io.github.rowqueue.error.StatementException if the database refuses; nothing is written
   * @throws io.github.rowqueue.error.ClosedException after {@code close()}; nothing is written
   */
  void publish(R row, PublishOptions options);

  /** As {@link #publish(Object, PublishOptions)} without options. */
  default void publish(R row) {
    publish(row, PublishOptions.NONE);
  }

  /**
   * Writes all rows or none, in one transaction and many at a time.
   *
   * @throws io.github.rowqueue.error.StatementException if the database refuses one row; nothing is
   *     written
   * @throws io.github.rowqueue.error.ClosedException after {@code close()}; nothing is written
   */
  void publishAll(Collection<? extends R> rows, PublishOptions options);

  /** As {@link #publishAll(Collection, PublishOptions)} without options. */
  default void publishAll(Collection<? extends R> rows) {
    publishAll(rows, PublishOptions.NONE);
  }

  /**
   * Writes one message of a table with a payload column: the message as the payload, every other
   * column from the options or by its database default. JSON by default; {@code byte[]} and {@code
   * String} are written as they are.
   *
   * @throws io.github.rowqueue.error.PublishException if the table has no payload column, or the
   *     message cannot be encoded
   * @throws io.github.rowqueue.error.StatementException if the database refuses; nothing is written
   */
  void publishMessage(Object message, PublishOptions options);

  /** As {@link #publishMessage(Object, PublishOptions)} without options. */
  default void publishMessage(Object message) {
    publishMessage(message, PublishOptions.NONE);
  }

  /**
   * Writes all messages or none, each as {@link #publishMessage(Object, PublishOptions)} would, in
   * one transaction and many at a time.
   *
   * @throws io.github.rowqueue.error.PublishException if the table has no payload column, or one
   *     message cannot be encoded; nothing is written
   * @throws io.github.rowqueue.error.StatementException if the database refuses one row; nothing is
   *     written
   */
  void publishMessages(Collection<?> messages, PublishOptions options);

  /** As {@link #publishMessages(Collection, PublishOptions)} without options. */
  default void publishMessages(Collection<?> messages) {
    publishMessages(messages, PublishOptions.NONE);
  }

  /**
   * Writes one row in the caller's transaction: it commits or vanishes with it. The connection is
   * never committed, closed or changed. Only the caller knows when it commits: subscriptions are
   * woken then if the service has told how it runs something after a commit ({@link AfterCommit});
   * else call {@code Rowqueue.wake(name)}, or leave the row to the next poll. In autocommit mode
   * they are woken at once.
   *
   * @throws SQLException what the driver raised, as it is
   */
  void publish(Connection connection, R row, PublishOptions options) throws SQLException;

  /** As {@link #publish(Connection, Object, PublishOptions)} without options. */
  default void publish(Connection connection, R row) throws SQLException {
    publish(connection, row, PublishOptions.NONE);
  }

  /** As {@link #publish(Connection, Object, PublishOptions)} for many rows, many at a time. */
  void publishAll(Connection connection, Collection<? extends R> rows, PublishOptions options)
      throws SQLException;

  /** As {@link #publishAll(Connection, Collection, PublishOptions)} without options. */
  default void publishAll(Connection connection, Collection<? extends R> rows) throws SQLException {
    publishAll(connection, rows, PublishOptions.NONE);
  }

  /** As {@link #publishMessage(Object, PublishOptions)} in the caller's transaction. */
  void publishMessage(Connection connection, Object message, PublishOptions options)
      throws SQLException;

  /** As {@link #publishMessages(Collection, PublishOptions)} in the caller's transaction. */
  void publishMessages(Connection connection, Collection<?> messages, PublishOptions options)
      throws SQLException;

  /**
   * Writes one row, unless one is there already with the same values in {@code columns}. Wakes as
   * {@link #publish(Object, PublishOptions)} does, if the row was written.
   *
   * @param columns the columns that tell, or their components: a unique index must lie over exactly
   *     these, and none may be null in the row
   * @return whether the row was written
   * @throws io.github.rowqueue.error.PublishException if there is no such index, with the DDL; if a
   *     column is null, or left to the database; or if rows are inserted by the service's own SQL
   *     or code
   * @throws io.github.rowqueue.error.StatementException if the database refuses for another reason,
   *     such as another unique index; nothing is written
   */
  boolean publishIfAbsent(R row, PublishOptions options, String... columns);

  /** As {@link #publishIfAbsent(Object, PublishOptions, String...)} without options. */
  default boolean publishIfAbsent(R row, String... columns) {
    return publishIfAbsent(row, PublishOptions.NONE, columns);
  }

  /**
   * As {@link #publishIfAbsent(Object, PublishOptions, String...)} in the caller's transaction,
   * which goes on whatever the answer. It waits for a transaction under way that writes the same
   * values. At REPEATABLE READ and above, PostgreSQL raises a serialization failure where such a
   * row was committed since the transaction began.
   *
   * @throws SQLException what the driver raised, if the row was not found to be there already
   */
  boolean publishIfAbsent(Connection connection, R row, PublishOptions options, String... columns)
      throws SQLException;
}
