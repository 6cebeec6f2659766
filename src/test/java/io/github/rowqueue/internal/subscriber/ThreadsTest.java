package io.github.rowqueue.internal.subscriber;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ThreadsTest {

  private static final Duration INTERVAL = Duration.ofMillis(20);
  private static final int ROUNDS = 5;

  /** When a round began and ended, by {@link System#nanoTime}. */
  private record Round(long began, long ended) {}

  @Test
  @DisplayName("B84: after a round that ran late the next waits its interval; there is no burst")
  void a_late_round_is_followed_by_no_burst() throws Exception {
    Threads threads = new Threads(Threads.platform());
    List<Round> rounds = new CopyOnWriteArrayList<>();
    CountDownLatch over = new CountDownLatch(ROUNDS);
    CountDownLatch never = new CountDownLatch(1);
    threads.repeat(
        INTERVAL,
        () -> {
          long began = System.nanoTime();
          try {
            // The first is late for many intervals.
            boolean unused = rounds.isEmpty() && never.await(200, TimeUnit.MILLISECONDS);
          } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
          }
          rounds.add(new Round(began, System.nanoTime()));
          over.countDown();
        });
    assertThat(over.await(30, TimeUnit.SECONDS)).isTrue();
    threads.close();
    for (int i = 1; i < ROUNDS; i++) {
      assertThat(rounds.get(i).began() - rounds.get(i - 1).ended())
          .as("from the end of round %d to the next", i)
          .isGreaterThanOrEqualTo(INTERVAL.toNanos());
    }
  }

  @Test
  @DisplayName("SPEC 13, 3: leases are extended again once the system has a thread to give")
  void a_round_without_a_thread_is_followed_by_the_next() throws Exception {
    AtomicInteger refused = new AtomicInteger();
    ThreadFactory platform = Threads.platform();
    Threads threads =
        new Threads(
            task -> {
              if (refused.incrementAndGet() <= 2) {
                throw new OutOfMemoryError("unable to create native thread");
              }
              return platform.newThread(task);
            });
    CountDownLatch over = new CountDownLatch(3);
    threads.repeat(INTERVAL, over::countDown);
    assertThat(over.await(30, TimeUnit.SECONDS)).isTrue();
    assertThat(refused.get()).isGreaterThan(2);
    threads.close();
  }

  @Test
  void a_round_that_fails_is_followed_by_the_next() throws Exception {
    Threads threads = new Threads(Threads.platform());
    CountDownLatch over = new CountDownLatch(3);
    threads.repeat(
        INTERVAL,
        () -> {
          over.countDown();
          throw new IllegalStateException("a defect of a round");
        });
    assertThat(over.await(30, TimeUnit.SECONDS)).isTrue();
    threads.close();
  }
}
