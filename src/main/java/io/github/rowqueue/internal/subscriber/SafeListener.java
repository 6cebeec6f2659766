package io.github.rowqueue.internal.subscriber;

import io.github.rowqueue.subscribe.Delivery;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.RowqueueListener;
import io.github.rowqueue.subscribe.Settled;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A service's listener, whose mistakes are logged and end nothing. */
final class SafeListener implements RowqueueListener {

  private static final Logger LOG = LoggerFactory.getLogger(SafeListener.class);

  private final RowqueueListener listener;

  SafeListener(RowqueueListener listener) {
    this.listener = listener;
  }

  @Override
  public void claimed(String subscription, int rows) {
    tell(() -> listener.claimed(subscription, rows));
  }

  @Override
  public void started(Delivery delivery) {
    tell(() -> listener.started(delivery));
  }

  @Override
  public void ended(Delivery delivery, Outcome outcome, Duration took) {
    tell(() -> listener.ended(delivery, outcome, took));
  }

  @Override
  public void settled(Delivery delivery, Settled how) {
    tell(() -> listener.settled(delivery, how));
  }

  @Override
  public void lost(Delivery delivery) {
    tell(() -> listener.lost(delivery));
  }

  @Override
  public void failed(String subscription, RuntimeException failure) {
    tell(() -> listener.failed(subscription, failure));
  }

  @Override
  public void listening(boolean listens) {
    tell(() -> listener.listening(listens));
  }

  private static void tell(Runnable call) {
    try {
      call.run();
    } catch (RuntimeException | Error broken) {
      LOG.error("a RowqueueListener failed; rows are not affected", broken);
    }
  }
}
