package io.github.rowqueue.internal.subscriber;

import io.github.rowqueue.internal.clock.Nanos;
import io.github.rowqueue.internal.jdbc.Database;
import io.github.rowqueue.internal.jdbc.NotifyWriter;
import io.github.rowqueue.internal.jdbc.Session;
import io.github.rowqueue.subscribe.Backoff;
import io.github.rowqueue.table.TableName;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notifies other processes of rows that are committed, from one thread: a NOTIFY inside the
 * writers' transactions would make them commit one after the other. A failure delays notifications
 * and nothing else. Thread-safe.
 */
final class NotificationSender implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(NotificationSender.class);
  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  /** How long {@code close()} waits for the last notifications. */
  private static final Duration LAST = Duration.ofSeconds(5);

  private final Database database;
  private final NotifyWriter writer;
  private final Backoff backoff;
  private final Thread thread;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition news = lock.newCondition();

  /** Guarded by the lock, like all that follows. */
  private final DirtyGroups dirty;

  private boolean closing;
  private int failures;

  NotificationSender(Database database, NotifyWriter writer, Duration interval, Backoff backoff) {
    this.database = database;
    this.writer = writer;
    this.backoff = backoff;
    this.dirty = new DirtyGroups(interval);
    this.thread = Threads.dedicated("rowqueue-notifier", this::run);
  }

  void start() {
    thread.start();
  }

  /** A row of the group is committed. */
  void written(TableName table, String group) {
    lock.lock();
    try {
      if (dirty.mark(table, group)) {
        news.signal();
      }
    } finally {
      lock.unlock();
    }
  }

  private void run() {
    for (Map<TableName, Set<String>> due = next(); !due.isEmpty(); due = next()) {
      try {
        send(due);
        sent();
      } catch (RuntimeException | Error failure) { // of whatever kind: the thread must go on
        failed(due, failure);
      }
    }
  }

  /**
   * Waits for groups to notify, which are clean from now on: a row committed while their
   * notification is under way makes them dirty again (SPEC 13, 24). Empty when all is sent and this
   * is closed.
   */
  private Map<TableName, Set<String>> next() {
    while (true) {
      try {
        return awaited();
      } catch (InterruptedException nobodys) {
        LOG.debug("interrupted; only close() ends notifications", nobodys);
      }
    }
  }

  private Map<TableName, Set<String>> awaited() throws InterruptedException {
    lock.lock();
    try {
      while (!closing) {
        long wait = dirty.nanosUntilNext(System.nanoTime());
        if (wait <= 0) {
          return dirty.take(System.nanoTime());
        }
        long unused = news.awaitNanos(wait);
      }
      return dirty.takeAll();
    } finally {
      lock.unlock();
    }
  }

  private void send(Map<TableName, Set<String>> due) {
    try (Session session = database.open("notifications", TIMEOUT)) {
      due.forEach((table, groups) -> writer.send(session, table, groups));
    }
  }

  private void sent() {
    lock.lock();
    try {
      failures = 0;
    } finally {
      lock.unlock();
    }
  }

  private void failed(Map<TableName, Set<String>> due, Throwable failure) {
    lock.lock();
    try {
      failures++;
      LOG.warn(
          "tables {}: no notification could be sent, so that other processes find their rows by polls; the rows are committed, and it is tried again with backoff",
          due.keySet(),
          failure);
      if (!closing) {
        dirty.failed(due, System.nanoTime() + Nanos.of(backoff.delay(failures)));
      }
    } finally {
      lock.unlock();
    }
  }

  /** Sends what is left, once. */
  @Override
  public void close() {
    lock.lock();
    try {
      closing = true;
      news.signal();
    } finally {
      lock.unlock();
    }
    NotificationListener.join(thread, LAST);
  }
}
