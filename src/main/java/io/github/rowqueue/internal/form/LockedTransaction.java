package io.github.rowqueue.internal.form;

import io.github.rowqueue.error.StatementException;
import io.github.rowqueue.internal.jdbc.RawRow;
import io.github.rowqueue.internal.jdbc.Session;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * The open transaction of a row lock claim, shared by the rows of a batch: their settlements become
 * durable together when the first of them is completed, and the connection goes back when the last
 * of them is over (B129). Guarded by this object; a batch is settled by one thread, but abandoned
 * by another.
 */
final class LockedTransaction {

  private static final String SAVEPOINT = "rowqueue_settlement";

  private final RowLockForm form;
  private final Session session;
  private final HeldGuard guard;
  private final boolean shared;
  private int open;
  private boolean written;
  private boolean over;
  private @Nullable StatementException failure;

  LockedTransaction(RowLockForm form, Session session, HeldGuard guard, int rows) {
    this.form = form;
    this.session = session;
    this.guard = guard;
    this.shared = rows > 1;
    this.open = rows;
  }

  /** To be told before this ends. */
  void settling(RawRow row, Settlement settlement) {
    form.settling(row, settlement);
  }

  Session session() {
    return session;
  }

  /**
   * Whether a settlement can be undone without the others: always in a batch, where one bad row
   * undoes only itself.
   */
  boolean savepoints() {
    return shared || form.savepoints();
  }

  void setSavepoint() {
    session.savepoint(SAVEPOINT);
  }

  /**
   * Undoes the settlement since the savepoint; if that fails too, the whole transaction is over.
   */
  boolean undoToSavepoint() {
    try {
      session.rollbackTo(SAVEPOINT);
      return true;
    } catch (StatementException gone) {
      fail(gone);
      return false;
    }
  }

  synchronized void written() {
    written = true;
  }

  /**
   * The database refused a settlement for good where there was nothing to fall back to; next time
   * there is.
   */
  void refusedForGood() {
    form.settleUnderSavepoints();
  }

  /** What ended this transaction before its commit, if something did. */
  synchronized @Nullable StatementException failure() {
    return failure;
  }

  /** The database ended the transaction: every settlement in it is undone (B130). */
  synchronized void fail(StatementException reason) {
    failure = reason;
    over = true;
    session.rollback();
  }

  /**
   * Commits what was written, once. A failed commit leaves the outcome open and is never repeated
   * (SPEC 13, 11).
   */
  synchronized SettleResult complete() {
    if (!over) {
      over = true;
      try {
        if (written) {
          session.commit();
        } else {
          session.rollback();
        }
      } catch (StatementException unknown) {
        failure = unknown;
        session.rollback();
      }
    }
    return failure == null ? SettleResult.done("commit") : SettleResult.unknown(failure);
  }

  /**
   * The handler does not end: the server undoes the transaction, and the connection never goes back
   * to the pool.
   */
  synchronized void abandon(String where) {
    over = true;
    failure =
        new StatementException(
            where,
            "row-lock/abandon",
            new SQLException("cut off by close(), since the handler did not end"));
    guard.releaseAfter(session::abort);
  }

  /** One row is over. */
  void leave() {
    synchronized (this) {
      open--;
      if (open > 0) {
        return;
      }
    }
    try {
      end();
    } finally {
      form.unreserve();
    }
  }

  private synchronized void end() {
    try {
      guard.releaseAfter(session::rollback);
    } finally {
      session.close();
    }
  }
}
