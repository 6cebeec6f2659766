package io.github.rowqueue.internal.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class StatementWatchTest {

  private static final long LIMIT_SECONDS = 60;

  @Test
  void what_takes_too_long_is_cancelled_whenever_it_began() throws Exception {
    StatementWatch watch = new StatementWatch(Duration.ofMillis(1));
    for (int i = 0; i < 3; i++) { // each after a look that found nothing left, or while one goes on
      CountDownLatch cancelled = new CountDownLatch(1);
      StatementWatch.Watched watched =
          watch.watch(cancelled(cancelled::countDown), Duration.ofMillis(1));
      assertThat(cancelled.await(LIMIT_SECONDS, TimeUnit.SECONDS)).isTrue();
      watched.end();
    }
  }

  @Test
  void a_cancel_that_is_refused_is_tried_again_and_keeps_no_other_from_it() throws Exception {
    StatementWatch watch = new StatementWatch(Duration.ofMillis(1));
    CountDownLatch refused = new CountDownLatch(2);
    watch.watch(
        cancelled(
            () -> {
              refused.countDown();
              throw new SQLException("no connection to cancel it by");
            }),
        Duration.ofMillis(1));
    CountDownLatch cancelled = new CountDownLatch(1);
    watch.watch(cancelled(cancelled::countDown), Duration.ofMillis(1));
    assertThat(refused.await(LIMIT_SECONDS, TimeUnit.SECONDS)).isTrue();
    assertThat(cancelled.await(LIMIT_SECONDS, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void what_has_ended_or_has_time_left_is_not_cancelled() {
    StatementWatch watch = new StatementWatch(Duration.ofHours(1));
    CountDownLatch cancelled = new CountDownLatch(1);
    StatementWatch.Watched watched =
        watch.watch(cancelled(cancelled::countDown), Duration.ofMinutes(1));
    watched.cancelIfLate(System.nanoTime());
    assertThat(cancelled.getCount()).isEqualTo(1);
    watched.end();
    watched.cancelIfLate(System.nanoTime() + Duration.ofMinutes(2).toNanos());
    assertThat(cancelled.getCount()).isEqualTo(1);
  }

  private interface Cancel {
    void run() throws SQLException;
  }

  private static Statement cancelled(Cancel cancel) {
    return (Statement)
        Proxy.newProxyInstance(
            StatementWatchTest.class.getClassLoader(),
            new Class<?>[] {Statement.class},
            (proxy, method, arguments) -> {
              switch (method.getName()) {
                case "cancel" -> {
                  cancel.run();
                  return null;
                }
                case "hashCode" -> {
                  return System.identityHashCode(proxy);
                }
                default -> throw new UnsupportedOperationException(method.getName());
              }
            });
  }
}
