package io.github.rowqueue.internal.form;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

/** SPEC 13, rule 3: how long its caller waits for work on another thread. */
final class BoundedTryTest {

  private static final Duration LIMIT = Duration.ofSeconds(30);

  @Test
  void what_is_not_done_in_time_is_nobodys() {
    List<Runnable> later = new ArrayList<>();
    BoundedTry<String> bounded = new BoundedTry<>(later::add, () -> "late");
    assertThat(bounded.await(Duration.ofMillis(1))).isEmpty();
    assertThat(later).hasSize(1);
    later.get(0).run();
    assertThat(bounded.await(Duration.ZERO)).contains("late");
  }

  @Test
  void what_the_work_raises_is_raised_to_the_caller() {
    BoundedTry<String> failing =
        new BoundedTry<>(
            Runnable::run,
            () -> {
              throw new IllegalStateException("refused");
            });
    assertThatThrownBy(() -> failing.await(LIMIT))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("refused");
    BoundedTry<String> broken =
        new BoundedTry<>(
            Runnable::run,
            () -> {
              throw new AssertionError("a defect");
            });
    assertThatThrownBy(() -> broken.await(LIMIT)).isInstanceOf(AssertionError.class);
  }

  @Test
  void without_a_thread_to_have_the_caller_works_itself() {
    BoundedTry<String> inline =
        new BoundedTry<>(
            task -> {
              throw new RejectedExecutionException("closed");
            },
            () -> Thread.currentThread().getName());
    assertThat(inline.await(LIMIT)).contains(Thread.currentThread().getName());
  }

  @Test
  void an_interrupt_is_kept_and_ends_no_wait() {
    Thread.currentThread().interrupt();
    BoundedTry<String> bounded = new BoundedTry<>(Runnable::run, () -> "done");
    assertThat(bounded.await(LIMIT)).contains("done");
    assertThat(Thread.interrupted()).isTrue();
  }
}
