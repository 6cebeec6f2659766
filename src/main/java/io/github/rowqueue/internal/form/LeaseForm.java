package io.github.rowqueue.internal.form;

import io.github.rowqueue.dialect.Param.Meaning;
import io.github.rowqueue.internal.jdbc.RawRow;
import io.github.rowqueue.internal.jdbc.ReservedSession;
import io.github.rowqueue.internal.jdbc.Session;
import io.github.rowqueue.internal.jdbc.Values;
import io.github.rowqueue.internal.jdbc.WriterLane.Rank;
import io.github.rowqueue.table.Role;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The lease form: a claim writes an expiry and the counted attempt and commits; no connection is
 * held while handlers run. A crash here leaves rows whose lease runs out; the next claim of
 * suspects takes them, one attempt spent (B80).
 */
public final class LeaseForm implements Form {

  private static final Logger LOG = LoggerFactory.getLogger(LeaseForm.class);

  private final FormContext context;
  private final Duration lease;
  private final Duration half;

  /** The most attempts a claim may find in a row; null in a table without an attempt. */
  private final @Nullable Long attemptRoom;

  private final Taking fresh;
  private final Taking suspects;
  private final LaneRests rests;
  private final OwnWrites own;
  private final Marks marks;
  private final SuspectSpacing suspectSpacing = new SuspectSpacing();
  private final LeaseBook book = new LeaseBook();
  private final LeaseSettler settler;
  private final LeaseKeeper keeper;
  private final LeaseTransactions transactions;

  /** A form whose handlers' transactions are bounded by the pool alone. */
  public LeaseForm(FormContext context, Duration lease, ReservedSession reserved) {
    this(context, lease, reserved, new ConnectionBudget(Integer.MAX_VALUE));
  }

  /**
   * A form whose rows are held for {@code lease} at a time; settles and extends on {@code
   * reserved}, and opens transactions for handlers within {@code budget}.
   */
  public LeaseForm(
      FormContext context, Duration lease, ReservedSession reserved, ConnectionBudget budget) {
    this.context = context;
    this.lease = lease;
    this.half = lease.dividedBy(2);
    this.attemptRoom = attemptRoom(context);
    this.rests = LaneRests.of(context);
    this.marks = new Marks(context, lease);
    LeaseTakings takings = new LeaseTakings(context, rests, marks);
    this.fresh = takings.fresh();
    this.suspects = takings.suspects();
    this.own = new OwnWrites(context);
    this.settler = new LeaseSettler(context, reserved, own);
    this.keeper = new LeaseKeeper(context, lease, book, reserved, own);
    this.transactions = new LeaseTransactions(context, lease, budget, settler, own);
  }

  /** Extends the leases of rows in work; its rounds are the caller's to time. */
  public LeaseKeeper keeper() {
    return keeper;
  }

  @Override
  public boolean claimsSideBySide() {
    return false;
  }

  @Override
  public void onFreed(Runnable wake) {
    fresh.onRest(wake);
  }

  @Override
  public boolean hasSuspects() {
    return true;
  }

  @Override
  public boolean reserve(Runnable freed) {
    return true;
  }

  @Override
  public void unreserve() {
    // A claim takes its connection only for its statements (B296).
  }

  @Override
  public List<ClaimedRow> claim(int limit) {
    return claim(fresh, limit, false);
  }

  @Override
  public Optional<ClaimedRow> claimSuspect() {
    long before = System.nanoTime();
    if (!suspectSpacing.isDue(before)) {
      return Optional.empty();
    }
    Optional<ClaimedRow> suspect = claim(suspects, 1, true).stream().findFirst();
    suspectSpacing.looked(before, System.nanoTime(), suspect.isPresent());
    return suspect;
  }

  @Override
  public Duration rest(RawRow row) {
    return rests.left(row);
  }

  @Override
  public void published(long priority, Instant due) {
    marks.published(priority, due);
  }

  private List<ClaimedRow> claim(Taking claim, int limit, boolean suspect) {
    context.refreshClock();
    List<LeasedRow> taken = taken(claim, limit, suspect);
    try {
      return enter(taken);
    } catch (RuntimeException | Error defect) { // in the book they would be extended for ever
      taken.forEach(this::leave);
      throw defect;
    }
  }

  private List<ClaimedRow> enter(List<LeasedRow> taken) {
    List<ClaimedRow> claimed = new ArrayList<>(taken.size());
    for (LeasedRow row : taken) {
      if (book.enter(row)) {
        claimed.add(row);
      } else {
        giveBackWhileItsHandlerRuns(row);
      }
    }
    return claimed;
  }

  /** The connection comes first: whoever waits for the pool must not keep others from writing. */
  private List<LeasedRow> taken(Taking claim, int limit, boolean suspect) {
    try (Session session = context.database().open(context.where(), context.statementTimeout())) {
      return context
          .database()
          .lane()
          .write(Rank.CLAIM, () -> take(session, claim, limit, suspect));
    }
  }

  private List<LeasedRow> take(Session session, Taking claim, int limit, boolean suspect) {
    // Read after the connection is in hand, so that waiting for the pool does not shorten the lease
    // (B67).
    long sent = System.nanoTime();
    Instant now = context.now();
    Instant expiry = context.table().expiry(now.plus(lease));
    long validUntil = sent + Duration.between(now, expiry).toNanos();
    Values values = values(now, expiry);
    List<RawRow> rows = claim.take(session, values, limit);
    return rows.stream()
        .map(row -> new LeasedRow(this, row, suspect, heldAttempt(row), expiry, validUntil))
        .toList();
  }

  /**
   * A handler of this row that lost its lease still runs in this process: no second one starts
   * (SPEC 13, 6). The row is given back with its attempt, and rests for a while so that this
   * process does not take it again at once.
   */
  private void giveBackWhileItsHandlerRuns(LeasedRow row) {
    LOG.warn(
        "{}: claimed again while the handler that lost it still runs here; given back until that handler ends",
        context.where(row));
    row.settling();
    settler.release(row, FormContext.after(context.now(), lease.dividedBy(4)));
  }

  private Values values(Instant now, Instant expiry) {
    Values values =
        new Values().set(Meaning.GROUP, context.subscription().name()).set(Meaning.NOW, now);
    values.set(Meaning.LEASE_UNTIL, expiry);
    return values.set(Meaning.ATTEMPT_ROOM, attemptRoom);
  }

  private static @Nullable Long attemptRoom(FormContext context) {
    return context.table().spec().has(Role.ATTEMPT)
        ? context.table().column(Role.ATTEMPT).maximum() - 1
        : null;
  }

  private @Nullable Long heldAttempt(RawRow row) {
    OptionalLong before = row.attempt();
    return before.isPresent() && attemptRoom != null
        ? (Long) (Math.min(before.getAsLong(), attemptRoom) + 1)
        : null;
  }

  /**
   * See {@link ClaimedRow#begin}: at least half of the lease must be left by both clocks, else it
   * is extended first.
   */
  boolean begin(LeasedRow row) {
    if (hasHalfLeft(row)) {
      return true;
    }
    keeper.extend(List.of(row));
    if (row.isHeld() && hasHalfLeft(row)) {
      return true;
    }
    LOG.warn(
        "{}: too little of the lease was left before its handler started; given up",
        context.where(row));
    release(row);
    return false;
  }

  private boolean hasHalfLeft(LeasedRow row) {
    boolean byNanos = row.validUntil() - System.nanoTime() >= half.toNanos();
    return byNanos
        && context.now().until(row.earliestExpiry(), ChronoUnit.MILLIS) >= half.toMillis();
  }

  // The book is left before anything is written: once a retry is committed the row may be claimed
  // again here, before its answer has come back.
  SettleResult settle(LeasedRow row, Settlement settlement) {
    leave(row);
    rests.settling(row.row(), settlement);
    if (settlement.finishes()) { // which no mark can be beyond
      return settler.settle(row, settlement);
    }
    Instant before = context.now();
    try {
      return settler.settle(row, settlement);
    } finally { // also of an unknown outcome
      marks.settled(row.row(), settlement, before);
    }
  }

  @Override
  public Map<ClaimedRow, SettleResult> settleTogether(
      List<ClaimedRow> rows, List<Settlement> settlements) {
    List<LeasedRow> leased = rows.stream().map(LeasedRow.class::cast).toList();
    for (int i = 0; i < leased.size(); i++) { // before they are written, as a single one
      leave(leased.get(i));
      rests.settling(leased.get(i).row(), settlements.get(i));
    }
    if (settlements.stream().allMatch(Settlement::finishes)) {
      return settler.settleTogether(leased, settlements);
    }
    Instant before = context.now();
    try {
      return settler.settleTogether(leased, settlements);
    } finally {
      for (int i = 0; i < leased.size(); i++) {
        marks.settled(leased.get(i).row(), settlements.get(i), before);
      }
    }
  }

  /** Not where the service's own statements write: its code must not run on any thread's time. */
  @Override
  public boolean settlesLater() {
    return !own.any();
  }

  @Override
  public void settleLater(
      ClaimedRow row, Settlement settlement, Consumer<@Nullable SettleResult> told) {
    LeasedRow leased = (LeasedRow) row;
    leave(leased); // before it is written, as any settlement
    rests.settling(leased.row(), settlement);
    if (settlement.finishes()) { // which no mark can be beyond
      settler.settleLater(leased, settlement, told);
      return;
    }
    Instant before = context.now();
    settler.settleLater(
        leased,
        settlement,
        result -> {
          marks.settled(leased.row(), settlement, before);
          told.accept(result);
        });
  }

  @Override
  public void flush() {
    settler.flush();
  }

  @Override
  public void flushBesides() {
    settler.flushBesides();
  }

  @Override
  public HandlerTransaction transaction(List<ClaimedRow> rows) {
    return transactions.open(rows.stream().map(LeasedRow.class::cast).toList());
  }

  SettleResult release(LeasedRow row) {
    leave(row);
    // A suspect stays one: its lease is set to end now, not to none.
    try {
      return settler.release(row, releaseTo(row));
    } finally {
      marks.released(row.row());
    }
  }

  private @Nullable Instant releaseTo(LeasedRow row) {
    return row.suspect() ? context.now() : null;
  }

  @Override
  public List<SettleResult> releaseTogether(List<ClaimedRow> rows) {
    List<LeasedRow> leased = rows.stream().map(LeasedRow.class::cast).toList();
    leased.forEach(this::leave);
    try {
      return settler.releaseTogether(leased, this::releaseTo);
    } finally {
      leased.forEach(row -> marks.released(row.row()));
    }
  }

  /** As {@link #leave}, before an ack in the transaction of its handler. */
  void acking(LeasedRow row) {
    leave(row);
    rests.settling(row.row(), Settlement.ACK);
  }

  /** The handler has returned: another delivery of the row may start here. */
  void leave(LeasedRow row) {
    row.settling();
    book.leave(row);
  }
}
