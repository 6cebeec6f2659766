package io.github.rowqueue.internal.form;

import io.github.rowqueue.dialect.Event;
import io.github.rowqueue.dialect.Failure;
import io.github.rowqueue.dialect.Statement;
import io.github.rowqueue.dialect.Write;
import io.github.rowqueue.error.StatementException;
import io.github.rowqueue.internal.jdbc.Session;
import io.github.rowqueue.internal.jdbc.Values;
import io.github.rowqueue.internal.jdbc.Values.Token;
import io.github.rowqueue.internal.jdbc.WriterLane.Rank;
import io.github.rowqueue.internal.jdbc.WriterLane.Turn;
import io.github.rowqueue.table.Role;
import io.github.rowqueue.table.TableSpec;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Opens the transactions of handlers of leased rows, and writes the acks in them. A transaction
 * holds a connection of the pool beside those of claims, settlements and extensions, which go on
 * meanwhile. Thread-safe.
 */
final class LeaseTransactions {

  private final FormContext context;
  private final Duration lease;
  private final ConnectionBudget budget;
  private final LeaseSettler settler;
  private final OwnWrites own;
  private final Map<Integer, Write.Counted> acks = new ConcurrentHashMap<>();

  LeaseTransactions(
      FormContext context,
      Duration lease,
      ConnectionBudget budget,
      LeaseSettler settler,
      OwnWrites own) {
    this.context = context;
    this.lease = lease;
    this.budget = budget;
    this.settler = settler;
    this.own = own;
  }

  /**
   * Opens one for {@code rows}.
   *
   * @throws StatementException if no connection can be had in time, or the database refuses
   */
  LeasedHandlerTransaction open(List<LeasedRow> rows) {
    if (!budget.await(context.statementTimeout())) {
      throw new StatementException(
          context.where(),
          "lease/transaction",
          new SQLException(
              "no connection was free for it within %s; other handlers hold them: enlarge the pool, or lower workers"
                  .formatted(context.statementTimeout())));
    }
    boolean opened = false;
    try {
      LeasedHandlerTransaction transaction = begun(rows);
      opened = true;
      return transaction;
    } finally {
      if (!opened) {
        budget.giveBack();
      }
    }
  }

  private LeasedHandlerTransaction begun(List<LeasedRow> rows) {
    Session session = context.database().open(context.where(), context.statementTimeout());
    boolean opened = false;
    try {
      // Behind all that keeps leases; the connection comes first, as everywhere.
      Turn turn = context.database().lane().take(Rank.PUBLISH);
      try {
        TableSpec spec = context.table().spec();
        session.begin(spec.isolation(), spec.sqliteMode());
        opened = true;
      } finally {
        if (!opened) {
          turn.end();
        }
      }
      return new LeasedHandlerTransaction(this, rows, session, turn);
    } finally {
      if (!opened) {
        session.close();
      }
    }
  }

  FormContext context() {
    return context;
  }

  LeaseSettler settler() {
    return settler;
  }

  /** Where one writer is all the database has, extensions wait for it (SPEC 13, 22). */
  Optional<Duration> limit() {
    return context.database().dialect().singleWriter()
        ? Optional.of(lease.dividedBy(2))
        : Optional.empty();
  }

  /** Whether {@code failure} comes of another process that writes to the same file. */
  boolean isBusy(Throwable failure) {
    if (!context.database().dialect().singleWriter()) {
      return false;
    }
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof SQLException sql) {
        return context.database().classify(sql) == Failure.RETRYABLE;
      }
    }
    return false;
  }

  /** One of them has given its connection back. */
  void ended() {
    budget.giveBack();
  }

  /**
   * Writes the ack of {@code row} in the open transaction.
   *
   * @return whether the row carried one of its tokens
   */
  boolean ack(Session session, LeasedRow row) {
    List<Token> tokens = row.tokens();
    Values values = SettlementValues.of(context, Settlement.ACK, tokens);
    if (own.has(Event.ACK)) {
      return settler.writeOwn(session, row, Settlement.ACK, tokens, values);
    }
    int changed = 0;
    for (Statement statement : statements(tokens.size()).statements()) {
      changed = session.update(statement, context.table(), values);
    }
    return changed > 0;
  }

  private Write.Counted statements(int tokens) {
    TableSpec spec = context.table().spec().without(Role.LAST_ERROR);
    return acks.computeIfAbsent(
        tokens, size -> context.database().dialect().leaseWrite(spec, Event.ACK, size));
  }
}
