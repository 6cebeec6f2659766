package io.github.rowqueue.internal.form;

import io.github.rowqueue.dialect.Failure;
import io.github.rowqueue.dialect.Statement;
import io.github.rowqueue.dialect.Write;
import io.github.rowqueue.error.StatementException;
import io.github.rowqueue.internal.jdbc.RawRow;
import io.github.rowqueue.internal.jdbc.Session;
import io.github.rowqueue.internal.jdbc.Values;
import io.github.rowqueue.internal.jdbc.Values.Token;
import io.github.rowqueue.table.Role;
import io.github.rowqueue.table.TableSpec;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A row locked by a transaction of this process, and the connection that holds it. One thread
 * settles it.
 */
final class LockedRow implements ClaimedRow {

  private static final Logger LOG = LoggerFactory.getLogger(LockedRow.class);
  private static final String SAVEPOINT = "rowqueue_settlement";

  private final RowLockForm form;
  private final FormContext context;
  private final Session session;
  private final RawRow row;
  private final AtomicBoolean ended = new AtomicBoolean();

  LockedRow(RowLockForm form, FormContext context, Session session, RawRow row) {
    this.form = form;
    this.context = context;
    this.session = session;
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

  @Override
  public SettleResult settle(Settlement settlement) {
    Write.Counted write = write(settlement);
    if (write.statements().isEmpty()) {
      return release();
    }
    try {
      boolean savepoint = form.savepoints();
      if (savepoint) {
        session.savepoint(SAVEPOINT);
      }
      return settle(write, settlement, savepoint);
    } catch (StatementException failure) {
      // A failed commit leaves the outcome open: the row is finished, or it comes back at once. It
      // is never repeated on
      // another connection, where nothing proves that the row is still ours (SPEC 13, 11).
      end();
      return SettleResult.unknown(failure);
    }
  }

  private SettleResult settle(Write.Counted write, Settlement settlement, boolean savepoint) {
    try {
      int changed = 0;
      Values values = SettlementValues.of(context, settlement, List.of(Token.of(row.id())));
      for (Statement statement : write.statements()) {
        changed = session.update(statement, context.table(), values);
      }
      if (changed == 0) {
        end();
        return SettleResult.lost(write.name());
      }
    } catch (StatementException failure) {
      return refused(failure, savepoint);
    }
    session.commit();
    end();
    return SettleResult.done(write.name());
  }

  private SettleResult refused(StatementException failure, boolean savepoint) {
    Failure kind = context.database().classify(failure);
    boolean forGood = kind == Failure.REFUSED || kind == Failure.BROKEN;
    if (forGood && savepoint) {
      session.rollbackTo(SAVEPOINT);
      return SettleResult.refused(failure);
    }
    if (forGood) {
      form.settleUnderSavepoints();
    }
    end();
    return SettleResult.unknown(failure);
  }

  private Write.Counted write(Settlement settlement) {
    TableSpec spec = context.table().spec();
    return context
        .database()
        .dialect()
        .rowLockSettle(
            settlement.error() == null ? spec.without(Role.LAST_ERROR) : spec, settlement.event());
  }

  @Override
  public SettleResult release() {
    end();
    return SettleResult.done("rollback");
  }

  @Override
  public void stopExtending() {
    // There is no lease; the interrupt alone tells the handler.
  }

  /**
   * The handler does not end: its transaction is undone by the server, and the connection never
   * goes back to the pool.
   */
  @Override
  public void abandon() {
    LOG.warn(
        "{}: its connection is cut off, because its handler does not end", context.where(this));
    session.abort();
    end();
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
    end();
  }

  private void end() {
    if (ended.compareAndSet(false, true)) {
      session.close();
      form.unreserve();
    }
  }

  @Override
  public String toString() {
    return "row " + row.id();
  }
}
