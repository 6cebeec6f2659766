package io.github.rowqueue.internal.form;

import io.github.rowqueue.error.StatementException;
import io.github.rowqueue.error.TransactionHeldException;
import io.github.rowqueue.internal.jdbc.HandlerConnection;
import io.github.rowqueue.internal.jdbc.Session;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Handlers in the transaction of a row lock claim. It ends with the settlements of its rows, which
 * are written in it too (SPEC 13, 11).
 */
final class LockedHandlerTransaction implements HandlerTransaction {

  /** Stands where a handler begins; what it wrote is undone to here. */
  private static final String HANDLER = "rowqueue_handler";

  private final FormContext context;
  private final LockedTransaction transaction;
  private @Nullable HandlerConnection lent;
  private String where = "";
  private boolean undoesAck;
  private boolean undone;

  LockedHandlerTransaction(FormContext context, List<ClaimedRow> rows) {
    this.context = context;
    this.transaction = ((LockedRow) rows.get(0)).transaction();
  }

  @Override
  public boolean takesMore() {
    return transaction.failure() == null && (!undone || context.database().knowsSavepoints());
  }

  @Override
  public Optional<Duration> limit() {
    return Optional.empty();
  }

  /** A second savepoint stands before the first, where an ack may have to be undone with it. */
  @Override
  public Connection lend(ClaimedRow row, String where) {
    this.where = where;
    undoesAck = transaction.savepoints() || ((LockedRow) row).acksByOwnStatement();
    try {
      if (undoesAck) {
        transaction.setSavepoint();
      }
      session().mark(HANDLER);
      lent = session().lend(where);
      return lent.guard();
    } catch (StatementException failure) {
      transaction.fail(failure);
      throw failure;
    }
  }

  @Override
  public Optional<SettleResult> takeBack() {
    HandlerConnection back = Objects.requireNonNull(lent);
    if (!back.takeBack("its handler has ended", () -> {})) {
      TransactionHeldException held = TransactionHeldException.inProgress(where);
      transaction.hold(held, context.workers());
      return Optional.of(SettleResult.unknown(held));
    }
    try {
      session().resume(back);
      return Optional.empty();
    } catch (StatementException gone) {
      transaction.fail(gone);
      return Optional.of(SettleResult.lost(gone));
    }
  }

  @Override
  public void cutOff() {
    throw new IllegalStateException("a row lock transaction has no limit");
  }

  @Override
  public SettleResult ack(ClaimedRow row) {
    try {
      session().release(HANDLER);
    } catch (StatementException ended) {
      SettleResult undone = undo(row);
      // What is aborted still has its savepoint: a failed attempt. Else the lock is gone with it.
      return undone.kind() == SettleResult.Kind.DONE ? SettleResult.refused(ended) : undone;
    }
    SettleResult result = ((LockedRow) row).ackWithHandler(undoesAck);
    switch (result.kind()) {
      case DONE -> transaction.afterCommit(Objects.requireNonNull(lent).afterCommit());
      case REFUSED -> undone = true;
      case LOST, UNKNOWN -> {}
    }
    return result;
  }

  @Override
  public SettleResult undo(ClaimedRow row) {
    undone = true;
    try {
      session().rollbackTo(HANDLER);
      return SettleResult.done("rollback-to-savepoint");
    } catch (StatementException ended) {
      transaction.fail(ended);
      return SettleResult.lost(ended);
    }
  }

  private Session session() {
    return transaction.session();
  }

  @Override
  public boolean isBusy(Throwable failure) {
    return false;
  }

  @Override
  public void end() {
    // The first settlement that is completed commits.
  }

  @Override
  public SettleResult result(ClaimedRow acked) {
    return SettleResult.done("commit");
  }

  @Override
  public void close() {
    // The rows hold the transaction; the last of them gives it back.
  }
}
