package io.github.rowqueue.internal.jdbc;

import io.github.rowqueue.dialect.Failure;
import io.github.rowqueue.error.StatementException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The one connection kept for settlements and extensions, so that a pool drained by the service's
 * own code cannot starve them (SPEC 9). Borrowed on first use, renewed before the pool would retire
 * it, replaced after any failure. Thread-safe: one user at a time, in the order they came.
 */
public final class ReservedSession implements AutoCloseable {

  private final Database database;
  private final boolean keeps;
  private final Duration lifetime;
  private final ReentrantLock turn = new ReentrantLock(true);
  private @Nullable Session session;
  private long renewAt;

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
    turn.lock();
    try {
      return run(timeout, work);
    } finally {
      turn.unlock();
    }
  }

  /**
   * As {@link #use}, but waits for its turn no longer than {@code timeout}.
   *
   * @return false if the connection was not free in time and {@code work} did not run
   */
  public boolean tryUse(Duration timeout, Function<Session, ?> work) {
    boolean interrupted = Thread.interrupted();
    try {
      if (!turn.tryLock(timeout.toNanos(), TimeUnit.NANOSECONDS)) {
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
    try {
      run(timeout, work);
      return true;
    } finally {
      turn.unlock();
    }
  }

  private <T> T run(Duration timeout, Function<Session, T> work) {
    try {
      Session reserved = session();
      reserved.limit(timeout);
      T result = work.apply(reserved);
      reserved.rollback(); // of no effect after a commit; nothing may stay open between users
      if (!keeps) {
        drop();
      }
      return result;
    } catch (StatementException refused) {
      if (database.classify(refused) == Failure.CONNECTION) {
        drop();
      } else {
        rollBack(); // contention or a constraint: a drained pool might not give another connection
      }
      throw refused;
    } catch (RuntimeException | Error defect) {
      drop();
      throw defect;
    }
  }

  private void rollBack() {
    if (session != null) {
      session.rollback();
    }
  }

  /** Takes the connection now, while the pool has one to give. */
  public void take() {
    boolean unused = use(Duration.ofSeconds(10), session -> true);
  }

  private Session session() {
    Session current = session;
    if (current != null && System.nanoTime() - renewAt < 0) {
      return current;
    }
    drop();
    Session fresh = database.open("settlement and extension", Duration.ofSeconds(10));
    fresh.holdReadCommitted();
    renewAt = System.nanoTime() + lifetime.toNanos();
    session = fresh;
    return fresh;
  }

  private void drop() {
    Session old = session;
    session = null;
    if (old != null) {
      old.close();
    }
  }

  @Override
  public void close() {
    turn.lock();
    try {
      drop();
    } finally {
      turn.unlock();
    }
  }
}
