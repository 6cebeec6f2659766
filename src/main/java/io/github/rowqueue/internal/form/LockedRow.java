package io.github.rowqueue.internal.form;

import io.github.rowqueue.dialect.Event;
import io.github.rowqueue.dialect.Failure;
import io.github.rowqueue.dialect.Statement;
import io.github.rowqueue.dialect.Write;
import io.github.rowqueue.error.RowqueueException;
import io.github.rowqueue.error.StatementException;
import io.github.rowqueue.internal.jdbc.OwnFailure;
import io.github.rowqueue.internal.jdbc.RawRow;
import io.github.rowqueue.internal.jdbc.Session;
import io.github.rowqueue.internal.jdbc.Values;
import io.github.rowqueue.internal.jdbc.Values.Token;
import io.github.rowqueue.table.Role;
import io.github.rowqueue.table.TableSpec;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
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
  private final boolean transactional;
  private @Nullable Consumer<Session> withAck;
  private boolean acked;

  LockedRow(LockedTransaction transaction, FormContext context, OwnWrites own, RawRow row) {
    this.transaction = transaction;
    this.context = context;
    this.own = own;
    this.row = row;
    this.transactional = context.subscription().transactionalHandler().isPresent();
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

  @Override
  public boolean withAck(Consumer<Session> work) {
    withAck = work;
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

  /** The transaction that holds it. */
  LockedTransaction transaction() {
    return transaction;
  }

  /** Whether its ack can be undone by itself only with what its handler wrote. */
  boolean acksByOwnStatement() {
    return own.has(Event.ACK);
  }

  /**
   * Writes the ack of a handler that wrote in this transaction. It is not found where the handler
   * has finished its row itself, and then its other writes are committed all the same (B229).
   *
   * @param savepoint whether one stands before the handler, to undo what it wrote with the ack
   */
  SettleResult ackWithHandler(boolean savepoint) {
    transaction.settling(row, Settlement.ACK);
    return once.settle("row " + row.id(), () -> writeWithHandler(savepoint));
  }

  private SettleResult writeWithHandler(boolean savepoint) {
    try {
      SettleResult result =
          own.has(Event.ACK)
              ? runOwn(Settlement.ACK)
              : run(statements(Settlement.ACK), Settlement.ACK);
      acked = result.kind() == SettleResult.Kind.DONE;
      return result;
    } catch (StatementException failure) {
      return refused(failure, savepoint);
    }
  }

  private SettleResult write(Settlement settlement) {
    RowqueueException ended = transaction.failure();
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
    boolean savepoint = transaction.savepoints() || hasReplies(settlement);
    try {
      if (savepoint) {
        transaction.setSavepoint();
      }
      reply(settlement);
      return run(write, settlement);
    } catch (StatementException failure) {
      return refused(failure, savepoint);
    }
  }

  private boolean hasReplies(Settlement settlement) {
    return withAck != null && settlement.event().equals(Event.ACK);
  }

  private void reply(Settlement settlement) {
    Consumer<Session> work = withAck;
    if (work != null && hasReplies(settlement)) {
      work.accept(transaction.session());
    }
  }

  /**
   * Always under a savepoint, since statements before one that changes nothing may have written.
   */
  private SettleResult writeOwn(Settlement settlement) {
    try {
      transaction.setSavepoint();
      reply(settlement);
      return runOwn(settlement);
    } catch (StatementException failure) {
      return refused(failure, true);
    }
  }

  private SettleResult runOwn(Settlement settlement) {
    String name = own.name(settlement.event());
    Token token = Token.of(row.id());
    Values values = SettlementValues.of(context, settlement, List.of(token));
    if (own.settle(transaction.session(), row, settlement, token, values) == 0
        && !isFinished(settlement)) {
      throw new StatementException(
          context.where("row " + row.id()),
          name,
          new OwnFailure(
              "it changed no row, so that it is undone: let its last statement write to the row :id",
              null));
    }
    transaction.written();
    return SettleResult.done(name);
  }

  /** Whether a handler in this very transaction has finished the row itself. */
  private boolean isFinished(Settlement settlement) {
    return transactional && settlement.finishes() && isFinished(transaction.session());
  }

  private boolean isFinished(Session session) {
    Values values = new Values().rows(List.of(Token.of(row.id())));
    return session.all(read(), context.table(), values, found -> true).isEmpty();
  }

  private Statement read() {
    return context.database().dialect().leaseRead(context.table().spec());
  }

  private SettleResult run(Write.Counted write, Settlement settlement) {
    int changed = 0;
    Values values = SettlementValues.of(context, settlement, List.of(Token.of(row.id())));
    for (Statement statement : write.statements()) {
      changed = transaction.session().update(statement, context.table(), values);
    }
    if (changed == 0 && !isFinished(settlement)) {
      if (hasReplies(settlement) && !transaction.undoToSavepoint()) {
        LOG.debug("{}, row {}: its replies go with the transaction", context.where(), row.id());
      }
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
    SettleResult result = transaction.complete();
    boolean unknown = result.kind() == SettleResult.Kind.UNKNOWN;
    return unknown && acked && isFinishedForAll() ? SettleResult.done("commit") : result;
  }

  /** Reads the row after a commit of unknown outcome (SPEC 13, 9). */
  private boolean isFinishedForAll() {
    try (Session session =
        context.database().open(context.where("row " + row.id()), context.statementTimeout())) {
      return isFinished(session);
    } catch (StatementException away) {
      LOG.debug("{}, row {}: its commit stays unknown", context.where(), row.id(), away);
      return false;
    }
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
