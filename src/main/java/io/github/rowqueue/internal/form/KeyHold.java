package io.github.rowqueue.internal.form;

import io.github.rowqueue.internal.jdbc.Session;
import java.util.function.Function;

/** What holds the key of one row in work, and where its settlement runs. Thread-safe. */
interface KeyHold {

  /** The key, as the candidates gave it. */
  String key();

  /**
   * Runs {@code work} where the key is held.
   *
   * @throws io.github.rowqueue.error.StatementException if it fails, or the session is gone
   */
  <T> T use(Function<Session, T> work);

  /**
   * The session for the handlers of this row, and of all that were claimed with it.
   *
   * @throws io.github.rowqueue.error.StatementException if there is none, or it is gone
   */
  HandlerSession lend();

  /** Whether {@link #use} runs on the session that has the lock, and on no other. */
  boolean isOfSession();

  /** Gives the key back, once. */
  void release();

  /** Whether the key was held to its end, as far as its return has told. */
  boolean wasHeld();

  /** Leaves the row to a handler that does not end. */
  void abandon();

  /** The row is over: what was kept for it is given back. */
  void leave(AdvisoryRow row);
}
