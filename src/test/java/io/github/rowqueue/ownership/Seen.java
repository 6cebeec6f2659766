package io.github.rowqueue.ownership;

import io.github.rowqueue.subscribe.Delivery;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.RowqueueListener;
import io.github.rowqueue.subscribe.Settled;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** What a {@code Rowqueue} told its listener. */
final class Seen implements RowqueueListener {

  final List<Long> started = new CopyOnWriteArrayList<>();
  final List<Long> attempts = new CopyOnWriteArrayList<>();
  final List<Settled> settled = new CopyOnWriteArrayList<>();
  final List<Long> lost = new CopyOnWriteArrayList<>();
  final List<RuntimeException> failures = new CopyOnWriteArrayList<>();
  final AtomicInteger claims = new AtomicInteger();
  final AtomicInteger ended = new AtomicInteger();

  @Override
  public void claimed(String subscription, int rows) {
    claims.incrementAndGet();
  }

  @Override
  public void started(Delivery delivery) {
    started.add(((Number) delivery.id()).longValue());
    attempts.add(delivery.attempt().orElse(-1));
  }

  @Override
  public void ended(Delivery delivery, Outcome outcome, Duration took) {
    ended.incrementAndGet();
  }

  @Override
  public void settled(Delivery delivery, Settled how) {
    settled.add(how);
  }

  @Override
  public void lost(Delivery delivery) {
    lost.add(((Number) delivery.id()).longValue());
  }

  @Override
  public void failed(String subscription, RuntimeException failure) {
    failures.add(failure);
  }
}
