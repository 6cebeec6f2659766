package io.github.rowqueue.internal.form;

import io.github.rowqueue.error.RowqueueException;
import io.github.rowqueue.error.StatementException;
import io.github.rowqueue.error.TransactionHeldException;
import io.github.rowqueue.internal.jdbc.HandlerConnection;
import io.github.rowqueue.internal.jdbc.Session;
import io.github.rowqueue.internal.jdbc.WriterLane.Turn;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A transaction of its own for the handlers of leased rows. An ack is written in it under the row's
 * token and takes effect with its commit, if the token still holds; all else is settled outside of
 * it, when it is over. It waits for no extension, and none waits for it: who holds the row's lock
 * has the row.
 *
 * <p>What a handler has and what is undone under it is guarded by this object.
 */
final class LeasedHandlerTransaction implements HandlerTransaction {

  /** Stands where a handler begins; tells whether its transaction still is the same. */
  private static final String HANDLER = "rowqueue_handler";

  /** Stands before that in a batch; what is undone of one message alone is undone to here. */
  private static final String MESSAGE = "rowqueue_message";

  private final LeaseTransactions all;
  private final Session session;
  private final Turn turn;
  private final boolean batch;
  private final List<Runnable> afterCommit = new ArrayList<>();
  private String where;
  private @Nullable HandlerConnection lent;
  private boolean handling;
  private boolean undone;
  private boolean written;
  private boolean given;

  /** What undid all of it; nothing more is written then. */
  private @Nullable RowqueueException failure;

  /** The commit failed: nobody knows what became of the acks. */
  private @Nullable StatementException unknown;

  LeasedHandlerTransaction(
      LeaseTransactions all, List<LeasedRow> rows, Session session, Turn turn) {
    this.all = all;
    this.session = session;
    this.turn = turn;
    this.batch = rows.size() > 1;
    this.where = all.context().where();
    rows.forEach(row -> row.handledIn(this));
  }

  @Override
  public synchronized boolean takesMore() {
    return failure == null && (!undone || (batch && all.context().database().knowsSavepoints()));
  }

  @Override
  public Optional<Duration> limit() {
    return all.limit();
  }

  @Override
  public synchronized Connection lend(ClaimedRow row, String where) {
    this.where = where;
    try {
      if (batch) {
        session.savepoint(MESSAGE);
      }
      session.mark(HANDLER);
      HandlerConnection connection = session.lend(where);
      lent = connection;
      handling = true;
      return connection.guard();
    } catch (StatementException refused) {
      fail(refused);
      throw refused;
    }
  }

  @Override
  public synchronized Optional<SettleResult> takeBack() {
    handling = false;
    HandlerConnection back = Objects.requireNonNull(lent);
    if (!back.takeBack("its handler has ended", () -> {})) {
      TransactionHeldException held = TransactionHeldException.inProgress(where);
      failure = held;
      given = true;
      session.condemn();
      all.context().workers().execute(this::discard);
      return Optional.of(SettleResult.unknown(held));
    }
    if (failure == null) {
      try {
        session.resume(back);
      } catch (StatementException gone) {
        fail(gone);
      }
    }
    return Optional.empty();
  }

  /** By a thread that may wait for the call that is in progress. */
  private void discard() {
    try {
      session.abort();
      session.close();
    } finally {
      turn.end();
      all.ended();
    }
  }

  @Override
  public synchronized void cutOff() {
    if (!handling || failure != null) {
      return;
    }
    String reason =
        "it held its transaction for longer than %s, half a lease"
            .formatted(limit().map(Duration::toString).orElse("?"));
    failure = new StatementException(where, "lease/transaction", new SQLException(reason));
    if (Objects.requireNonNull(lent).takeBack(reason, this::undoUnderHandler)) {
      undoUnderHandler();
    }
  }

  private synchronized void undoUnderHandler() {
    if (!given) {
      session.rollback();
      turn.end();
    }
  }

  /** The handler does not end: the server undoes what it wrote (SPEC 10). */
  synchronized void abandon() {
    if (handling) {
      failure =
          new StatementException(
              where,
              "lease/abandon",
              new SQLException("cut off by close(), since the handler did not end"));
      session.condemn();
      all.context()
          .workers()
          .execute(
              () -> {
                session.abort();
                turn.end();
              });
    }
  }

  @Override
  public synchronized SettleResult ack(ClaimedRow row) {
    LeasedRow leased = (LeasedRow) row;
    return leased.settleOnce(() -> written(leased));
  }

  private synchronized SettleResult written(LeasedRow row) {
    if (failure != null) {
      return undoneBy(failure);
    }
    try {
      session.release(HANDLER);
      if (!all.ack(session, row)) {
        undoMessage(null);
        return SettleResult.lost("lease/ack");
      }
      written = true;
      afterCommit.addAll(Objects.requireNonNull(lent).afterCommit());
      return SettleResult.done("lease/ack");
    } catch (StatementException refused) {
      undoMessage(refused);
      return SettleResult.refused(refused);
    }
  }

  @Override
  public synchronized SettleResult undo(ClaimedRow row) {
    if (failure == null) {
      undoMessage(null);
    }
    return SettleResult.done("rollback"); // the token tells whether the row is still held
  }

  private void undoMessage(@Nullable StatementException reason) {
    undone = true;
    if (!batch) {
      session.rollback();
      return;
    }
    try {
      session.rollbackTo(MESSAGE);
    } catch (StatementException gone) {
      fail(reason == null ? gone : reason);
    }
  }

  private void fail(StatementException reason) {
    failure = reason;
    session.rollback();
  }

  private static SettleResult undoneBy(RowqueueException failure) {
    return failure instanceof StatementException known
        ? SettleResult.refused(known)
        : SettleResult.unknown(failure);
  }

  @Override
  public boolean isBusy(Throwable failure) {
    return all.isBusy(failure);
  }

  @Override
  public void end() {
    List<Runnable> actions = new ArrayList<>();
    synchronized (this) {
      if (failure == null && written) {
        try {
          session.commit();
          actions.addAll(afterCommit);
        } catch (StatementException failed) {
          unknown = failed;
        }
      }
    }
    close();
    actions.forEach(Runnable::run); // they look for rows to claim: with no connection in hand
  }

  @Override
  public SettleResult result(ClaimedRow acked) {
    LeasedRow row = (LeasedRow) acked;
    SettleResult result = result(row);
    if (result.kind() == SettleResult.Kind.REFUSED) {
      row.ackUndone();
    }
    return result;
  }

  private SettleResult result(LeasedRow acked) {
    if (failure != null) {
      return undoneBy(failure);
    }
    return unknown == null
        ? SettleResult.done("commit")
        : all.settler().afterCommit(acked, unknown);
  }

  @Override
  public void close() {
    synchronized (this) {
      if (given) {
        return;
      }
      given = true;
    }
    try {
      session.close();
    } finally {
      turn.end();
      all.ended();
    }
  }
}
