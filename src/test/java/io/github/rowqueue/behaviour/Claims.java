package io.github.rowqueue.behaviour;

import io.github.rowqueue.subscribe.RowqueueListener;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Counts the claims of each subscription. Thread-safe. */
final class Claims implements RowqueueListener {

  private final Map<String, Integer> claims = new ConcurrentHashMap<>();

  @Override
  public void claimed(String subscription, int rows) {
    claims.merge(subscription, 1, Integer::sum);
  }

  int of(String subscription) {
    return claims.getOrDefault(subscription, 0);
  }

  void await(String subscription, int count) throws InterruptedException {
    QueueFixture.await(count + " claims of " + subscription, () -> of(subscription) >= count);
  }
}
