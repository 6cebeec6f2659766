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
    tell(RowqueueListener::claimed, subscription, rows);
  }

  @Override
  public void started(Delivery delivery) {
    tell((to, what, unused) -> to.started(what), delivery, delivery);
  }

  @Override
  public void ended(Delivery delivery, Outcome outcome, Duration took) {
    try {
      listener.ended(delivery, outcome, took);
    } catch (RuntimeException | Error broken) {
      told(broken);
    }
  }

  @Override
  public void settled(Delivery delivery, Settled how) {
    tell(RowqueueListener::settled, delivery, how);
  }

  @Override
  public void lost(Delivery delivery) {
    tell((to, what, unused) -> to.lost(what), delivery, delivery);
  }

  @Override
  public void failed(String subscription, RuntimeException failure) {
    tell(RowqueueListener::failed, subscription, failure);
  }

  @Override
  public void listening(boolean listens) {
    tell((to, what, unused) -> to.listening(what), listens, listens);
  }

  private <A, B> void tell(Call<A, B> call, A what, B how) {
    try {
      call.tell(listener, what, how);
    } catch (RuntimeException | Error broken) {
      told(broken);
    }
  }

  private static void told(Throwable broken) {
    LOG.error("a RowqueueListener failed; rows are not affected", broken);
  }

  /** A method of the listener: told its arguments, so that no delivery costs an object for it. */
  private interface Call<A, B> {
    void tell(RowqueueListener to, A what, B how);
  }
}
