package io.github.rowqueue.internal.form;

import java.sql.Connection;
import java.time.Duration;
import java.util.Optional;

/**
 * The transaction in which the handlers of one run write, one after the other, each behind a
 * savepoint of its own (SPEC 13, 10). Belongs to the thread of the run, but for {@link #cutOff}.
 */
public interface HandlerTransaction extends AutoCloseable {

  /** Whether another handler may start in it. */
  boolean takesMore();

  /** For how long handlers may have it; empty for as long as they take. */
  Optional<Duration> limit();

  /**
   * Sets the savepoint of {@code row} and lends the connection to its handler.
   *
   * @param where how messages about its use begin
   * @throws io.github.rowqueue.error.StatementException if that failed, and no handler may run
   */
  Connection lend(ClaimedRow row, String where);

  /**
   * The handler has ended: its connection is taken back.
   *
   * @return empty, or how the row ends because a call on the connection is still in progress, so
   *     that nothing of the transaction takes effect and nothing more is to be written for it
   */
  Optional<SettleResult> takeBack();

  /** Undoes everything, while a handler still runs; by another thread. */
  void cutOff();

  /**
   * Writes the ack of {@code row}, whose handler was the last to have the connection.
   *
   * @return {@link SettleResult.Kind#DONE} if it becomes durable with the transaction; {@link
   *     SettleResult.Kind#REFUSED} if ack and writes are undone and the row is still held
   */
  SettleResult ack(ClaimedRow row);

  /**
   * Undoes what the handler of {@code row} wrote, which was the last to have the connection.
   *
   * @return {@link SettleResult.Kind#DONE} if the row is still held; else how it ends
   */
  SettleResult undo(ClaimedRow row);

  /**
   * Whether {@code failure} of a handler or an ack means that another writer had the database,
   * which spends no attempt (SPEC 13, 22).
   */
  boolean isBusy(Throwable failure);

  /** Ends it, as far as the form ends it before the other rows are settled. */
  void end();

  /**
   * What became of an ack that was {@link SettleResult.Kind#DONE}, after {@link #end}: {@link
   * SettleResult.Kind#REFUSED} if it is undone and the row still held.
   */
  SettleResult result(ClaimedRow acked);

  /** Undoes what was not ended, and gives the connection back where no row needs it. */
  @Override
  void close();
}
