package io.github.rowqueue.internal.subscriber;

import io.github.rowqueue.internal.form.ClaimedRow;
import io.github.rowqueue.subscribe.Delivery;
import io.github.rowqueue.subscribe.Subscription;
import io.github.rowqueue.table.Role;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One delivery: what its handler sees, and the thread that handles it. Interrupts are sent and
 * taken back under this object's lock, so that none hits the library's own SQL or the next delivery
 * (SPEC 13, 24).
 */
final class WorkInProgress implements Delivery {

  private final Subscription subscription;
  private final ClaimedRow row;
  private final @Nullable Supplier<Map<String, String>> readHeaders;
  private long waitsSince;
  private @Nullable Thread handling;
  private @Nullable Interruption interruption;
  private @Nullable Map<String, String> headers;
  private Runnable onAcked = () -> {};

  WorkInProgress(Subscription subscription, ClaimedRow row) {
    this(subscription, row, null);
  }

  /**
   * A delivery.
   *
   * @param readHeaders builds the headers; called when they are first asked for, and not before;
   *     null for those of the row
   */
  WorkInProgress(
      Subscription subscription,
      ClaimedRow row,
      @Nullable Supplier<Map<String, String>> readHeaders) {
    this.subscription = subscription;
    this.row = row;
    this.readHeaders = readHeaders;
  }

  ClaimedRow row() {
    return row;
  }

  /** Notes when it began to wait for a worker; guarded by the workers. */
  void waitsSince(long nanos) {
    waitsSince = nanos;
  }

  /** The moment of {@link System#nanoTime} at which it began to wait for a worker. */
  long waitsSince() {
    return waitsSince;
  }

  @Override
  public String subscription() {
    return subscription.name();
  }

  @Override
  public Object id() {
    return row.row().id().raw();
  }

  @Override
  public Optional<String> group() {
    if (subscription.servesAllGroups()) {
      return row.row().group();
    }
    return subscription.spec().has(Role.GROUP)
        ? Optional.of(subscription.name())
        : Optional.empty();
  }

  @Override
  public OptionalLong attempt() {
    return row.row().attempt();
  }

  @Override
  public Optional<Object> partitionKey() {
    return row.row().partitionKey();
  }

  @Override
  public synchronized Map<String, String> headers() {
    if (headers == null) {
      headers =
          readHeaders == null ? Headers.of(subscription.spec(), row.row()) : readHeaders.get();
    }
    return headers;
  }

  @Override
  public boolean isLost() {
    return row.isLost();
  }

  @Override
  public void onLost(Runnable action) {
    row.onLost(action);
  }

  /** The calling thread runs the handler from now on, and may be interrupted. */
  synchronized void handlerStarts() {
    handling = Thread.currentThread();
    if (interruption != null) {
      handling.interrupt();
    }
  }

  /**
   * The handler has ended; an interrupt that came for it is taken back. Returns why it was
   * interrupted, if it was.
   */
  synchronized Optional<Interruption> handlerEnded() {
    handling = null;
    Thread.interrupted();
    return Optional.ofNullable(interruption);
  }

  /** Interrupts the handler, or keeps it from starting uninterrupted. The first reason stays. */
  synchronized void interrupt(Interruption reason) {
    if (interruption == null) {
      interruption = reason;
    }
    if (handling != null) {
      handling.interrupt();
    }
  }

  /** Has {@code action} run when the ack has become durable. */
  synchronized void onAcked(Runnable action) {
    onAcked = action;
  }

  /** The ack has become durable. */
  void acked() {
    Runnable action;
    synchronized (this) {
      action = onAcked;
    }
    action.run();
  }

  /** Whether the calling thread is the one that handles this delivery. */
  synchronized boolean isHandledHere() {
    return Thread.currentThread().equals(handling);
  }

  /** How messages about this delivery begin. */
  String where() {
    return "%s, row %s".formatted(subscription.where(), row.row().id());
  }

  /** Why a handler was interrupted. */
  enum Interruption {
    /** {@code close()} waited as long as the drain timeout. */
    SHUTDOWN,
    /** The handler took longer than its timeout. */
    TIMEOUT,
    /** The row is held no longer. */
    LOST
  }
}
