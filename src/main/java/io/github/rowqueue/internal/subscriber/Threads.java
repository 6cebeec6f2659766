package io.github.rowqueue.internal.subscriber;

import io.github.rowqueue.internal.clock.Nanos;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The threads of one {@code Rowqueue}: one timer for all subscriptions, which never waits for a
 * database, and as many workers as there is work for. Workers are bounded by the loops, never by
 * the type of the threads. Thread-safe.
 */
public final class Threads {

  private static final Logger LOG = LoggerFactory.getLogger(Threads.class);

  private final ScheduledThreadPoolExecutor timer;
  private final ExecutorService workers;

  /** Threads of the JVM's platform, or those {@code workers} makes. */
  public Threads(ThreadFactory workers) {
    this.timer = new ScheduledThreadPoolExecutor(1, named("rowqueue-timer"));
    this.timer.setRemoveOnCancelPolicy(true);
    this.workers = Executors.newCachedThreadPool(workers);
  }

  /**
   * Daemon platform threads; {@code close()} is what waits for handlers, not the end of the JVM.
   */
  public static ThreadFactory platform() {
    return named("rowqueue-worker");
  }

  /** A daemon of its own for {@code loop}, which waits most of the time; not started yet. */
  static Thread dedicated(String name, Runnable loop) {
    return named(name).newThread(logged(loop));
  }

  private static ThreadFactory named(String name) {
    AtomicInteger number = new AtomicInteger();
    return task -> {
      Thread thread = new Thread(task, name + "-" + number.incrementAndGet());
      thread.setDaemon(true);
      return thread;
    };
  }

  /** Runs {@code work} on a worker. */
  void execute(Runnable work) {
    workers.execute(logged(work));
  }

  /** Runs {@code task} on the timer after {@code delay}; it must not wait for anything. */
  ScheduledFuture<?> after(Duration delay, Runnable task) {
    return timer.schedule(logged(task), Math.max(0, Nanos.of(delay)), TimeUnit.NANOSECONDS);
  }

  /**
   * Runs {@code work} on a worker again and again, {@code interval} after each end: no burst after
   * a late one (B84). While the system has no thread to give, a round is left out.
   */
  void repeat(Duration interval, Runnable work) {
    try {
      ScheduledFuture<?> unused = after(interval, () -> startRound(interval, work));
    } catch (RejectedExecutionException closed) {
      LOG.debug("closed: no further round");
    }
  }

  private void startRound(Duration interval, Runnable work) {
    try {
      execute(() -> runAndRepeat(interval, work));
    } catch (RejectedExecutionException closed) {
      LOG.debug("closed: no further round");
    } catch (RuntimeException | Error refused) {
      LOG.error("no thread for a round, which is left out; the next is in {}", interval, refused);
      repeat(interval, work);
    }
  }

  private void runAndRepeat(Duration interval, Runnable work) {
    try {
      work.run();
    } finally {
      repeat(interval, work);
    }
  }

  /** Ends the timer and lets the workers end as their work does. */
  void close() {
    timer.shutdownNow();
    workers.shutdown();
  }

  private static Runnable logged(Runnable task) {
    return () -> {
      try {
        task.run();
      } catch (RuntimeException | Error unexpected) {
        LOG.error(
            "a task of Rowqueue's own failed: this is a defect; other tasks go on", unexpected);
        throw unexpected;
      }
    };
  }
}
