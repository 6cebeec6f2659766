package io.github.rowqueue.bench;

import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** When messages were picked up. Thread-safe. */
final class Arrivals {

  private record Arrival(int number, long nanos) {}

  private final BlockingQueue<Arrival> arrived = new LinkedBlockingQueue<>();

  /** The handler of every contender. */
  void arrived(Note note) {
    arrived.add(new Arrival(note.number(), System.nanoTime()));
  }

  /**
   * When the message came, in nanoseconds.
   *
   * @throws IllegalStateException if another one came, or none within {@code limit}
   */
  long next(int number, Duration limit) throws InterruptedException {
    Arrival next = arrived.poll(limit.toMillis(), TimeUnit.MILLISECONDS);
    if (next == null || next.number() != number) {
      throw new IllegalStateException(
          "message %d is awaited, and this came: %s".formatted(number, next));
    }
    return next.nanos();
  }
}
