package io.github.rowqueue.internal.form;

import io.github.rowqueue.dialect.Event;
import io.github.rowqueue.dialect.Param.Meaning;
import io.github.rowqueue.dialect.Write;
import io.github.rowqueue.error.StatementException;
import io.github.rowqueue.internal.jdbc.OwnFailure;
import io.github.rowqueue.internal.jdbc.Session;
import io.github.rowqueue.internal.jdbc.Values;
import io.github.rowqueue.internal.jdbc.Values.Token;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Own settlements of leased rows, in one transaction each: the lease is confirmed by writing it
 * over itself, which also locks the row, so that a late holder's statements never run (B71); then
 * the service's statements run; then the lease must be gone (SPEC 13, 26), or the row would come
 * back finished. Used by the thread that has the reserved connection.
 */
final class OwnLeaseSettler {

  private final FormContext context;
  private final OwnWrites own;
  private final LeaseReader reader;
  private final Map<Integer, Write.Counted> confirmations = new ConcurrentHashMap<>();

  OwnLeaseSettler(FormContext context, OwnWrites own, LeaseReader reader) {
    this.context = context;
    this.own = own;
    this.reader = reader;
  }

  /**
   * Settles {@code row}.
   *
   * @return false if it carries none of {@code tokens}, and nothing was written
   * @throws StatementException if it failed, or left the lease in the row; the transaction is still
   *     open then
   */
  boolean write(
      Session session, LeasedRow row, Settlement settlement, List<Token> tokens, Values values) {
    session.begin();
    if (!writeInside(session, row, settlement, tokens, values)) {
      session.rollback();
      return false;
    }
    session.commit();
    return true;
  }

  /** As {@link #write}, in a transaction that is the caller's to end. */
  boolean writeInside(
      Session session, LeasedRow row, Settlement settlement, List<Token> tokens, Values values) {
    Token held = latest(tokens);
    if (!confirm(session, row, tokens, Objects.requireNonNull(held.heldUntil()))) {
      return false;
    }
    own.settle(session, row.row(), settlement, held, values);
    if (reader.isThere(session, held)) {
      throw new StatementException(
          context.where(row),
          own.name(settlement.event()),
          new OwnFailure(
              "the row still carries its lease after it, so that it is undone: let it delete the row, mark it as processed, or set the lease column to null",
              null));
    }
    return true;
  }

  private static Token latest(List<Token> tokens) {
    return tokens.stream()
        .max(Comparator.comparing(token -> Objects.requireNonNull(token.heldUntil())))
        .orElseThrow();
  }

  /** Leaves {@code until} in the row, whichever of the tokens it carried. */
  private boolean confirm(Session session, LeasedRow row, List<Token> tokens, Instant until) {
    if (own.has(Event.EXTEND)) {
      return tokens.stream().anyMatch(token -> own.extend(session, row.row(), token, until));
    }
    Write.Counted confirmation =
        confirmations.computeIfAbsent(
            tokens.size(),
            size ->
                context
                    .database()
                    .dialect()
                    .leaseWrite(context.table().spec(), Event.EXTEND, size));
    Values values = new Values().rows(tokens).set(Meaning.LEASE_UNTIL, until);
    int changed = 0;
    for (var statement : confirmation.statements()) {
      changed = session.update(statement, context.table(), values);
    }
    // MySQL's and MariaDB's useAffectedRows counts no row whose values stay; it is locked all the
    // same.
    return changed > 0 || reader.isThere(session, latest(tokens));
  }
}
