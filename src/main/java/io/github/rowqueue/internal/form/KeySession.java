package io.github.rowqueue.internal.form;

import io.github.rowqueue.dialect.Failure;
import io.github.rowqueue.dialect.KeyLocks;
import io.github.rowqueue.dialect.Statement;
import io.github.rowqueue.error.StatementException;
import io.github.rowqueue.internal.jdbc.Session;
import io.github.rowqueue.internal.jdbc.Values;
import io.github.rowqueue.internal.jdbc.WriterLane.Rank;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A session, the keys it may hold, and the rows that hang on it. A key counts as held from before
 * its lock is sent until its return is confirmed; a session that does not confirm is cut off, or
 * its next borrower would hold the key. Statements run one at a time, guarded by this object; rows
 * are told of its loss outside of the guard.
 */
final class KeySession implements KeyLocker {

  private static final Logger LOG = LoggerFactory.getLogger(KeySession.class);

  private final FormContext context;
  private final KeyLocks.OfSession locks;
  private final Session session;
  private final Set<String> keys = new HashSet<>();
  private final Set<AdvisoryRow> rows = new LinkedHashSet<>();
  private @Nullable StatementException gone;
  private Runnable onEnd = () -> {};
  private boolean closed;
  private volatile boolean lent;
  private boolean condemned;
  private volatile long usedAt = System.nanoTime();

  /** Whether a worker asks for a sign of life. */
  private final AtomicBoolean asked = new AtomicBoolean();

  /** Borrows a connection. */
  KeySession(FormContext context, KeyLocks.OfSession locks) {
    this.context = context;
    this.locks = locks;
    this.session = context.database().open(context.where(), context.statementTimeout());
    boolean ready = false;
    try {
      session.holdReadCommitted();
      ready = true;
    } finally {
      if (!ready) {
        session.close();
      }
    }
  }

  /**
   * Runs {@code work} on the session.
   *
   * @throws StatementException if it fails; after the loss of the session, always
   */
  <T> T use(Function<Session, T> work) {
    return use(Rank.SETTLE, work);
  }

  /** Takes rows whose keys this session then holds. */
  List<KeyClaim.Taken> claim(KeyClaim claim, int limit) {
    return use(Rank.CLAIM, one -> claim.run(one, this, limit, false));
  }

  private <T> T use(Rank rank, Function<Session, T> work) {
    try {
      synchronized (this) {
        if (gone != null) {
          throw gone;
        }
        // Of effect where a service locks keys of SQLite by statements of its own.
        T result = context.database().lane().write(rank, () -> run(work));
        usedAt = System.nanoTime();
        return result;
      }
    } catch (StatementException failure) {
      if (context.database().classify(failure) == Failure.CONNECTION) {
        cutOff(failure);
      }
      throw failure;
    } finally {
      tellIfLost();
    }
  }

  /** Leaves no transaction open, in which the next statement would fail or be undone. */
  private <T> T run(Function<Session, T> work) {
    try {
      return work.apply(session);
    } finally {
      session.rollback(); // of no effect without one
    }
  }

  @Override
  public synchronized boolean lock(String key) {
    keys.add(key);
    boolean answered = false;
    try {
      boolean locked = isYes(ask(locks.lock(), key));
      answered = true;
      if (!locked) {
        keys.remove(key);
      }
      return locked;
    } finally {
      if (!answered) { // the server may have given it all the same: a time-out can come after it
        LOG.debug("{}: whether the key {} was locked is not known", context.where(), key);
        cutOff(unknown("the lock of the key %s was not answered".formatted(key), null));
      }
    }
  }

  /** Within a claim, whose turn to write this belongs to. */
  @Override
  public void unlock(String key) {
    try {
      boolean unused = confirm(key);
    } finally {
      tellIfLost();
    }
  }

  /** Gives {@code key} back; false if the session did not hold it, or is cut off now. */
  boolean giveBack(String key) {
    try {
      synchronized (this) {
        // An own unlock on SQLite writes, and a handler's transaction may keep it waiting.
        return context.database().lane().write(Rank.SETTLE, () -> confirm(key));
      }
    } finally {
      tellIfLost();
    }
  }

  private synchronized boolean confirm(String key) {
    if (!keys.remove(key) || gone != null) {
      return false;
    }
    StatementException failure = null;
    try {
      if (isYes(ask(locks.unlock(), key))) {
        return true;
      }
    } catch (StatementException refused) {
      failure = refused;
    }
    LOG.warn(
        "{}: the lock of key {} was not confirmed to be given back, so its connection is cut off",
        context.where(),
        key,
        failure);
    cutOff(unknown("the key %s was not held any more".formatted(key), failure));
    return false;
  }

  private String ask(Statement statement, String key) {
    String answer = session.ask(statement, context.table(), new Values().keys(List.of(key)));
    usedAt = System.nanoTime();
    return answer;
  }

  /** Statements of a service's own may answer in a type of its own. */
  private static boolean isYes(String answer) {
    return !answer.isEmpty() && !answer.matches("(?i)0+|f|false|null|no");
  }

  /** Whether nothing was lost so far. */
  synchronized boolean isAlive() {
    return gone == null && !closed;
  }

  synchronized int size() {
    return keys.size();
  }

  /** A row hangs on this session from now on; it is told at once if that is gone already. */
  void enter(AdvisoryRow row) {
    synchronized (this) {
      rows.add(row);
    }
    tellIfLost();
  }

  /**
   * A row is over.
   *
   * @return whether it was the last
   */
  synchronized boolean leave(AdvisoryRow row) {
    return rows.remove(row) && rows.isEmpty();
  }

  /**
   * Asks the server for a sign of life, if nothing was asked for as long as {@code nanos}. On a
   * worker of its own: a session whose network hangs must not keep the others from being asked.
   */
  void check(long nanos) {
    if (lent || System.nanoTime() - usedAt < nanos || !asked.compareAndSet(false, true)) {
      return;
    }
    boolean started = false;
    try {
      context.workers().execute(this::askForLife);
      started = true;
    } catch (RejectedExecutionException ended) {
      LOG.debug("{}: ended, so that no session is asked", context.where());
    } finally {
      if (!started) {
        asked.set(false);
      }
    }
  }

  private void askForLife() {
    try {
      askUnlessLent();
    } catch (StatementException failure) {
      LOG.debug("{}: the session that holds its keys failed", context.where(), failure);
    } finally {
      asked.set(false);
      tellIfLost();
    }
  }

  /** Who has it lent finds its loss by itself, and must not be met by a statement. */
  private synchronized void askUnlessLent() {
    if (!lent && isAlive()) {
      Object unused =
          use(
              open ->
                  open.value(context.database().dialect().serverTime(), rows -> rows.getObject(1)));
    }
  }

  /** Lends the session to the handlers of its rows; nothing else uses it meanwhile. */
  synchronized HandlerSession lend() {
    if (gone != null) {
      throw gone;
    }
    lent = true;
    return new Lent();
  }

  private final class Lent implements HandlerSession {

    @Override
    public Session session() {
      return session;
    }

    @Override
    public void giveBack() {
      synchronized (KeySession.this) {
        session.rollback(); // of no effect after a commit
        lent = false;
        usedAt = System.nanoTime();
      }
    }

    @Override
    public void condemn() {
      synchronized (KeySession.this) {
        condemned = true;
        if (gone == null) {
          gone = unknown("a call of a handler that has ended is in progress on it", null);
          keys.clear();
        }
        session.condemn();
      }
    }

    @Override
    public void discard() {
      session.abort();
      tellIfLost();
    }
  }

  /** With the session every key is gone. Rows are told by whoever leaves the guard last. */
  private void tellIfLost() {
    if (Thread.holdsLock(this)) {
      return;
    }
    List<AdvisoryRow> lost;
    synchronized (this) {
      lost = gone == null ? List.of() : new ArrayList<>(rows);
    }
    lost.forEach(AdvisoryRow::lose);
  }

  private synchronized void cutOff(StatementException reason) {
    if (gone == null) {
      gone = reason;
      keys.clear();
      session.abort();
    }
  }

  private StatementException unknown(String what, @Nullable StatementException cause) {
    return new StatementException(
        context.where(),
        context.database().dialect().name() + "/advisory/session",
        new SQLException(what, "08006", cause));
  }

  /** Cuts the connection off with every key it holds: a handler does not end. */
  void abandon() {
    cutOff(unknown("cut off by close(), since the handler did not end", null));
    tellIfLost();
  }

  /** Sets what runs when the connection is given back, instead of what was set before. */
  synchronized void onEnd(Runnable action) {
    onEnd = action;
  }

  /** Gives back all keys and the connection. */
  void close() {
    Runnable end;
    synchronized (this) {
      if (closed) {
        return;
      }
      closed = true;
      end = onEnd;
      if (condemned) { // by a thread that may wait for the call in progress
        context.workers().execute(() -> closeThen(end));
        return;
      }
      try {
        session.rollback();
        List.copyOf(keys).forEach(this::giveBack);
      } finally {
        session.close();
      }
    }
    end.run();
  }

  private void closeThen(Runnable end) {
    try {
      session.close();
    } finally {
      end.run();
    }
  }
}
