package io.github.rowqueue.internal.form;

import io.github.rowqueue.dialect.Dialect;
import io.github.rowqueue.dialect.Guard;
import io.github.rowqueue.dialect.LaneClaim;
import io.github.rowqueue.dialect.Param.Meaning;
import io.github.rowqueue.internal.jdbc.RawRow;
import io.github.rowqueue.internal.jdbc.RowId;
import io.github.rowqueue.internal.jdbc.Session;
import io.github.rowqueue.internal.jdbc.Values;
import io.github.rowqueue.table.Role;
import io.github.rowqueue.table.TableSpec;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Claims of lanes in the row lock form: the head of one lane at a time, whose guard is held until
 * the transaction of its delivery has ended. Nothing in the table tells which lanes are in work, so
 * those of this process are remembered, and those of others are found out by trying. Thread-safe.
 */
final class LaneLocks {

  /** How many lanes are tried in one claim; the next goes on behind them. */
  private static final int TRIED = 16;

  private final FormContext context;
  private final LaneClaim claim;
  private final LaneScan scan;
  private final LaneRests rests;
  private final Optional<RowClaim> laneless;
  private final Set<RowId> inWork = ConcurrentHashMap.newKeySet();
  private final AtomicBoolean lanelessFirst = new AtomicBoolean();

  /**
   * Claims of lanes.
   *
   * @param excluded the groups that are left out, where groups are lanes
   * @param rests the lanes that are passed over for a while
   * @param laneless takes a row that has no lane, if there can be one; they and the lanes take
   *     turns
   */
  LaneLocks(
      FormContext context,
      LaneClaim claim,
      List<String> excluded,
      LaneRests rests,
      Optional<RowClaim> laneless) {
    this.context = context;
    this.claim = claim;
    this.scan = new LaneScan(claim, context.table(), excluded);
    this.rests = rests;
    this.laneless = laneless;
  }

  /** The lanes of a subscription of keys, or of all groups; empty for any other. */
  static Optional<LaneLocks> of(FormContext context, LaneRests rests) {
    TableSpec spec = context.table().spec();
    Dialect dialect = context.database().dialect();
    if (context.subscription().servesAllGroups()) {
      List<String> leftOut = List.copyOf(context.leftOut());
      return Optional.of(
          new LaneLocks(context, dialect.laneClaim(spec), leftOut, rests, Optional.empty()));
    }
    if (!spec.fifoKeys()) {
      return Optional.empty();
    }
    boolean withoutKey = spec.column(Role.PARTITION_KEY).orElseThrow().nullable();
    return Optional.of(
        new LaneLocks(
            context,
            dialect.laneClaim(spec),
            List.of(),
            rests,
            withoutKey
                ? Optional.of(new ClaimRunner(dialect.rowLockClaim(spec), context.table()))
                : Optional.empty()));
  }

  /** Tells whom to wake after a claim that has found none, and has not looked at all lanes. */
  void onRest(Runnable wake) {
    scan.onRest(wake);
  }

  /** Claims the head of one lane, or rows without one. */
  List<ClaimedRow> claim(Session session, Values values, int limit, Locking locking) {
    boolean turn = laneless.isPresent() && flip();
    if (turn) {
      List<ClaimedRow> rows = locking.claim(session, laneless.get(), values, limit);
      return rows.isEmpty() ? head(session, values, locking) : rows;
    }
    List<ClaimedRow> rows = head(session, values, locking);
    return rows.isEmpty() && laneless.isPresent()
        ? locking.claim(session, laneless.get(), values, limit)
        : rows;
  }

  private boolean flip() {
    boolean before = lanelessFirst.get();
    lanelessFirst.set(!before);
    return !before;
  }

  private List<ClaimedRow> head(Session session, Values values, Locking locking) {
    Set<RowId> tried = new HashSet<>();
    while (tried.size() < TRIED) {
      List<Object> lane =
          scan.find(
              session,
              values,
              1,
              one -> isFree(one) && !tried.contains(RowId.of(one)),
              inWork.size() + tried.size());
      if (lane.isEmpty()) {
        return List.of();
      }
      tried.add(RowId.of(lane.get(0)));
      List<ClaimedRow> rows = head(session, values, lane.get(0), locking);
      if (!rows.isEmpty()) {
        scan.taken();
        return rows;
      }
    }
    return List.of();
  }

  private boolean isFree(Object lane) {
    return !inWork.contains(RowId.of(lane)) && !rests.isResting(lane);
  }

  private List<ClaimedRow> head(Session session, Values values, Object lane, Locking locking) {
    RowId mark = RowId.of(lane);
    if (!inWork.add(mark)) {
      return List.of();
    }
    boolean holds = false;
    try {
      Values named = values.copy().lanes(List.of(lane));
      if (context.table().spec().fifoGroups()) {
        named.set(Meaning.GROUP, lane);
      }
      RowClaim head = new OfLane(new ClaimRunner(claim.claim(), context.table()), mark);
      List<ClaimedRow> rows = locking.claim(session, head, named, 1);
      holds = !rows.isEmpty();
      return rows;
    } finally {
      if (!holds) {
        session.rollback();
        inWork.remove(mark);
      }
    }
  }

  /** The claim of one lane, which is in work until its guard is given back. */
  private final class OfLane implements RowClaim {

    private final RowClaim claim;
    private final RowId lane;

    OfLane(RowClaim claim, RowId lane) {
      this.claim = claim;
      this.lane = lane;
    }

    @Override
    public boolean needsTransaction() {
      return claim.needsTransaction();
    }

    @Override
    public Optional<Guard> guard() {
      return claim.guard();
    }

    @Override
    public void over() {
      inWork.remove(lane);
    }

    @Override
    public List<RawRow> run(Session session, Values values, int limit) {
      return claim.run(session, values, limit);
    }
  }

  /** Claims on a session, which keeps its transaction if rows come. */
  @FunctionalInterface
  interface Locking {
    /** Claims up to {@code limit} rows. */
    List<ClaimedRow> claim(Session session, RowClaim claim, Values values, int limit);
  }
}
