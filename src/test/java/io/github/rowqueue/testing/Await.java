package io.github.rowqueue.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Waits for a condition without sleeping a fixed time. */
public final class Await {

  private Await() {}

  /** What is waited for, looked at again and again. */
  public interface Condition<E extends Exception> {
    boolean holds() throws E;
  }

  /** Fails with {@code what} if the condition does not hold within the limit. */
  public static <E extends Exception> void until(
      Supplier<String> what, Duration limit, Condition<E> condition)
      throws E, InterruptedException {
    CountDownLatch never = new CountDownLatch(1);
    long deadline = System.nanoTime() + limit.toNanos();
    while (!condition.holds()) {
      assertThat(System.nanoTime())
          .as(() -> "waited %s for: %s".formatted(limit, what.get()))
          .isLessThan(deadline);
      assertThat(never.await(5, TimeUnit.MILLISECONDS)).isFalse();
    }
  }
}
