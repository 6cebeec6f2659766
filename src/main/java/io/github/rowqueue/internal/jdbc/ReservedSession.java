package io.github.rowqueue.internal.jdbc;

import io.github.rowqueue.dialect.Failure;
import io.github.rowqueue.error.StatementException;
import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The one connection kept for settlements and extensions, so that a pool drained by the service's
 * own code cannot starve them (SPEC 9). Borrowed on first use, renewed before the pool would retire
 * it, replaced after any failure, and left to a user that hangs on it. Thread-safe: one user at a
 * time, in the order they came.
 */
public final class ReservedSession implements AutoCloseable {

  private final Database database;
  private final boolean keeps;
  private final Duration lifetime;
  private final ReentrantLock lock = new ReentrantLock(true);
  private final Condition free = lock.newCondition();

  /** Who uses the connection; guarded by the lock, like all that follows. */
  private @Nullable Loan user;

  /** A user that hangs, with the connection it hangs on; the others go on with a new one. */
  private @Nullable Loan forsaken;

  /** The kept connection while nobody uses it. */
  private @Nullable Session session;

  private long renewAt;

  /** Nothing is kept any more; a claim that ended late may still give its rows back. */
  private boolean closed;

  /**
   * Takes no connection yet.
   *
   * @param keeps whether the connection is kept between uses; false for a pool of one, where claims
   *     would never get it
   */
  public ReservedSession(Database database, boolean keeps) {
    this.database = database;
    this.keeps = keeps;
    this.lifetime = database.maximumLifetime().multipliedBy(3).dividedBy(4);
  }

  /** Runs {@code work} on the connection, with each statement bounded by {@code timeout}. */
  public <T> T use(Duration timeout, Function<Session, T> work) {
    Loan loan = new Loan();
    loan.await();
    return loan.run(timeout, work);
  }

  /** A use that may be given up while it hangs. */
  public Loan loan() {
    return new Loan();
  }

  /** Takes the connection now, while the pool has one to give. */
  public void take() {
    boolean unused = use(Duration.ofSeconds(10), session -> true);
  }

  @Override
  public void close() {
    Loan last = new Loan();
    last.await();
    last.takeKept();
    lock.lock();
    try {
      closed = true;
    } finally {
      lock.unlock();
    }
    last.end(false);
  }

  /** One use of the connection, for one thread; any other may {@link #forsake} it. */
  public final class Loan {

    private @Nullable Session mine;

    private Loan() {}

    /**
     * Waits for the connection no longer than {@code wait}, and runs {@code work} with each
     * statement bounded by {@code timeout}.
     *
     * @return false if the connection was not free in time and {@code work} did not run
     */
    public boolean tryUse(Duration wait, Duration timeout, Function<Session, ?> work) {
      boolean interrupted = Thread.interrupted();
      try {
        if (!await(wait)) {
          return false;
        }
      } catch (InterruptedException late) {
        interrupted = true;
        return false;
      } finally {
        if (interrupted) {
          Thread.currentThread().interrupt();
        }
      }
      run(timeout, work);
      return true;
    }

    /**
     * Leaves the connection to this use, which hangs on it; the next user borrows another. One use
     * at a time is left so: a database that hangs as a whole must not drain the pool.
     */
    public void forsake() {
      lock.lock();
      try {
        if (user == this && forsaken == null) {
          forsaken = this;
          user = null; // its connection is in its hands, and closed when it ends
          free.signal();
        }
      } finally {
        lock.unlock();
      }
    }

    private void await() {
      lock.lock();
      try {
        while (user != null) {
          free.awaitUninterruptibly();
        }
        user = this;
      } finally {
        lock.unlock();
      }
    }

    private boolean await(Duration wait) throws InterruptedException {
      long deadline = System.nanoTime() + wait.toNanos();
      lock.lock();
      try {
        while (user != null) {
          if (free.awaitNanos(deadline - System.nanoTime()) <= 0 && user != null) {
            return false;
          }
        }
        user = this;
        return true;
      } catch (InterruptedException late) {
        free.signal(); // perhaps it was this one's turn
        throw late;
      } finally {
        lock.unlock();
      }
    }

    private <T> T run(Duration timeout, Function<Session, T> work) {
      try {
        Session reserved = session();
        reserved.limit(timeout);
        T result = work.apply(reserved);
        reserved.rollback(); // of no effect after a commit; nothing may stay open between users
        end(keeps);
        return result;
      } catch (StatementException refused) {
        end(keeps && isUsableAfter(refused));
        throw refused;
      } catch (RuntimeException | Error defect) {
        end(false);
        throw defect;
      }
    }

    /** After contention or a constraint: a drained pool might not give another connection. */
    private boolean isUsableAfter(StatementException refused) {
      if (mine == null || database.classify(refused) == Failure.CONNECTION) {
        return false;
      }
      mine.rollback();
      return true;
    }

    private Session session() {
      takeKept();
      if (mine == null) {
        mine = database.open("settlement and extension", Duration.ofSeconds(10));
        mine.holdReadCommitted();
        renewed();
      }
      return mine;
    }

    private void takeKept() {
      Session old = null;
      lock.lock();
      try {
        if (session != null && System.nanoTime() - renewAt < 0) {
          mine = session;
        } else {
          old = session;
        }
        session = null;
      } finally {
        lock.unlock();
      }
      if (old != null) {
        old.close();
      }
    }

    private void renewed() {
      lock.lock();
      try {
        if (user == this) {
          renewAt = System.nanoTime() + lifetime.toNanos();
        }
      } finally {
        lock.unlock();
      }
    }

    private void end(boolean keep) {
      boolean kept = false;
      lock.lock();
      try {
        if (user == this) {
          kept = keep && !closed;
          session = kept ? mine : null;
          user = null;
          free.signal();
        } else {
          forsaken = null;
        }
      } finally {
        lock.unlock();
      }
      if (!kept && mine != null) {
        mine.close();
      }
    }
  }
}
