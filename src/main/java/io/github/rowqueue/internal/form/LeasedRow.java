package io.github.rowqueue.internal.form;

import io.github.rowqueue.internal.jdbc.RawRow;
import io.github.rowqueue.internal.jdbc.Session;
import io.github.rowqueue.internal.jdbc.Values.Token;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A row held by a lease, and the token that proves it: the attempt the claim wrote, and every
 * expiry that may stand in the row since the last one the database confirmed (SPEC 13, 1). An
 * extension whose answer was lost leaves two.
 *
 * <p>All state is guarded by this object; callbacks run outside of it.
 */
final class LeasedRow implements HandlerRow {

  private static final Logger LOG = LoggerFactory.getLogger(LeasedRow.class);

  private static final SettleResult WRITTEN = SettleResult.done("lease");

  private final LeaseForm form;
  private final RawRow row;
  private final boolean suspect;
  private final @Nullable Long heldAttempt;

  // Nearly every row ends with the one expiry and the one callback it began with.
  private Instant earliest;
  private List<Instant> later = List.of();
  private @Nullable Runnable onLost;
  private List<Runnable> alsoOnLost = List.of();

  /** Of a row that is settled by its own thread; nearly all are settled later. */
  private @Nullable SettleOnce once;

  private State state = State.HELD;
  private boolean extended = true;
  private boolean uncertain;
  private @Nullable RuntimeException firstFailure;
  private volatile @Nullable OwnHandlerTransaction transaction;

  /** The moment of {@link System#nanoTime} at which the last confirmed expiry passes. */
  private long validUntil;

  LeasedRow(
      LeaseForm form,
      RawRow row,
      boolean suspect,
      @Nullable Long heldAttempt,
      Instant expiry,
      long validUntil) {
    this.form = form;
    this.row = row;
    this.suspect = suspect;
    this.heldAttempt = heldAttempt;
    this.earliest = expiry;
    this.validUntil = validUntil;
  }

  @Override
  public RawRow row() {
    return row;
  }

  @Override
  public boolean suspect() {
    return suspect;
  }

  @Override
  public boolean begin() {
    return form.begin(this);
  }

  @Override
  public SettleResult settle(Settlement settlement) {
    return once().settle(this, () -> form.settle(this, settlement));
  }

  @Override
  public boolean withAck(Consumer<Session> work) {
    return false;
  }

  @Override
  public SettleResult complete() {
    return WRITTEN;
  }

  @Override
  public SettleResult release() {
    return form.release(this);
  }

  @Override
  public synchronized void stopExtending() {
    extended = false;
  }

  @Override
  public void abandon() {
    // The keeper goes on extending until the handler returns or the JVM ends (SPEC 10).
    OwnHandlerTransaction open = transaction;
    if (open != null) {
      open.abandon();
    }
  }

  @Override
  public void handledIn(OwnHandlerTransaction transaction) {
    this.transaction = transaction;
  }

  @Override
  public void ackUndone() {
    once().undone();
  }

  @Override
  public SettleResult settleOnce(Supplier<SettleResult> write) {
    form.acking(this); // before it is written, as any settlement
    return once().settle(this, write);
  }

  private SettleOnce once() {
    if (once == null) {
      once = new SettleOnce();
    }
    return once;
  }

  @Override
  public void close() {
    form.leave(this);
  }

  /** Every token the row may carry now. */
  synchronized List<Token> tokens() {
    return later.isEmpty()
        ? List.of(new Token(row.id(), earliest, heldAttempt)) // nearly always
        : tokens(expiry -> true);
  }

  private List<Token> tokens(Predicate<Instant> which) {
    return expiries()
        .filter(which)
        .map(expiry -> new Token(row.id(), expiry, heldAttempt))
        .toList();
  }

  /**
   * Every token the row may carry that an extension to {@code next} replaces; another one may have
   * been sent meanwhile, and no expiry is made smaller (SPEC 13, 2).
   */
  synchronized List<Token> tokensBefore(Instant next) {
    return tokens(expiry -> expiry.isBefore(next));
  }

  /** The earliest expiry that may stand in the row. */
  synchronized Instant earliestExpiry() {
    return earliest;
  }

  /** Every expiry that may stand in the row, the earliest first. */
  private Stream<Instant> expiries() {
    return Stream.concat(Stream.of(earliest), later.stream());
  }

  private Instant latest() {
    return later.isEmpty() ? earliest : later.get(later.size() - 1);
  }

  synchronized long validUntil() {
    return validUntil;
  }

  /**
   * Notes an expiry that is about to be written, before the statement is sent.
   *
   * @return false if this row is not to be extended, or {@code next} would not be later than all
   *     before it: an extension never writes a smaller or equal expiry (SPEC 13, 2)
   */
  synchronized boolean extending(Instant next) {
    if (state != State.HELD || !extended || !next.isAfter(latest())) {
      return false;
    }
    later = with(later, next);
    return true;
  }

  /**
   * Whether no extension was sent after the one that writes {@code next}: only the latest may tell
   * that the row is lost, since it names every expiry before its own.
   */
  synchronized boolean isLatest(Instant next) {
    return latest().equals(next);
  }

  /**
   * The expiry that would hold the row until the moment {@code until} of {@link System#nanoTime},
   * on the clock its last confirmed expiry was written by: where a clock was set back since, others
   * still go by that one.
   */
  synchronized Instant carried(long until) {
    return earliest.plusNanos(until - validUntil);
  }

  /**
   * The database confirmed {@code expiry}: none before it can stand in the row. One after it can,
   * if another extension was sent meanwhile.
   */
  synchronized void confirmed(Instant expiry, long validUntil) {
    if (!earliest.equals(expiry) && !later.contains(expiry)) { // a later one was confirmed first
      return;
    }
    earliest = expiry;
    later = later.stream().filter(other -> other.isAfter(expiry)).toList();
    if (validUntil - this.validUntil > 0) {
      this.validUntil = validUntil;
    }
  }

  /** Leaves the extensions for good: from here on only the settlement writes (SPEC 13, 1). */
  synchronized void settling() {
    if (state == State.HELD) {
      state = State.SETTLING;
    }
  }

  /**
   * A settlement was sent whose outcome is unknown: that it finds nothing no longer means that the
   * row is lost.
   */
  synchronized void uncertain() {
    uncertain = true;
  }

  synchronized boolean isUncertain() {
    return uncertain;
  }

  /** A settlement was tried together with others and failed; it goes on alone. */
  synchronized void firstFailure(RuntimeException failure) {
    firstFailure = failure;
  }

  /** Raises what {@link #firstFailure} was told, once. */
  void raiseFirstFailure() {
    RuntimeException failure;
    synchronized (this) {
      failure = firstFailure;
      firstFailure = null;
    }
    if (failure != null) {
      throw failure;
    }
  }

  /** Whether the row is held and no settlement has begun. */
  synchronized boolean isHeld() {
    return state == State.HELD;
  }

  /** The row carries no token of ours any more. Has no effect once the settlement has begun. */
  void lose() {
    List<Runnable> actions;
    synchronized (this) {
      if (state != State.HELD) {
        return;
      }
      state = State.LOST;
      actions = Stream.concat(Stream.ofNullable(onLost), alsoOnLost.stream()).toList();
    }
    actions.forEach(this::tell);
  }

  /** One callback that fails keeps neither the others nor other deliveries from being told. */
  private void tell(Runnable action) {
    try {
      action.run();
    } catch (RuntimeException | Error broken) {
      LOG.error("{}: an onLost callback failed; the others still run", this, broken);
    }
  }

  @Override
  public synchronized boolean isLost() {
    return state == State.LOST;
  }

  @Override
  public void onLost(Runnable action) {
    synchronized (this) {
      if (state != State.LOST && onLost == null) {
        onLost = action;
        return;
      }
      if (state != State.LOST) {
        alsoOnLost = with(alsoOnLost, action);
        return;
      }
    }
    action.run();
  }

  private static <T> List<T> with(List<T> before, T next) {
    return Stream.concat(before.stream(), Stream.of(next)).toList();
  }

  @Override
  public String toString() {
    return "row " + row.id();
  }

  private enum State {
    HELD,
    SETTLING,
    LOST
  }
}
