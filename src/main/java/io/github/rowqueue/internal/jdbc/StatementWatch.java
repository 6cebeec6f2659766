package io.github.rowqueue.internal.jdbc;

import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Cancels short statements that take too long. Drivers and servers do so too, but set a timer for
 * each statement, and waking its thread takes as long as a part of an insert, or all of it; this
 * looks a few times a second at all that are under way. Its thread ends soon after the last of
 * them. Thread-safe.
 */
final class StatementWatch {

  /** The one of this process. */
  static final StatementWatch SHARED = new StatementWatch(Duration.ofMillis(200));

  private static final Logger LOG = LoggerFactory.getLogger(StatementWatch.class);

  private static final long IDLE_SECONDS = 5;

  private final Duration interval;
  private final Set<Watched> running = ConcurrentHashMap.newKeySet();
  private final ScheduledThreadPoolExecutor thread;
  private volatile boolean looking;

  /** A watch that looks every {@code interval}. */
  StatementWatch(Duration interval) {
    this.interval = interval;
    this.thread =
        new ScheduledThreadPoolExecutor(
            1,
            task -> {
              Thread daemon = new Thread(task, "rowqueue-statement-watch");
              daemon.setDaemon(true);
              return daemon;
            });
    thread.setKeepAliveTime(IDLE_SECONDS, TimeUnit.SECONDS);
    thread.allowCoreThreadTimeOut(true);
  }

  /** Cancels {@code statement} unless that is told to have ended within {@code limit}. */
  Watched watch(Statement statement, Duration limit) {
    Watched watched = new Watched(statement, limit.toNanos());
    running.add(watched);
    if (!looking) { // asked after it was added, and told before the last look: one sees the other
      lookLater();
    }
    return watched;
  }

  private synchronized void lookLater() {
    if (!looking) {
      looking = true;
      var unused = thread.schedule(this::look, interval.toNanos(), TimeUnit.NANOSECONDS);
    }
  }

  private void look() {
    long now = System.nanoTime();
    running.forEach(watched -> watched.cancelIfLate(now));
    looking = false;
    if (!running.isEmpty()) {
      lookLater();
    }
  }

  /** A statement that is executed. */
  final class Watched {
    private final Statement statement;
    private final long limit;
    private long deadline;
    private boolean over;
    private boolean cancelled;

    Watched(Statement statement, long limit) {
      this.statement = statement;
      this.limit = limit;
      this.deadline = System.nanoTime() + limit;
    }

    /** Under its lock, so that the next statement of the connection is never what is cancelled. */
    synchronized void cancelIfLate(long now) {
      if (over || now - deadline < 0) {
        return;
      }
      deadline = now + limit; // again, should it have been cancelled before it had begun
      cancelled = true;
      try {
        statement.cancel();
      } catch (SQLException | RuntimeException refused) {
        LOG.debug("a statement that takes too long could not be cancelled", refused);
      }
    }

    /** Connector/J names a cancel by neither state nor code, as it would a lost connection. */
    synchronized SQLException told(SQLException refused) {
      return cancelled && refused.getSQLState() == null
          ? new SQLTimeoutException(
              "cancelled after %d ms: %s"
                  .formatted(TimeUnit.NANOSECONDS.toMillis(limit), refused.getMessage()),
              refused)
          : refused;
    }

    /** The statement has come back. */
    void end() {
      running.remove(this);
      synchronized (this) {
        over = true;
      }
    }
  }
}
