package io.github.rowqueue.internal.form;

import io.github.rowqueue.error.StatementException;
import io.github.rowqueue.internal.jdbc.ReservedSession;
import io.github.rowqueue.internal.jdbc.Session;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the leases of rows in work: a round each third of the lease, all rows in one statement,
 * until the last settlement has begun. Rounds are the caller's to time; one runs at a time. A crash
 * here leaves leases that run out.
 */
public final class LeaseKeeper {

  private static final Logger LOG = LoggerFactory.getLogger(LeaseKeeper.class);
  private static final int LARGEST_BATCH = 64;

  private final FormContext context;
  private final Duration lease;
  private final Duration tryTimeout;
  private final LeaseBook book;
  private final ReservedSession reserved;
  private final ExtensionWrites writes;

  /** Second tries run one at a time: while a pool is drained each would wait in it. */
  private final Semaphore another = new Semaphore(1, true);

  LeaseKeeper(
      FormContext context,
      Duration lease,
      LeaseBook book,
      ReservedSession reserved,
      OwnWrites own) {
    this.context = context;
    this.lease = lease;
    // Two tries fit between two rounds, so that a hung connection costs no lease (SPEC 13, 3).
    this.tryTimeout = lease.dividedBy(6);
    this.book = book;
    this.reserved = reserved;
    this.writes = new ExtensionWrites(context, own, new LeaseReader(context, reserved));
  }

  /** How long to wait between the ends of two rounds. */
  public Duration interval() {
    return lease.dividedBy(3);
  }

  /** Extends every lease in work. With none in work nothing is sent (B73). */
  public void round() {
    context.refreshClock();
    List<LeasedRow> held = book.held();
    for (int from = 0; from < held.size(); from += LARGEST_BATCH) {
      extend(held.subList(from, Math.min(held.size(), from + LARGEST_BATCH)));
    }
  }

  /**
   * Tells the handlers whose last confirmed lease has run out. Touches no database, so that it is
   * on time also while a round waits for one (SPEC 13, 3).
   */
  public void watch() {
    loseWhatRanOut(book.held());
  }

  /**
   * Extends the leases of {@code rows}: a try on the reserved connection, and one on another if
   * that fails. Each takes a sixth of the lease at most, whatever it waits for: drivers bound
   * statements in whole seconds, and pools a loan by a time of their own (SPEC 13, 3).
   */
  void extend(List<LeasedRow> rows) {
    if (!onReserved(rows) && !onAnother(rows)) {
      LOG.warn(
          "{}: {} leases could not be extended; they are tried again in {}, and lost when they run out",
          context.where(),
          rows.size(),
          interval());
    }
  }

  private boolean onReserved(List<LeasedRow> rows) {
    ReservedSession.Loan loan = reserved.loan();
    boolean done = within(rows, extension -> loan.tryUse(tryTimeout, tryTimeout, extension::run));
    if (!done) {
      loan.forsake();
    }
    return done;
  }

  private boolean onAnother(List<LeasedRow> rows) {
    return within(
        rows,
        extension -> {
          if (!isTurnForAnother()) {
            return false;
          }
          try (Session session = context.database().open(context.where(), tryTimeout)) {
            return extension.run(session);
          } finally {
            another.release();
          }
        });
  }

  private boolean isTurnForAnother() {
    try {
      return another.tryAcquire(tryTimeout.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Whether a try was sent and ended in time. */
  private boolean within(List<LeasedRow> rows, Predicate<Extension> work) {
    Extension extension = new Extension(context, writes, lease, tryTimeout, rows);
    BoundedTry<Boolean> bounded = new BoundedTry<>(context.workers(), () -> run(extension, work));
    try {
      if (bounded.await(tryTimeout).orElse(false)) {
        return true;
      }
      extension.giveUp();
      LOG.warn(
          "{}: an extension found no free connection or no answer within {}, a sixth of the lease; given up for another",
          context.where(),
          tryTimeout);
    } catch (StatementException failure) {
      context.failures().accept(failure);
      LOG.warn("{}: an extension failed", context.where(), failure);
    }
    return false;
  }

  private boolean run(Extension extension, Predicate<Extension> work) {
    try {
      return work.test(extension);
    } finally {
      tell(extension.lost());
    }
  }

  /**
   * What is told to a service runs its code, which may publish or take its time: never while the
   * connection and the turn to write are in hand.
   */
  private void tell(List<LeasedRow> lost) {
    if (!lost.isEmpty()) {
      BoundedTry<Boolean> unused =
          new BoundedTry<>(
              context.workers(),
              () -> {
                lost.forEach(LeasedRow::lose);
                return true;
              });
    }
  }

  private void loseWhatRanOut(List<LeasedRow> rows) {
    long now = System.nanoTime();
    for (LeasedRow row : rows) {
      if (row.isHeld() && row.validUntil() - now < 0) {
        LOG.warn(
            "{}: its lease ran out without a confirmed extension; its handler is told, its settlement still tried",
            context.where(row));
        row.lose();
      }
    }
  }
}
