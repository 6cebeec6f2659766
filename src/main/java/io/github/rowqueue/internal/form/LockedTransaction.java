package io.github.rowqueue.internal.form;

import io.github.rowqueue.error.RowqueueException;
import io.github.rowqueue.error.StatementException;
import io.github.rowqueue.internal.jdbc.RawRow;
import io.github.rowqueue.internal.jdbc.Session;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
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
  private boolean held;
  private @Nullable RowqueueException failure;
  private final List<Runnable> afterCommit = new ArrayList<>();

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
  synchronized @Nullable RowqueueException failure() {
    return failure;
  }

  /** The database ended the transaction: every settlement in it is undone (B130). */
  synchronized void fail(StatementException reason) {
    failure = reason;
    over = true;
    session.rollback();
  }

  /**
   * A call on its connection is still in progress, which its handler left behind: the connection is
   * cut off, by a thread that may wait for that call, and nothing of the transaction takes effect.
   */
  synchronized void hold(RowqueueException reason, Executor workers) {
    failure = reason;
    over = true;
    held = true;
    session.condemn();
    workers.execute(this::cutOff);
  }

  private void cutOff() {
    try {
      guard.releaseAfter(session::abort);
    } finally {
      session.close();
    }
  }

  /** Has {@code actions} run after the commit. */
  synchronized void afterCommit(List<Runnable> actions) {
    afterCommit.addAll(actions);
  }

  /**
   * Commits what was written, once. A failed commit leaves the outcome open and is never repeated
   * (SPEC 13, 11).
   */
  SettleResult complete() {
    List<Runnable> actions = new ArrayList<>();
    SettleResult result = complete(actions);
    actions.forEach(Runnable::run); // they look for rows to claim: with no lock in hand
    return result;
  }

  private synchronized SettleResult complete(List<Runnable> actions) {
    if (!over) {
      over = true;
      try {
        if (written) {
          session.commit();
          actions.addAll(afterCommit);
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
    if (held) {
      return; // the thread that cuts it off gives it back
    }
    try {
      guard.releaseAfter(session::rollback);
    } finally {
      session.close();
    }
  }
}
