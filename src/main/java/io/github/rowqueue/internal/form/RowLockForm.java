package io.github.rowqueue.internal.form;

import io.github.rowqueue.dialect.Dialect;
import io.github.rowqueue.dialect.Param.Meaning;
import io.github.rowqueue.internal.jdbc.RawRow;
import io.github.rowqueue.internal.jdbc.Session;
import io.github.rowqueue.internal.jdbc.Values;
import io.github.rowqueue.table.Isolation;
import io.github.rowqueue.table.TableSpec;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The row lock form: the claim's transaction stays open while the handler runs and holds the row
 * and one connection; the settlement commits it. A crash here returns the row at once and counts
 * nothing (B58).
 */
public final class RowLockForm implements Form {

  private final FormContext context;
  private final RowClaim claim;
  private final Optional<LaneLocks> lanes;
  private final LaneRests rests;
  private final RowFetch fetch;
  private final OwnWrites own;
  private final ConnectionBudget budget;

  /**
   * Whether deliveries set a savepoint before they settle. Off until the database has refused a
   * settlement for good once: it costs a round trip per message, and only then is there something
   * to fall back to (SPEC 13, 12).
   */
  private volatile boolean savepoints;

  /** A form whose deliveries share {@code budget}. */
  public RowLockForm(FormContext context, ConnectionBudget budget) {
    this.context = context;
    Dialect dialect = context.database().dialect();
    TableSpec spec = context.table().spec();
    this.claim = OwnClaimRunner.orElse(context, false, dialect.rowLockClaim(spec));
    this.rests = LaneRests.of(context);
    this.lanes = LaneLocks.of(context, rests);
    this.fetch = new RowFetch(context);
    this.own = new OwnWrites(context);
    this.budget = budget;
  }

  @Override
  public boolean claimsSideBySide() {
    return true;
  }

  @Override
  public void onFreed(Runnable wake) {
    lanes.ifPresent(all -> all.onRest(wake));
  }

  @Override
  public boolean hasSuspects() {
    return false;
  }

  @Override
  public boolean reserve(Runnable freed) {
    return budget.tryTake(freed);
  }

  @Override
  public void unreserve() {
    budget.giveBack();
  }

  @Override
  public List<ClaimedRow> claim(int limit) {
    Session session = context.database().open(context.where(), context.statementTimeout());
    boolean holds = false;
    try {
      Values values = new Values().set(Meaning.GROUP, context.subscription().name());
      values.set(Meaning.NOW, context.now());
      List<ClaimedRow> rows =
          lanes.isPresent()
              ? lanes.get().claim(session, values, limit, this::claim)
              : claim(session, claim, values, limit);
      holds = !rows.isEmpty();
      return rows;
    } finally {
      if (!holds) {
        session.close();
      }
    }
  }

  private List<ClaimedRow> claim(Session session, RowClaim claim, Values values, int limit) {
    Isolation isolation = context.table().spec().isolation();
    Optional<HeldGuard> guard = HeldGuard.begin(claim, session, context.table(), values, isolation);
    if (guard.isEmpty()) {
      return List.of();
    }
    return claim(session, guard.get().andThen(claim::over), claim, values, limit);
  }

  /** The guard is held for as long as the transaction, which is what marks the row as in work. */
  private List<ClaimedRow> claim(
      Session session, HeldGuard guard, RowClaim claim, Values values, int limit) {
    boolean holds = false;
    try {
      List<RawRow> rows = fetch.fetch(session, claim.run(session, values, limit));
      LockedTransaction transaction = new LockedTransaction(this, session, guard, rows.size());
      List<ClaimedRow> locked =
          rows.stream()
              .<ClaimedRow>map(row -> new LockedRow(transaction, context, own, row))
              .toList();
      holds = !locked.isEmpty();
      return locked;
    } finally {
      if (!holds) {
        guard.releaseAfter(session::rollback);
      }
    }
  }

  @Override
  public Optional<ClaimedRow> claimSuspect() {
    return Optional.empty();
  }

  /**
   * Each settlement of a batch stands under a savepoint of its own anyway; they share the
   * transaction.
   */
  @Override
  public Map<ClaimedRow, SettleResult> settleTogether(
      List<ClaimedRow> rows, List<Settlement> settlements) {
    return Map.of();
  }

  @Override
  public HandlerTransaction transaction(List<ClaimedRow> rows) {
    return new LockedHandlerTransaction(context, rows);
  }

  @Override
  public Duration rest(RawRow row) {
    return rests.left(row);
  }

  /** To be told before the transaction that keeps {@code row} ends. */
  void settling(RawRow row, Settlement settlement) {
    rests.settling(row, settlement);
  }

  boolean savepoints() {
    return savepoints;
  }

  /**
   * A settlement was refused for good: from now on its replacement is to be written in the same
   * transaction.
   */
  void settleUnderSavepoints() {
    savepoints = true;
  }
}
