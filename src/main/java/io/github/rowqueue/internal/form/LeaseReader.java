package io.github.rowqueue.internal.form;

import io.github.rowqueue.dialect.Statement;
import io.github.rowqueue.internal.jdbc.ReservedSession;
import io.github.rowqueue.internal.jdbc.Session;
import io.github.rowqueue.internal.jdbc.Values;
import io.github.rowqueue.internal.jdbc.Values.Token;
import io.github.rowqueue.table.Role;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Reads a row to tell what became of it after a write of unknown outcome (SPEC 13, 8). */
final class LeaseReader {

  private final FormContext context;
  private final ReservedSession reserved;
  private final Statement read;
  private final boolean hasAttempt;

  LeaseReader(FormContext context, ReservedSession reserved) {
    this.context = context;
    this.reserved = reserved;
    this.read = context.database().dialect().leaseRead(context.table().spec());
    this.hasAttempt = context.table().spec().has(Role.ATTEMPT);
  }

  /**
   * Whether the row looks as {@code settlement} leaves it.
   *
   * @param own whether a statement of the service's own wrote it, which may keep a finished row
   */
  boolean isSettled(LeasedRow row, Settlement settlement, boolean own) {
    List<Found> found = find(row);
    if (own && !found.isEmpty()) {
      Long attempt = row.tokens().get(0).heldAttempt();
      return hasAttempt
          && Objects.equals(found.get(0).attempt, attempt)
          && !carries(row, found.get(0));
    }
    if (found.isEmpty()) {
      return own || settlement.finishes() || settlement.parks();
    }
    Token token = row.tokens().get(0);
    boolean sameAttempt = !hasAttempt || Objects.equals(found.get(0).attempt, token.heldAttempt());
    return !settlement.finishes() && sameAttempt && !carries(row, found.get(0));
  }

  /** Whether the row still carries a token of ours. */
  boolean isHeld(LeasedRow row) {
    List<Found> found = find(row);
    return !found.isEmpty() && carries(row, found.get(0));
  }

  /**
   * Whether the unfinished row carries {@code token}, seen by the transaction of {@code session}.
   */
  boolean isThere(Session session, Token token) {
    Values values = new Values().rows(List.of(token));
    return session.all(read, context.table(), values, this::found).stream()
        .anyMatch(found -> carries(token, found));
  }

  /** Whether the unfinished row carries a token of ours, seen by {@code session}. */
  boolean isThere(Session session, LeasedRow row) {
    return row.tokens().stream().anyMatch(token -> isThere(session, token));
  }

  private boolean carries(LeasedRow row, Found found) {
    return row.tokens().stream().anyMatch(token -> carries(token, found));
  }

  private boolean carries(Token token, Found found) {
    return Objects.equals(token.heldUntil(), found.lockedUntil)
        && (!hasAttempt || Objects.equals(token.heldAttempt(), found.attempt));
  }

  private List<Found> find(LeasedRow row) {
    Values values = new Values().rows(row.tokens());
    return reserved.use(
        context.statementTimeout(),
        session -> session.all(read, context.table(), values, this::found));
  }

  private Found found(ResultSet rows) throws SQLException {
    Object lockedUntil = context.table().column(Role.LOCKED_UNTIL).read(rows, 1);
    Long attempt = hasAttempt ? (Long) rows.getLong(2) : null;
    return new Found(lockedUntil instanceof Instant instant ? instant : null, attempt);
  }

  private record Found(@Nullable Instant lockedUntil, @Nullable Long attempt) {}
}
