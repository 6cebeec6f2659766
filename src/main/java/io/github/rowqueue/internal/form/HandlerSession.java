package io.github.rowqueue.internal.form;

import io.github.rowqueue.internal.jdbc.Session;

/** The session on which the handlers of one run write. Thread-safe. */
interface HandlerSession {

  /** The session; for one thread at a time. */
  Session session();

  /** The transaction is over: what was not committed is undone, and the session given back. */
  void giveBack();

  /**
   * A call of a handler is in progress that its handler left behind: the session is never used
   * again, and {@link #discard} follows instead of {@link #giveBack}.
   */
  void condemn();

  /** Cuts the condemned session off; by a thread that may wait for the call. */
  void discard();
}
