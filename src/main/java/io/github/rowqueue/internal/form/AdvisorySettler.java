package io.github.rowqueue.internal.form;

import io.github.rowqueue.dialect.Event;
import io.github.rowqueue.dialect.Failure;
import io.github.rowqueue.dialect.Statement;
import io.github.rowqueue.dialect.Write;
import io.github.rowqueue.error.StatementException;
import io.github.rowqueue.internal.jdbc.OwnFailure;
import io.github.rowqueue.internal.jdbc.Session;
import io.github.rowqueue.internal.jdbc.Values;
import io.github.rowqueue.internal.jdbc.Values.Token;
import io.github.rowqueue.table.Role;
import io.github.rowqueue.table.TableSpec;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Settles rows of the advisory form: where their key is held, or, when the session that held it is
 * gone, on any connection by the attempt of the take, which nobody else has written (SPEC 13, 11).
 * A row without an attempt is not settled then.
 */
final class AdvisorySettler {

  private static final Logger LOG = LoggerFactory.getLogger(AdvisorySettler.class);

  private final FormContext context;
  private final OwnWrites own;

  /** Whether the key is locked by statements of the service's own, about which ours cannot ask. */
  private final boolean ownLocks;

  AdvisorySettler(FormContext context, OwnWrites own, boolean ownLocks) {
    this.context = context;
    this.own = own;
    this.ownLocks = ownLocks;
  }

  SettleResult settle(AdvisoryRow row, Settlement settlement) {
    String name = name(row, settlement);
    if (!row.settling()) {
      return SettleResult.lost(name);
    }
    boolean uncertain = false;
    for (int attempt = 1; ; attempt++) {
      try {
        if (row.hold().use(session -> write(session, row, settlement, true))) {
          return SettleResult.done(name);
        }
        return nothingWritten(row, settlement, name, uncertain);
      } catch (StatementException failure) {
        Failure kind = context.database().classify(failure);
        if (kind == Failure.REFUSED || kind == Failure.BROKEN) {
          return SettleResult.refused(failure);
        }
        uncertain |= kind == Failure.CONNECTION;
        context.failures().accept(failure);
        if (uncertain && row.hold().isOfSession()) {
          return elsewhere(row, settlement, failure);
        }
        if (!again(row, attempt, failure)) {
          return SettleResult.unknown(failure);
        }
      }
    }
  }

  /**
   * Writes the ack of {@code row} in the open transaction of its handler, which is on the session
   * that holds its key, or on any where the process holds it.
   *
   * @return whether it was still held; also where its handler has finished it itself, and then its
   *     other writes are committed all the same (B229)
   */
  boolean ackWithHandler(Session session, AdvisoryRow row) {
    if (!row.settling()) {
      return false;
    }
    Token token = row.token();
    Values values = SettlementValues.of(context, Settlement.ACK, List.of(token));
    values.keys(List.of(row.hold().key()));
    if (own.has(Event.ACK)) {
      return ackByOwn(session, row, token, values);
    }
    int changed = 0;
    for (Statement statement : statements(row, Settlement.ACK, true).statements()) {
      changed = session.update(statement, context.table(), values);
    }
    return changed > 0 || found(session, row, false).isEmpty();
  }

  private boolean ackByOwn(Session session, AdvisoryRow row, Token token, Values values) {
    Optional<Token> found = found(session, row, true);
    if (found.isPresent() && !isSame(token, found.get())) {
      return false;
    }
    if (own.settle(session, row.row(), Settlement.ACK, token, values) == 0
        && found(session, row, false).isPresent()) {
      throw changedNothing(row, Settlement.ACK);
    }
    return true;
  }

  private static boolean isSame(Token token, Token found) {
    Long held = token.heldAttempt();
    return held == null || held.equals(found.heldAttempt());
  }

  private StatementException changedNothing(AdvisoryRow row, Settlement settlement) {
    return new StatementException(
        context.where(row),
        own.name(settlement.event()),
        new OwnFailure(
            "it changed no row, so that it is undone: let its last statement write to the row :id",
            null));
  }

  /** See {@link HandlerAcks#afterCommit}. */
  SettleResult afterCommit(AdvisoryRow row, StatementException failure) {
    context.failures().accept(failure);
    for (int attempt = 1; ; attempt++) {
      try (Session session =
          context.database().open(context.where(row), context.statementTimeout())) {
        Optional<Token> found = found(session, row, false);
        if (found.isEmpty()) {
          return SettleResult.done(failure.statement());
        }
        return isSame(row.token(), found.get())
            ? SettleResult.refused(failure)
            : SettleResult.lost(failure.statement());
      } catch (StatementException away) {
        LOG.debug("{}: not read after its commit", context.where(row), away);
        if (!context.pause().await(context.errorBackoff().delay(attempt))) {
          return SettleResult.unknown(failure);
        }
      }
    }
  }

  /** Gives the row back with its attempt; tried once, or it could be given back twice. */
  SettleResult release(AdvisoryRow row) {
    Settlement release = new Settlement(Event.RELEASE, java.time.Duration.ZERO, null, null);
    String name = name(row, release);
    if (!row.settling()) {
      return SettleResult.lost(name);
    }
    try {
      boolean nothing = statements(row, release, true).statements().isEmpty();
      boolean done = nothing || row.hold().use(session -> write(session, row, release, true));
      return done ? SettleResult.done(name) : SettleResult.lost(name);
    } catch (StatementException failure) {
      LOG.warn(
          "{}: could not be given back with its attempt; it returns one attempt older",
          context.where(row),
          failure);
      return SettleResult.unknown(failure);
    }
  }

  private boolean again(AdvisoryRow row, int attempt, StatementException failure) {
    if (attempt == 1) {
      LOG.warn("{}: {} failed and is repeated", context.where(row), failure.statement(), failure);
    }
    return context.pause().await(context.errorBackoff().delay(attempt));
  }

  /** The session is gone: only the attempt still tells whose the row is. */
  private SettleResult elsewhere(
      AdvisoryRow row, Settlement settlement, StatementException failure) {
    if (!row.isFenced() || own.has(settlement.event())) {
      return SettleResult.unknown(failure);
    }
    String name = name(row, settlement);
    StatementException last = failure;
    for (int attempt = 1; again(row, attempt, last); attempt++) {
      try (Session session =
          context.database().open(context.where(row), context.statementTimeout())) {
        if (write(session, row, settlement, false)) {
          return SettleResult.done(name);
        }
        boolean ends = settlement.finishes() || settlement.parks();
        return ends && found(session, row, false).isEmpty()
            ? SettleResult.done(name)
            : SettleResult.lost(name);
      } catch (StatementException again) {
        Failure kind = context.database().classify(again);
        if (kind == Failure.REFUSED || kind == Failure.BROKEN) {
          return SettleResult.unknown(again);
        }
        context.failures().accept(again);
        last = again;
      }
    }
    return SettleResult.unknown(last);
  }

  /**
   * The row is gone, which counts as settled (B146); or somebody else has taken it, since the lock
   * was not where it seemed to be.
   */
  private SettleResult nothingWritten(
      AdvisoryRow row, Settlement settlement, String name, boolean uncertain) {
    Optional<Token> found = row.hold().use(session -> found(session, row, false));
    if (found.isEmpty()) {
      return SettleResult.done(name);
    }
    if (!isSame(row.token(), found.get())) {
      boolean ours = uncertain && settlement.event().kind() == Event.Kind.RETRY_AFTER;
      return ours ? SettleResult.done(name) : SettleResult.lost(name);
    }
    row.hold().release();
    if (row.hold().wasHeld()) { // a driver that counts no row whose values stay as they are
      return SettleResult.done(name);
    }
    // It is there as it was taken: the session is another than the one that locked its key.
    StatementException swapped =
        new StatementException(
            context.where(row),
            name,
            new OwnFailure("the session that writes does not hold the key", null));
    return elsewhere(row, settlement, swapped);
  }

  /** Writes; false if no row was changed, and nothing is. */
  private boolean write(Session session, AdvisoryRow row, Settlement settlement, boolean holds) {
    Token token = row.token();
    Values values = SettlementValues.of(context, settlement, List.of(token));
    values.keys(List.of(row.hold().key()));
    if (own.has(settlement.event())) {
      return writeOwn(session, row, settlement, token, values);
    }
    List<Statement> statements = statements(row, settlement, holds).statements();
    if (statements.isEmpty()) {
      return true; // the end of the lock returns the row
    }
    if (statements.size() == 1) {
      return session.update(statements.get(0), context.table(), values) > 0;
    }
    return inTransaction(
        session,
        () -> {
          int changed = 0;
          for (Statement statement : statements) {
            changed = session.update(statement, context.table(), values);
          }
          return changed > 0;
        });
  }

  private boolean writeOwn(
      Session session, AdvisoryRow row, Settlement settlement, Token token, Values values) {
    return inTransaction(
        session,
        () -> {
          Optional<Token> found = found(session, row, true);
          if (found.isEmpty() || !isSame(token, found.get())) {
            return false;
          }
          if (own.settle(session, row.row(), settlement, token, values) == 0) {
            throw changedNothing(row, settlement);
          }
          return true;
        });
  }

  private static boolean inTransaction(Session session, java.util.function.BooleanSupplier work) {
    session.begin();
    boolean written = false;
    try {
      written = work.getAsBoolean();
      if (written) {
        session.commit();
      }
      return written;
    } finally {
      session.rollback(); // of no effect after a commit
    }
  }

  /** The row with the attempt that stands in it, if it is there unfinished. */
  private Optional<Token> found(Session session, AdvisoryRow row, boolean holds) {
    Values values = new Values().rows(List.of(row.token()));
    values.keys(List.of(row.hold().key()));
    Statement find =
        context
            .database()
            .dialect()
            .advisoryFind(context.table().spec(), holds && row.hold().isOfSession() && !ownLocks);
    boolean counts = context.table().spec().has(Role.ATTEMPT);
    return session
        .all(
            find,
            context.table(),
            values,
            rows -> {
              Object attempt = counts ? rows.getObject(2) : null;
              return new Token(row.row().id(), null, number(attempt));
            })
        .stream()
        .findFirst();
  }

  private static @Nullable Long number(@Nullable Object attempt) {
    return attempt instanceof Number number ? (Long) number.longValue() : null;
  }

  private Write.Counted statements(AdvisoryRow row, Settlement settlement, boolean holds) {
    TableSpec spec = context.table().spec();
    TableSpec error = settlement.error() == null ? spec.without(Role.LAST_ERROR) : spec;
    return context
        .database()
        .dialect()
        .advisorySettle(
            row.token().heldAttempt() == null ? error.without(Role.ATTEMPT) : error,
            settlement.event(),
            holds && row.hold().isOfSession() && !ownLocks);
  }

  private String name(AdvisoryRow row, Settlement settlement) {
    return own.has(settlement.event())
        ? own.name(settlement.event())
        : Objects.requireNonNull(statements(row, settlement, true).name());
  }
}
