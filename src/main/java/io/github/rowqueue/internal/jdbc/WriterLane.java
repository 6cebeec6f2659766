package io.github.rowqueue.internal.jdbc;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One write at a time in this process, for a database that has one writer (SQLite): waiting here is
 * fair and ordered, where waiting for SQLite's own lock is neither. An extension goes before a
 * settlement, that before a claim, and all before a publish (SPEC 13, 22). Thread-safe.
 */
public final class WriterLane {

  /** What a write is for; earlier constants go first. */
  public enum Rank {
    /** A lease that would run out. */
    EXTEND,
    /** An outcome. */
    SETTLE,
    /** More work. */
    CLAIM,
    /** A new message, or the transaction of a handler. */
    PUBLISH
  }

  private static final ConcurrentMap<String, WriterLane> LANES = new ConcurrentHashMap<>();

  private final boolean unlimited;
  private final Map<Rank, Integer> waiting = new EnumMap<>(Rank.class);
  private @Nullable Thread writer;

  private WriterLane(boolean unlimited) {
    this.unlimited = unlimited;
  }

  /**
   * The lane of the database at {@code url}: one for every {@code Rowqueue} of this process on it.
   */
  static WriterLane of(String url) {
    return LANES.computeIfAbsent(url, key -> new WriterLane(false));
  }

  /** A lane that lets everybody through at once. */
  static WriterLane unlimited() {
    return new WriterLane(true);
  }

  /**
   * Runs {@code write} when its turn comes.
   *
   * @throws IllegalStateException if the calling thread is writing already
   */
  public <T> T write(Rank rank, Supplier<T> write) {
    if (unlimited) {
      return write.get();
    }
    enter(rank);
    try {
      return write.get();
    } finally {
      leave();
    }
  }

  /**
   * Waits for a turn that lasts until it is ended, by any thread.
   *
   * @throws IllegalStateException if the calling thread is writing already
   */
  public Turn take(Rank rank) {
    if (unlimited) {
      return () -> {};
    }
    enter(rank);
    AtomicBoolean ended = new AtomicBoolean();
    return () -> {
      if (ended.compareAndSet(false, true)) {
        leave();
      }
    };
  }

  /** A turn to write. */
  @FunctionalInterface
  public interface Turn {
    /** Lets the next one write; of no effect if it has ended already. */
    void end();
  }

  private synchronized void enter(Rank rank) {
    if (Thread.currentThread().equals(writer)) {
      throw new IllegalStateException(
          "a write was begun inside another one, by code that an own statement or insert or a handler in a transaction runs, and would wait for itself for ever,"
              + " since this database has one writer: use the connection the code was given, as in publish(connection, row)");
    }
    waiting.merge(rank, 1, Integer::sum);
    boolean interrupted = false;
    while (writer != null || earlierWaits(rank)) {
      try {
        wait();
      } catch (InterruptedException late) {
        interrupted = true; // a write is short; the flag is for the handler's own code
      }
    }
    waiting.merge(rank, -1, Integer::sum);
    writer = Thread.currentThread();
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean earlierWaits(Rank rank) {
    return waiting.entrySet().stream()
        .anyMatch(queue -> queue.getKey().compareTo(rank) < 0 && queue.getValue() > 0);
  }

  private synchronized void leave() {
    writer = null;
    notifyAll();
  }
}
