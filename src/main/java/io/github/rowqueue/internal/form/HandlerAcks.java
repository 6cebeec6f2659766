package io.github.rowqueue.internal.form;

import io.github.rowqueue.dialect.Failure;
import io.github.rowqueue.error.StatementException;
import io.github.rowqueue.internal.jdbc.Session;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;

/** How the rows of a form are acked in the transaction of their handlers. Thread-safe. */
interface HandlerAcks {

  FormContext context();

  /** The form's name, for the names of statements. */
  String form();

  /** For how long handlers may have a transaction; empty for as long as they take. */
  Optional<Duration> limit();

  /**
   * Writes the ack of {@code row} in the open transaction.
   *
   * @return whether the row was still held
   */
  boolean ack(Session session, HandlerRow row);

  /**
   * Reads what became of an ack whose commit failed with {@code failure} (SPEC 13, 9). It is never
   * repeated: where the row is still held it is undone, together with the handler's writes.
   */
  SettleResult afterCommit(HandlerRow row, StatementException failure);

  /** Half of {@code lease} where one writer is all the database has: extensions wait for it. */
  static Optional<Duration> limit(FormContext context, Duration lease) {
    return context.database().dialect().singleWriter()
        ? Optional.of(lease.dividedBy(2))
        : Optional.empty();
  }

  /** Whether {@code failure} comes of another process that writes to the same file. */
  default boolean isBusy(Throwable failure) {
    if (!context().database().dialect().singleWriter()) {
      return false;
    }
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof SQLException sql) {
        return context().database().classify(sql) == Failure.RETRYABLE;
      }
    }
    return false;
  }
}
