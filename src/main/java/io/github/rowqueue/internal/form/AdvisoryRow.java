package io.github.rowqueue.internal.form;

import io.github.rowqueue.dialect.Event;
import io.github.rowqueue.internal.jdbc.RawRow;
import io.github.rowqueue.internal.jdbc.Session;
import io.github.rowqueue.internal.jdbc.Values.Token;
import io.github.rowqueue.table.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A row whose key is held, and the attempt its take has written. One thread settles it; any thread
 * may tell that the key is lost. All state is guarded by this object; callbacks run outside of it.
 */
final class AdvisoryRow implements HandlerRow {

  private static final Logger LOG = LoggerFactory.getLogger(AdvisoryRow.class);

  private final AdvisorySettler settler;
  private final FormContext context;
  private final RawRow row;
  private final KeyHold hold;
  private final KeysHere here;
  private final SettleOnce once = new SettleOnce();
  private final AtomicBoolean over = new AtomicBoolean();
  private final List<Runnable> onLost = new ArrayList<>();
  private State state = State.HELD;
  private volatile @Nullable OwnHandlerTransaction transaction;

  /** Whether the row comes back as the first of its key; set and read by the settling thread. */
  private boolean staysHead;

  AdvisoryRow(
      AdvisorySettler settler, FormContext context, RawRow row, KeyHold hold, KeysHere here) {
    this.settler = settler;
    this.context = context;
    this.row = row;
    this.hold = hold;
    this.here = here;
  }

  KeyHold hold() {
    return hold;
  }

  /** The row, and the attempt that stands in it where that can be told. */
  Token token() {
    return new Token(row.id(), null, heldAttempt());
  }

  private @Nullable Long heldAttempt() {
    OptionalLong before = row.attempt();
    Long room = SettlementValues.attemptRoom(context);
    return before.isPresent() && room != null
        ? (Long) (Math.min(before.getAsLong(), room) + 1)
        : null;
  }

  /**
   * Whether the attempt alone proves that nobody has taken the row since; not where it has counted
   * to its end and stays as it is.
   */
  boolean isFenced() {
    OptionalLong before = row.attempt();
    Long room = SettlementValues.attemptRoom(context);
    return context.table().spec().has(Role.ATTEMPT)
        && before.isPresent()
        && room != null
        && before.getAsLong() <= room;
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
  public synchronized boolean begin() {
    return state == State.HELD;
  }

  @Override
  public boolean withAck(Consumer<Session> work) {
    return false;
  }

  @Override
  public SettleResult settle(Settlement settlement) {
    SettleResult result = once.settle(this, () -> settler.settle(this, settlement));
    staysHead =
        result.kind() == SettleResult.Kind.DONE && settlement.event().kind() == Event.Kind.RETRY;
    return result;
  }

  /** The end of the lock, which is what gives back a row that is to be retried (B89). */
  @Override
  public SettleResult complete() {
    hold.release();
    return SettleResult.done("advisory");
  }

  @Override
  public SettleResult release() {
    return settler.release(this);
  }

  @Override
  public void stopExtending() {
    // There is no lease; the interrupt alone tells the handler.
  }

  @Override
  public void abandon() {
    OwnHandlerTransaction open = transaction;
    if (open != null) {
      open.abandon();
    }
    hold.abandon();
  }

  @Override
  public void handledIn(OwnHandlerTransaction transaction) {
    this.transaction = transaction;
  }

  @Override
  public SettleResult settleOnce(Supplier<SettleResult> write) {
    return once.settle(this, write);
  }

  @Override
  public void ackUndone() {
    once.undone();
  }

  @Override
  public void close() {
    if (!over.compareAndSet(false, true)) {
      return;
    }
    try {
      hold.release();
    } finally {
      try {
        hold.leave(this);
      } finally {
        if (staysHead) {
          here.leaveQuietly(hold.key());
        } else {
          here.leave(hold.key());
        }
      }
    }
  }

  /** Notes that the settlement has begun; false if the key is lost, and nothing may be written. */
  synchronized boolean settling() {
    if (state == State.HELD) {
      state = State.SETTLING;
    }
    return state != State.LOST;
  }

  /** The key is held no longer. Has no effect once the settlement has begun. */
  void lose() {
    List<Runnable> actions;
    synchronized (this) {
      if (state != State.HELD) {
        return;
      }
      state = State.LOST;
      actions = List.copyOf(onLost);
    }
    LOG.warn(
        "{}: the session that held the lock of key {} is gone, so that the row may be delivered again",
        context.where(this),
        hold.key());
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
      if (state != State.LOST) {
        onLost.add(action);
        return;
      }
    }
    action.run();
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
