package io.github.rowqueue.internal.form;

import io.github.rowqueue.dialect.Failure;
import io.github.rowqueue.dialect.Statement;
import io.github.rowqueue.dialect.Write;
import io.github.rowqueue.error.StatementException;
import io.github.rowqueue.internal.jdbc.OwnFailure;
import io.github.rowqueue.internal.jdbc.RawRow;
import io.github.rowqueue.internal.jdbc.Values;
import io.github.rowqueue.internal.jdbc.Values.Token;
import io.github.rowqueue.table.Role;
import io.github.rowqueue.table.TableSpec;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A row locked by a transaction of this process. One thread settles it. */
final class LockedRow implements ClaimedRow {

  private static final Logger LOG = LoggerFactory.getLogger(LockedRow.class);

  private final LockedTransaction transaction;
  private final FormContext context;
  private final OwnWrites own;
  private final RawRow row;
  private final SettleOnce once = new SettleOnce();
  private final AtomicBoolean over = new AtomicBoolean();

  LockedRow(LockedTransaction transaction, FormContext context, OwnWrites own, RawRow row) {
    this.transaction = transaction;
    this.context = context;
    this.own = own;
    this.row = row;
  }

  @Override
  public RawRow row() {
    return row;
  }

  @Override
  public boolean suspect() {
    return false;
  }

  @Override
  public boolean begin() {
    return true;
  }

  /**
   * Written in the claim's transaction and nowhere else, where nothing else proves that the row is
   * ours (SPEC 13, 11).
   */
  @Override
  public SettleResult settle(Settlement settlement) {
    transaction.settling(row, settlement);
    return once.settle("row " + row.id(), () -> write(settlement));
  }

  private SettleResult write(Settlement settlement) {
    StatementException ended = transaction.failure();
    if (ended != null) {
      return SettleResult.unknown(ended);
    }
    if (own.has(settlement.event())) {
      return writeOwn(settlement);
    }
    Write.Counted write = statements(settlement);
    if (write.statements().isEmpty()) {
      return SettleResult.done(
          write.name()); // a retry that has nothing to count: the end of the lock returns the row
    }
    boolean savepoint = transaction.savepoints();
    try {
      if (savepoint) {
        transaction.setSavepoint();
      }
      return run(write, settlement);
    } catch (StatementException failure) {
      return refused(failure, savepoint);
    }
  }

  /**
   * Always under a savepoint, since statements before one that changes nothing may have written.
   */
  private SettleResult writeOwn(Settlement settlement) {
    String name = own.name(settlement.event());
    Token token = Token.of(row.id());
    Values values = SettlementValues.of(context, settlement, List.of(token));
    try {
      transaction.setSavepoint();
      if (own.settle(transaction.session(), row, settlement, token, values) == 0) {
        throw new StatementException(
            context.where("row " + row.id()),
            name,
            new OwnFailure(
                "it changed no row, so that it is undone: let its last statement write to the row :id",
                null));
      }
      transaction.written();
      return SettleResult.done(name);
    } catch (StatementException failure) {
      return refused(failure, true);
    }
  }

  private SettleResult run(Write.Counted write, Settlement settlement) {
    int changed = 0;
    Values values = SettlementValues.of(context, settlement, List.of(Token.of(row.id())));
    for (Statement statement : write.statements()) {
      changed = transaction.session().update(statement, context.table(), values);
    }
    if (changed == 0) {
      return SettleResult.lost(write.name());
    }
    transaction.written();
    return SettleResult.done(write.name());
  }

  private SettleResult refused(StatementException failure, boolean savepoint) {
    Failure kind = context.database().classify(failure);
    boolean forGood = kind == Failure.REFUSED || kind == Failure.BROKEN;
    if (forGood && savepoint) {
      return transaction.undoToSavepoint()
          ? SettleResult.refused(failure)
          : SettleResult.unknown(failure);
    }
    if (forGood) {
      transaction.refusedForGood();
    }
    transaction.fail(failure);
    return SettleResult.unknown(failure);
  }

  private Write.Counted statements(Settlement settlement) {
    TableSpec spec = context.table().spec();
    return context
        .database()
        .dialect()
        .rowLockSettle(
            settlement.error() == null ? spec.without(Role.LAST_ERROR) : spec, settlement.event());
  }

  @Override
  public SettleResult complete() {
    return transaction.complete();
  }

  /** Nothing is written for this row: the end of the transaction returns it as it was. */
  @Override
  public SettleResult release() {
    return SettleResult.done("rollback");
  }

  @Override
  public void stopExtending() {
    // There is no lease; the interrupt alone tells the handler.
  }

  @Override
  public void abandon() {
    LOG.warn(
        "{}, row {}: its connection is cut off, because its handler does not end",
        context.where(),
        row.id());
    transaction.abandon(context.where("row " + row.id()));
  }

  @Override
  public boolean isLost() {
    return false;
  }

  @Override
  public void onLost(Runnable action) {
    // A transaction is not lost without its connection, and then the settlement says so.
  }

  @Override
  public void close() {
    if (over.compareAndSet(false, true)) {
      transaction.leave();
    }
  }
}
