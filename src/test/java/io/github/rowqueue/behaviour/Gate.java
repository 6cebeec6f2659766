package io.github.rowqueue.behaviour;

import io.github.rowqueue.subscribe.Delivery;
import io.github.rowqueue.subscribe.Handler;
import io.github.rowqueue.subscribe.Outcome;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;

/** A handler that waits until the test lets it end. Thread-safe. */
final class Gate<M> implements Handler<M> {

  private final CountDownLatch open = new CountDownLatch(1);
  private final Queue<Delivery> entered = new ConcurrentLinkedQueue<>();
  private final Queue<M> messages = new ConcurrentLinkedQueue<>();
  private final Outcome outcome;
  private final boolean stubborn;
  private volatile boolean interrupted;

  private Gate(Outcome outcome, boolean stubborn) {
    this.outcome = outcome;
    this.stubborn = stubborn;
  }

  static <M> Gate<M> then(Outcome outcome) {
    return new Gate<>(outcome, false);
  }

  /** Waits on whatever interrupts it. */
  static <M> Gate<M> stubborn() {
    return new Gate<>(Outcome.ack(), true);
  }

  @Override
  public Outcome handle(M message, Delivery delivery) throws InterruptedException {
    messages.add(message);
    entered.add(delivery);
    while (true) {
      try {
        open.await();
        return outcome;
      } catch (InterruptedException told) {
        interrupted = true;
        if (!stubborn) {
          throw told;
        }
      }
    }
  }

  void open() {
    open.countDown();
  }

  boolean wasInterrupted() {
    return interrupted;
  }

  int count() {
    return entered.size();
  }

  List<Delivery> deliveries() {
    return List.copyOf(entered);
  }

  List<M> messages() {
    return List.copyOf(messages);
  }

  Gate<M> awaitEntered(int deliveries) throws InterruptedException {
    QueueFixture.await(deliveries + " handlers at the gate", () -> count() >= deliveries);
    return this;
  }
}
