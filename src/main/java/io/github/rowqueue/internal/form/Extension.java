package io.github.rowqueue.internal.form;

import io.github.rowqueue.dialect.Failure;
import io.github.rowqueue.error.StatementException;
import io.github.rowqueue.internal.jdbc.RowId;
import io.github.rowqueue.internal.jdbc.Session;
import io.github.rowqueue.internal.jdbc.Values.Token;
import io.github.rowqueue.internal.jdbc.WriterLane.Rank;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One try to extend the leases of some rows: all in one statement, and one by one what that
 * statement skipped. What it may have written is noted in the rows before it is sent (SPEC 13, 1),
 * so that what it finds out is true also of a try that was given up meanwhile.
 */
final class Extension {

  private static final Logger LOG = LoggerFactory.getLogger(Extension.class);

  private final FormContext context;
  private final ExtensionWrites writes;
  private final Duration lease;
  private final Duration limit;
  private final List<LeasedRow> rows;
  private final boolean handledInTransactions;
  private final List<LeasedRow> lost = new ArrayList<>();
  private Instant next = Instant.MIN;
  private long until;
  private boolean givenUp;

  Extension(
      FormContext context,
      ExtensionWrites writes,
      Duration lease,
      Duration limit,
      List<LeasedRow> rows) {
    this.context = context;
    this.writes = writes;
    this.lease = lease;
    this.limit = limit;
    this.rows = rows;
    this.handledInTransactions = context.subscription().transactionalHandler().isPresent();
  }

  /** Sends it, when its turn to write comes. */
  boolean run(Session session) {
    return context
        .database()
        .lane()
        .write(
            Rank.EXTEND,
            () -> {
              write(session);
              return true;
            });
  }

  private void write(Session session) {
    long started = System.nanoTime();
    List<Token> tokens = new ArrayList<>();
    List<LeasedRow> sent = note(started, tokens);
    boolean together = sent.size() > 1 || (!sent.isEmpty() && handledInTransactions);
    Set<RowId> done = together ? writes.all(session, tokens, next) : Set.of();
    List<LeasedRow> left = new ArrayList<>();
    for (LeasedRow row : sent) {
      if (done.contains(row.row().id())) {
        row.confirmed(next, until);
      } else {
        left.add(row);
      }
    }
    for (LeasedRow row : left) {
      if (isOver(started) && left.size() > 1) {
        return; // locked rows wait for the next round: the connection is for settlements too
      }
      alone(session, row);
    }
  }

  /**
   * Notes in each row what is about to be written. Once this try is given up nothing is noted and
   * so nothing sent: the next try must know of every expiry before its own.
   */
  private synchronized List<LeasedRow> note(long started, List<Token> tokens) {
    if (givenUp) {
      return List.of();
    }
    until = started + lease.toNanos();
    Instant end = end(until);
    next = context.table().expiry(end);
    until += Duration.between(end, next).toNanos();
    List<LeasedRow> sent = new ArrayList<>();
    for (LeasedRow row : rows) {
      List<Token> before = row.tokens();
      if (row.extending(next)) {
        tokens.addAll(before);
        sent.add(row);
      }
    }
    return sent;
  }

  /**
   * The end of leases extended now: by the clock, but never before what the rows were promised
   * (SPEC 13, 2).
   */
  private Instant end(long until) {
    Instant end = context.now().plus(lease);
    for (LeasedRow row : rows) {
      Instant carried = row.carried(until);
      end = carried.isAfter(end) ? carried : end;
    }
    return end;
  }

  /** A row that is locked by somebody costs no other row its lease. */
  private void alone(Session session, LeasedRow row) {
    try {
      if (handledInTransactions && writes.isThere(session, row)) {
        // Perhaps its own handler has locked it, for which nothing here waits (B227); while it is
        // locked nobody else can claim it.
        LOG.debug("{}: not extended in this round, since it is locked", context.where(row));
      } else if (writes.one(session, row, next)) {
        row.confirmed(next, until);
      } else {
        lose(row);
      }
    } catch (StatementException failure) {
      session.rollback();
      if (context.database().classify(failure) == Failure.CONNECTION) {
        throw failure;
      }
      LOG.warn(
          "{}: its lease could not be extended, perhaps because another transaction locks the row; tried again in the next round",
          context.where(row),
          failure);
    }
  }

  /** It took too long: nothing more is sent. */
  synchronized void giveUp() {
    givenUp = true;
  }

  private synchronized boolean isOver(long started) {
    return givenUp || System.nanoTime() - started > limit.toNanos();
  }

  /**
   * Of no effect on a row whose settlement has begun, or for which a later extension was sent: that
   * may be why this one did not find it.
   */
  private void lose(LeasedRow row) {
    if (row.isHeld() && row.isLatest(next)) {
      LOG.warn(
          "{}: the lease is lost, another claim may have the row; its handler is told",
          context.where(row));
      lost.add(row);
    }
  }

  /** The rows this try found lost; to be asked by its own thread, when it has ended. */
  List<LeasedRow> lost() {
    return List.copyOf(lost);
  }
}
