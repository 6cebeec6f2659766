package io.github.rowqueue.behaviour;

import io.github.rowqueue.subscribe.Delivery;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.RowqueueListener;
import io.github.rowqueue.subscribe.Settled;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** A listener that notes what it is told. Thread-safe. */
class Events implements RowqueueListener {

  /** One event: its name, the subscription, and what it says. */
  record Event(String kind, String subscription, Object what) {
    @Override
    public String toString() {
      return kind + " " + what;
    }
  }

  private final Queue<Event> events = new ConcurrentLinkedQueue<>();
  private final AtomicInteger emptyClaims = new AtomicInteger();

  @Override
  public void claimed(String subscription, int rows) {
    if (rows > 0) {
      events.add(new Event("claimed", subscription, rows));
    } else {
      emptyClaims.incrementAndGet();
    }
  }

  @Override
  public void started(Delivery delivery) {
    events.add(new Event("started", delivery.subscription(), delivery.id()));
  }

  @Override
  public void ended(Delivery delivery, Outcome outcome, Duration took) {
    events.add(new Event("ended", delivery.subscription(), outcome));
  }

  @Override
  public void settled(Delivery delivery, Settled how) {
    events.add(new Event("settled", delivery.subscription(), how));
  }

  @Override
  public void lost(Delivery delivery) {
    events.add(new Event("lost", delivery.subscription(), delivery.id()));
  }

  @Override
  public void failed(String subscription, RuntimeException failure) {
    events.add(new Event("failed", subscription, failure));
  }

  @Override
  public void listening(boolean listens) {
    events.add(new Event("listening", "", listens));
  }

  /** Waits until the connection has begun to listen {@code times} times. */
  void awaitListening(int times) throws InterruptedException {
    QueueFixture.await(
        () -> times + " times listening, now " + events,
        () -> events.stream().filter(new Event("listening", "", true)::equals).count() >= times);
  }

  List<Event> all() {
    return List.copyOf(events);
  }

  List<String> kinds() {
    return events.stream().map(Event::kind).toList();
  }

  List<Settled> settled() {
    return events.stream()
        .filter(event -> event.kind().equals("settled"))
        .map(event -> (Settled) event.what())
        .toList();
  }

  List<RuntimeException> failures() {
    return events.stream()
        .filter(event -> event.kind().equals("failed"))
        .map(event -> (RuntimeException) event.what())
        .toList();
  }

  List<Settled> awaitSettled(int count) throws InterruptedException {
    QueueFixture.await(
        () -> count + " settlements, now " + events, () -> settled().size() >= count);
    return settled();
  }

  /** How many claims came back with nothing. */
  int emptyClaims() {
    return emptyClaims.get();
  }

  /** Waits until the subscriptions have looked once, at any time, and found nothing. */
  void awaitIdle() throws InterruptedException {
    awaitIdle(1);
  }

  /** As {@link #awaitIdle()}, where so many subscriptions look. */
  void awaitIdle(int claims) throws InterruptedException {
    QueueFixture.await(claims + " empty claims", () -> emptyClaims.get() >= claims);
  }

  /** Waits until the subscriptions have looked {@code more} times from now and found nothing. */
  void awaitEmptyClaims(int more) throws InterruptedException {
    int target = emptyClaims.get() + more;
    QueueFixture.await(more + " empty claims", () -> emptyClaims.get() >= target);
  }
}
