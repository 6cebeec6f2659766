package io.github.rowqueue.internal.subscriber;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.rowqueue.error.DecodeException;
import io.github.rowqueue.internal.form.ClaimedRow;
import io.github.rowqueue.subscribe.Subscription;
import io.github.rowqueue.table.TableSpec;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class LazyHeadersTest {

  private final AtomicInteger built = new AtomicInteger();

  @Test
  @DisplayName("B194: headers nobody reads are never built")
  void headers_nobody_reads_are_never_built() {
    WorkInProgress work = work(() -> Map.of("n", String.valueOf(built.incrementAndGet())));

    assertThat(work.subscription()).isEqualTo("mails");
    assertThat(work.group()).isEmpty();
    work.handlerStarts();
    assertThat(work.handlerEnded()).isEmpty();

    assertThat(built).hasValue(0);
  }

  @Test
  void headers_are_built_once_and_then_kept() {
    WorkInProgress work = work(() -> Map.of("n", String.valueOf(built.incrementAndGet())));

    assertThat(work.headers()).isSameAs(work.headers()).containsEntry("n", "1");

    assertThat(built).hasValue(1);
  }

  @Test
  void headers_that_cannot_be_read_are_told_every_time() {
    WorkInProgress work =
        work(
            () -> {
              throw new DecodeException("read " + built.incrementAndGet(), null);
            });

    assertThatThrownBy(work::headers).hasMessage("read 1");
    assertThatThrownBy(work::headers).hasMessage("read 2");
  }

  private static WorkInProgress work(Supplier<Map<String, String>> headers) {
    Subscription mails =
        CheckFixture.subscription("mails", TableSpec.builder("jobs").id("id").build());
    ClaimedRow untouched =
        (ClaimedRow)
            Proxy.newProxyInstance(
                LazyHeadersTest.class.getClassLoader(),
                new Class<?>[] {ClaimedRow.class},
                (proxy, method, arguments) -> {
                  throw new AssertionError("the row was asked for its " + method.getName());
                });
    return new WorkInProgress(mails, untouched, headers);
  }
}
