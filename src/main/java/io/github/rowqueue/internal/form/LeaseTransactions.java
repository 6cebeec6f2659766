package io.github.rowqueue.internal.form;

import io.github.rowqueue.dialect.Event;
import io.github.rowqueue.dialect.Statement;
import io.github.rowqueue.dialect.Write;
import io.github.rowqueue.error.StatementException;
import io.github.rowqueue.internal.jdbc.Session;
import io.github.rowqueue.internal.jdbc.Values;
import io.github.rowqueue.internal.jdbc.Values.Token;
import io.github.rowqueue.table.Role;
import io.github.rowqueue.table.TableSpec;
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
final class LeaseTransactions implements HandlerAcks {

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
  OwnHandlerTransaction open(List<LeasedRow> rows) {
    return OwnHandlerTransaction.open(
        this, rows, BudgetedSession.open(context, budget, "lease/transaction"));
  }

  @Override
  public String form() {
    return "lease";
  }

  @Override
  public FormContext context() {
    return context;
  }

  /** Where one writer is all the database has, extensions wait for it (SPEC 13, 22). */
  @Override
  public Optional<Duration> limit() {
    return HandlerAcks.limit(context, lease);
  }

  @Override
  public SettleResult afterCommit(HandlerRow row, StatementException failure) {
    return settler.afterCommit((LeasedRow) row, failure);
  }

  @Override
  public boolean ack(Session session, HandlerRow acked) {
    LeasedRow row = (LeasedRow) acked;
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
