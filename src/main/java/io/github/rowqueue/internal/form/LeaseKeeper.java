package io.github.rowqueue.internal.form;

import io.github.rowqueue.dialect.Event;
import io.github.rowqueue.dialect.Failure;
import io.github.rowqueue.dialect.Param.Meaning;
import io.github.rowqueue.dialect.Write;
import io.github.rowqueue.error.StatementException;
import io.github.rowqueue.internal.jdbc.ReservedSession;
import io.github.rowqueue.internal.jdbc.RowId;
import io.github.rowqueue.internal.jdbc.Session;
import io.github.rowqueue.internal.jdbc.Values;
import io.github.rowqueue.internal.jdbc.Values.Token;
import io.github.rowqueue.internal.jdbc.WriterLane.Rank;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
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
  private final WriteRunner runner;
  private final OwnWrites own;
  private final Map<Integer, Write> batches = new ConcurrentHashMap<>();
  private final Map<Integer, Write.Counted> singles = new ConcurrentHashMap<>();

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
    this.runner = new WriteRunner(context.table());
    this.own = own;
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
   * that fails.
   */
  void extend(List<LeasedRow> rows) {
    List<LeasedRow> lost = new ArrayList<>();
    try {
      if (!reserved.tryUse(tryTimeout, session -> inLane(session, rows, lost))) {
        LOG.warn(
            "{}: the reserved connection is busy for {}; extending on another",
            context.where(),
            tryTimeout);
        extendOnAnother(rows, lost);
      }
    } catch (StatementException failure) {
      context.failures().accept(failure);
      LOG.warn(
          "{}: an extension failed; trying once more on another connection",
          context.where(),
          failure);
      extendOnAnother(rows, lost);
    }
    lost.forEach(this::tellLost);
  }

  private void extendOnAnother(List<LeasedRow> rows, List<LeasedRow> lost) {
    try (Session session = context.database().open(context.where(), tryTimeout)) {
      inLane(session, rows, lost);
    } catch (StatementException failure) {
      context.failures().accept(failure);
      LOG.warn(
          "{}: {} leases could not be extended; they are tried again in {}, and lost when they run out",
          context.where(),
          rows.size(),
          interval(),
          failure);
    }
  }

  private boolean inLane(Session session, List<LeasedRow> rows, List<LeasedRow> lost) {
    return context
        .database()
        .lane()
        .write(
            Rank.EXTEND,
            () -> {
              write(session, rows, lost);
              return true;
            });
  }

  private void write(Session session, List<LeasedRow> rows, List<LeasedRow> lost) {
    long started = System.nanoTime();
    long until = started + lease.toNanos();
    Instant end = end(rows, until);
    Instant next = context.table().expiry(end);
    until += Duration.between(end, next).toNanos();
    List<Token> tokens = new ArrayList<>();
    List<LeasedRow> extended = new ArrayList<>();
    for (LeasedRow row : rows) {
      List<Token> before = row.tokens();
      // Noted before it is sent: if the answer is lost, either expiry may stand in the row (SPEC
      // 13, 1).
      if (row.extending(next)) {
        tokens.addAll(before);
        extended.add(row);
      }
    }
    boolean singly = extended.size() < 2 || own.has(Event.EXTEND);
    Set<RowId> done = singly ? Set.of() : all(session, tokens, next);
    List<LeasedRow> left = new ArrayList<>();
    for (LeasedRow row : extended) {
      if (done.contains(row.row().id())) {
        row.confirmed(next, until);
      } else {
        left.add(row);
      }
    }
    for (LeasedRow row : left) {
      if (System.nanoTime() - started > tryTimeout.toNanos() && left.size() > 1) {
        return; // locked rows wait for the next round: the connection is for settlements too
      }
      alone(session, row, next, until, lost);
    }
  }

  /**
   * The end of leases extended now: by the clock, but never before what the rows were promised
   * (SPEC 13, 2).
   */
  private Instant end(List<LeasedRow> rows, long until) {
    Instant end = context.now().plus(lease);
    for (LeasedRow row : rows) {
      Instant carried = row.carried(until);
      end = carried.isAfter(end) ? carried : end;
    }
    return end;
  }

  /** A row that is locked by somebody costs no other row its lease. */
  private void alone(
      Session session, LeasedRow row, Instant next, long until, List<LeasedRow> lost) {
    try {
      if (one(session, row, next)) {
        row.confirmed(next, until);
      } else {
        lost.add(row);
      }
    } catch (StatementException failure) {
      session.rollback();
      if (context.database().classify(failure) == Failure.CONNECTION) {
        throw failure;
      }
      LOG.warn(
          "{}: its lease could not be extended, perhaps because another transaction locks the row; tried again in {}",
          context.where(row),
          interval(),
          failure);
    }
  }

  /**
   * Of no effect on a row whose settlement has begun: that settlement is why the extension did not
   * find it.
   */
  private void tellLost(LeasedRow row) {
    if (row.isHeld()) {
      LOG.warn(
          "{}: the lease is lost, another claim may have the row; its handler is told",
          context.where(row));
      row.lose();
    }
  }

  private Set<RowId> all(Session session, List<Token> tokens, Instant next) {
    Write write =
        batches.computeIfAbsent(
            BatchSize.of(tokens.size()),
            size ->
                context
                    .database()
                    .dialect()
                    .leaseWriteAll(context.table().spec(), Event.EXTEND, size));
    return write instanceof Write.Singly
        ? Set.of()
        : runner.all(session, write, values(tokens, next));
  }

  /**
   * A row the batch skipped may be locked by somebody: only a statement that waits can tell (SPEC
   * 13, 7).
   */
  private boolean one(Session session, LeasedRow row, Instant next) {
    List<Token> tokens =
        row.tokens().stream().filter(token -> !next.equals(token.heldUntil())).toList();
    if (own.has(Event.EXTEND)) {
      return ownExtend(session, row, tokens, next);
    }
    Write.Counted write =
        singles.computeIfAbsent(
            tokens.size(),
            size ->
                context
                    .database()
                    .dialect()
                    .leaseWrite(context.table().spec(), Event.EXTEND, size));
    return runner.one(session, write, values(tokens, next));
  }

  private boolean ownExtend(Session session, LeasedRow row, List<Token> tokens, Instant next) {
    session.begin();
    boolean extended =
        tokens.stream().anyMatch(token -> own.extend(session, row.row(), token, next));
    if (extended) {
      session.commit();
    } else {
      session.rollback();
    }
    return extended;
  }

  private static Values values(List<Token> tokens, Instant next) {
    return new Values().rows(tokens).set(Meaning.LEASE_UNTIL, next);
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
