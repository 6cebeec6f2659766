package io.github.rowqueue.internal.form;

import io.github.rowqueue.error.RowqueueException;
import io.github.rowqueue.error.StatementException;
import io.github.rowqueue.error.TransactionHeldException;
import io.github.rowqueue.internal.jdbc.HandlerConnection;
import io.github.rowqueue.internal.jdbc.Session;
import io.github.rowqueue.internal.jdbc.WriterLane.Rank;
import io.github.rowqueue.internal.jdbc.WriterLane.Turn;
import io.github.rowqueue.table.TableSpec;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A transaction for the handlers of rows that are held by something else: by a lease, or by the
 * lock of a key. An ack is written in it under the row's token and takes effect with its commit, if
 * the row is still held; all else is settled outside of it, when it is over. It waits for no
 * extension, and none waits for it: who holds the row's lock has the row.
 *
 * <p>What a handler has and what is undone under it is guarded by this object.
 */
final class OwnHandlerTransaction implements HandlerTransaction {

  /** Stands where a handler begins; tells whether its transaction still is the same. */
  private static final String HANDLER = "rowqueue_handler";

  /** Stands before that in a batch; what is undone of one message alone is undone to here. */
  private static final String MESSAGE = "rowqueue_message";

  private final HandlerAcks all;
  private final HandlerSession held;
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

  private OwnHandlerTransaction(
      HandlerAcks all, List<? extends HandlerRow> rows, HandlerSession held, Turn turn) {
    this.all = all;
    this.held = held;
    this.session = held.session();
    this.turn = turn;
    this.batch = rows.size() > 1;
    this.where = all.context().where();
    rows.forEach(row -> row.handledIn(this));
  }

  /**
   * Opens one on {@code held}, which is given back if that fails.
   *
   * @throws StatementException if the database refuses
   */
  static OwnHandlerTransaction open(
      HandlerAcks all, List<? extends HandlerRow> rows, HandlerSession held) {
    boolean opened = false;
    try {
      // Behind all that keeps leases; the connection comes first, as everywhere.
      Turn turn = all.context().database().lane().take(Rank.PUBLISH);
      try {
        TableSpec spec = all.context().table().spec();
        held.session().begin(spec.isolation(), spec.sqliteMode());
        opened = true;
      } finally {
        if (!opened) {
          turn.end();
        }
      }
      return new OwnHandlerTransaction(all, rows, held, turn);
    } finally {
      if (!opened) {
        held.giveBack();
      }
    }
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
      TransactionHeldException inProgress = TransactionHeldException.inProgress(where);
      failure = inProgress;
      given = true;
      held.condemn();
      all.context().workers().execute(this::discard);
      return Optional.of(SettleResult.unknown(inProgress));
    }
    if (failure == null) {
      try {
        session.resume(back);
      } catch (StatementException gone) {
        fail(gone);
      }
    } else {
      back.closeStatements(); // their results would be read on, in the pool
    }
    return Optional.empty();
  }

  /** By a thread that may wait for the call that is in progress. */
  private void discard() {
    try {
      held.discard();
    } finally {
      turn.end();
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
    failure = new StatementException(where, all.form() + "/transaction", new SQLException(reason));
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
              all.form() + "/abandon",
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
    HandlerRow handled = (HandlerRow) row;
    return handled.settleOnce(() -> written(handled));
  }

  private synchronized SettleResult written(HandlerRow row) {
    if (failure != null) {
      return undoneBy(failure);
    }
    try {
      session.release(HANDLER);
      if (!all.ack(session, row)) {
        undoMessage(null);
        return SettleResult.lost(all.form() + "/ack");
      }
      written = true;
      afterCommit.addAll(Objects.requireNonNull(lent).afterCommit());
      return SettleResult.done(all.form() + "/ack");
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
    return SettleResult.done("rollback"); // what holds the row tells whether it still is
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
    HandlerRow row = (HandlerRow) acked;
    SettleResult result = result(row);
    if (result.kind() == SettleResult.Kind.REFUSED) {
      row.ackUndone();
    }
    return result;
  }

  private SettleResult result(HandlerRow acked) {
    if (failure != null) {
      return undoneBy(failure);
    }
    return unknown == null ? SettleResult.done("commit") : all.afterCommit(acked, unknown);
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
      held.giveBack();
    } finally {
      turn.end();
    }
  }
}
