package io.github.rowqueue.internal.subscriber;

import io.github.rowqueue.internal.clock.Nanos;
import io.github.rowqueue.internal.form.Pause;
import io.github.rowqueue.internal.subscriber.WorkInProgress.Interruption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The end of a runtime (SPEC 10): stop claiming, let handlers finish with their leases extended,
 * interrupt those that take longer than the drain timeout, and leave alone those that ignore it.
 */
final class Drain {

  private static final Logger LOG = LoggerFactory.getLogger(Drain.class);

  /** How long interrupted handlers have to end; what they held is then released or settled. */
  private static final Duration INTERRUPT_GRACE = Duration.ofSeconds(5);

  private final List<SubscriberLoop> loops;
  private final Duration timeout;
  private final Pause pause;

  Drain(List<SubscriberLoop> loops, Duration timeout, Pause pause) {
    this.loops = loops;
    this.timeout = timeout;
    this.pause = pause;
  }

  ShutdownSummary run() {
    long started = System.nanoTime();
    loops.forEach(SubscriberLoop::close);
    inWork().stream()
        .filter(WorkInProgress::isHandledHere)
        .forEach(
            work ->
                LOG.warn(
                    "{}: close() is called by its handler, and waits for it in vain; call it from another thread",
                    work.where()));
    boolean interrupted = !await(started + Nanos.of(timeout));
    List<WorkInProgress> late = interrupted ? inWork() : List.of();
    for (WorkInProgress work : late) {
      LOG.warn(
          "{}: its handler is interrupted, since it did not end within {}", work.where(), timeout);
      work.interrupt(Interruption.SHUTDOWN);
    }
    if (interrupted) {
      // Settlements that wait for the database stop waiting: their leases run out.
      pause.end();
      await(System.nanoTime() + INTERRUPT_GRACE.toNanos());
    }
    List<String> running = abandonRest();
    return new ShutdownSummary(Duration.ofNanos(System.nanoTime() - started), late.size(), running);
  }

  private List<String> abandonRest() {
    List<String> running = new ArrayList<>();
    for (WorkInProgress work : inWork()) {
      LOG.error(
          "{}: its handler ignores the interrupt and runs on; its lease is extended until it returns, or, if a connection holds its row, that is cut off and the row is delivered again",
          work.where());
      running.add(work.where());
      work.row().abandon();
    }
    return running;
  }

  private List<WorkInProgress> inWork() {
    return loops.stream().flatMap(loop -> loop.rows().all().stream()).toList();
  }

  /** Waits for all rows; an interrupt of the closing thread counts as the end of its patience. */
  private boolean await(long deadline) {
    try {
      for (SubscriberLoop loop : loops) {
        if (!loop.awaitIdle(deadline)) {
          return false;
        }
      }
      return true;
    } catch (InterruptedException impatient) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
