package io.github.rowqueue.behaviour;

import io.github.rowqueue.subscribe.Delivery;
import io.github.rowqueue.subscribe.Handler;
import io.github.rowqueue.subscribe.Outcome;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** A handler that notes what it is given, and then does what the test says. Thread-safe. */
final class Notes<M> implements Handler<M> {

  /** One delivery. */
  record Note<M>(M message, long attempt, Object id, long nanos) {}

  private final Queue<Note<M>> notes = new ConcurrentLinkedQueue<>();
  private final Handler<M> then;

  private Notes(Handler<M> then) {
    this.then = then;
  }

  static <M> Notes<M> acking() {
    return new Notes<>((message, delivery) -> Outcome.ack());
  }

  static <M> Notes<M> then(Handler<M> then) {
    return new Notes<>(then);
  }

  @Override
  public Outcome handle(M message, Delivery delivery) throws Exception {
    notes.add(new Note<>(message, delivery.attempt().orElse(-1), delivery.id(), System.nanoTime()));
    return then.handle(message, delivery);
  }

  List<M> messages() {
    return notes.stream().map(Note::message).toList();
  }

  List<Long> attempts() {
    return notes.stream().map(Note::attempt).toList();
  }

  List<Note<M>> all() {
    return List.copyOf(notes);
  }

  int count() {
    return notes.size();
  }

  Notes<M> await(int deliveries) throws InterruptedException {
    QueueFixture.await(
        () -> deliveries + " deliveries, now " + this, () -> notes.size() >= deliveries);
    return this;
  }

  @Override
  public String toString() {
    return notes.toString();
  }
}
