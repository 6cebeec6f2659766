package io.github.rowqueue.ownership;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicReference;

/** The system's clock, moved by a test. */
final class SettableClock implements InstantSource {

  private final AtomicReference<Duration> offset = new AtomicReference<>(Duration.ZERO);

  @Override
  public Instant instant() {
    return Instant.now().plus(offset.get());
  }

  void move(Duration by) {
    offset.accumulateAndGet(by, Duration::plus);
  }
}
