package io.github.rowqueue.internal.jdbc;

import io.github.rowqueue.error.TransactionHeldException;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connection of a transaction while a handler has it: everything but the end of the transaction
 * and the connection's settings is the handler's, and nothing once it is taken back. Thread-safe.
 */
public final class HandlerConnection {

  private static final Logger LOG = LoggerFactory.getLogger(HandlerConnection.class);

  private final Connection real;
  private final String where;
  private final boolean savepointsAllowed;
  private final Connection guard;
  private final List<Runnable> afterCommit = new ArrayList<>();
  private final Set<AutoCloseable> open = ConcurrentHashMap.newKeySet();
  private int calls;
  private int savepoints;
  private @Nullable String over;
  private @Nullable Runnable onceIdle;

  HandlerConnection(Connection real, String where, boolean savepointsAllowed) {
    this.real = real;
    this.where = where;
    this.savepointsAllowed = savepointsAllowed;
    this.guard = HandlerObject.wrap(this, Connection.class, real);
  }

  /** What the handler is given. */
  public Connection guard() {
    return guard;
  }

  /**
   * Has {@code action} run once the transaction of {@code connection} is committed, if that is one
   * lent to a handler.
   *
   * @return false if it is not, and nothing will run
   */
  public static boolean afterCommit(Connection connection, Runnable action) {
    Optional<HandlerConnection> lent = of(connection);
    lent.ifPresent(one -> one.add(action));
    return lent.isPresent();
  }

  /** Whether {@code connection} is one lent to a handler. */
  public static boolean isLent(Connection connection) {
    return of(connection).isPresent();
  }

  private static Optional<HandlerConnection> of(Connection connection) {
    return HandlerObject.of(connection).map(HandlerObject::lender);
  }

  private synchronized void add(Runnable action) {
    afterCommit.add(action);
  }

  /** How much is to run, for {@link #forget}. */
  synchronized int actions() {
    return afterCommit.size();
  }

  /** What was written after the first {@code kept} actions were added was undone. */
  synchronized void forget(int kept) {
    if (kept < afterCommit.size()) {
      afterCommit.subList(kept, afterCommit.size()).clear();
    }
  }

  /** What is to run once its writes are committed. */
  public synchronized List<Runnable> afterCommit() {
    return List.copyOf(afterCommit);
  }

  /**
   * Takes it back: whatever is called from now on is refused.
   *
   * @param reason why, for who calls it later
   * @param inProgress runs once the last call that is in progress has come back, on the thread that
   *     made it; not at all if there is none
   * @return false if a call is in progress
   */
  public synchronized boolean takeBack(String reason, Runnable inProgress) {
    if (over == null) {
      over = reason;
    }
    if (calls > 0) {
      onceIdle = inProgress;
      return false;
    }
    return true;
  }

  /**
   * Closes the statements and the metadata's results the handler left open, which would stand in
   * the way of the settlement, and on SQLite keep their read lock after it. Of a connection that
   * was taken back.
   */
  public void closeStatements() {
    for (AutoCloseable left : open) {
      try {
        left.close();
      } catch (Exception gone) {
        LOG.debug("{}: a statement the handler left open could not be closed", where, gone);
      }
    }
  }

  Connection real() {
    return real;
  }

  String where() {
    return where;
  }

  /** What is to be closed at the end. */
  Set<AutoCloseable> open() {
    return open;
  }

  boolean savepointsAllowed() {
    return savepointsAllowed;
  }

  synchronized String newSavepoint() {
    savepoints++;
    return "handler_" + savepoints;
  }

  synchronized boolean isOver() {
    return over != null;
  }

  /** A call begins. */
  synchronized void enter(String call) {
    if (over != null) {
      throw TransactionHeldException.late(where, call, over);
    }
    calls++;
  }

  /** It has ended. */
  void leave() {
    Runnable last = null;
    synchronized (this) {
      calls--;
      if (calls == 0 && over != null) {
        last = onceIdle;
        onceIdle = null;
      }
    }
    if (last != null) {
      last.run();
    }
  }
}
