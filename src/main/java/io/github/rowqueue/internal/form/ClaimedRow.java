package io.github.rowqueue.internal.form;

import io.github.rowqueue.internal.jdbc.RawRow;
import io.github.rowqueue.internal.jdbc.Session;
import java.util.function.Consumer;

/** A row in this process's hands, with the proof that it is held. Thread-safe. */
public interface ClaimedRow {

  /** The row as it was before the claim wrote to it. */
  RawRow row();

  /** Whether an earlier holder let its lease run out: this row may have killed its process. */
  boolean suspect();

  /**
   * Makes sure that the row is held for long enough for its handler to start (SPEC 13, 4).
   *
   * @return false if the row was given up instead, and must not be touched again
   */
  boolean begin();

  /**
   * Has {@code work} done in the transaction of the row's ack, just before it: both are committed,
   * or neither is, and a work that fails is an ack that failed.
   *
   * @return false if the ack is a transaction of its own: then {@code work} is not done, and to be
   *     committed before
   */
  boolean withAck(Consumer<Session> work);

  /** Writes an outcome; may be called again only after {@link SettleResult.Kind#REFUSED}. */
  SettleResult settle(Settlement settlement);

  /**
   * Makes a settlement durable that was {@link SettleResult.Kind#DONE}; of no effect where it is so
   * already.
   *
   * @return {@link SettleResult.Kind#DONE}, or {@link SettleResult.Kind#UNKNOWN} if the commit
   *     failed
   */
  SettleResult complete();

  /**
   * Gives the row back as it was found, its attempt included: its handler did not run, or was cut
   * off by the shutdown.
   */
  SettleResult release();

  /** No longer extends the lease, because the handler takes longer than it may. */
  void stopExtending();

  /**
   * Leaves a row to a handler that will not end: its lease is extended on, or its connection cut
   * off.
   */
  void abandon();

  /** The delivery is over: nothing is kept for it any more, whatever became of its row. */
  void close();

  /** Whether the row is known to be held no longer. */
  boolean isLost();

  /** Runs {@code action} once when the row is lost; at once if it is. */
  void onLost(Runnable action);
}
