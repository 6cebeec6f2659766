package io.github.rowqueue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.rowqueue.publish.ListenNotify;
import io.github.rowqueue.subscribe.BatchOutcome;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.Subscription;
import io.github.rowqueue.subscribe.SubscriptionBuilder;
import io.github.rowqueue.table.Table;
import io.github.rowqueue.table.TableSpec;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What settings accept, and the texts that refuse the rest. */
class SettingsBoundsTest {

  private static final Duration YEAR = Duration.ofDays(365);

  /** A setting of either builder that takes a duration. */
  record Setting(String name, String on, Consumer<Duration> set) {
    @Override
    public String toString() {
      return name + " of " + on;
    }
  }

  private static SubscriptionBuilder<Object> subscription() {
    TableSpec spec = TableSpec.builder("jobs").id("id").build();
    return Subscription.of("jobs", Table.of(spec, row -> row));
  }

  private static RowqueueBuilder rowqueue() {
    return Rowqueue.on("jdbc:h2:mem:never-opened");
  }

  static Stream<Setting> durations() {
    return Stream.of(
        new Setting("lease", "a subscription", value -> subscription().lease(value)),
        new Setting("pollInterval", "a subscription", value -> subscription().pollInterval(value)),
        new Setting(
            "statementTimeout", "a subscription", value -> subscription().statementTimeout(value)),
        new Setting(
            "handlerTimeout", "a subscription", value -> subscription().handlerTimeout(value)),
        new Setting("lease", "a Rowqueue", value -> rowqueue().lease(value)),
        new Setting("pollInterval", "a Rowqueue", value -> rowqueue().pollInterval(value)),
        new Setting("statementTimeout", "a Rowqueue", value -> rowqueue().statementTimeout(value)),
        new Setting("interval", "ListenNotify", value -> ListenNotify.defaults().interval(value)),
        new Setting("heartbeat", "ListenNotify", value -> ListenNotify.defaults().heartbeat(value)),
        new Setting("drainTimeout", "a Rowqueue", value -> rowqueue().drainTimeout(value)));
  }

  @ParameterizedTest
  @MethodSource("durations")
  void a_duration_is_positive_and_a_year_at_most(Setting setting) {
    boolean lease = setting.name().equals("lease");
    setting.set().accept(lease ? Duration.ofSeconds(1) : Duration.ofNanos(1));
    setting.set().accept(YEAR);
    refused(
        () -> setting.set().accept(YEAR.plusNanos(1)),
        setting.name() + " must be at most 365 days, not PT8760H0.000000001S");
    refused(
        () -> setting.set().accept(Duration.ofSeconds(Long.MAX_VALUE)),
        setting.name() + " must be at most 365 days, not " + Duration.ofSeconds(Long.MAX_VALUE));
    refused(
        () -> setting.set().accept(Duration.ZERO),
        setting.name()
            + (lease ? " must be at least 1 s, not PT0S" : " must be positive, not PT0S"));
    refused(
        () -> setting.set().accept(Duration.ofMillis(-1)),
        setting.name()
            + (lease
                ? " must be at least 1 s, not PT-0.001S"
                : " must be positive, not PT-0.001S"));
  }

  @Test
  void a_subscription_has_1_to_10000_workers() {
    assertThat(subscription().workers(10_000).handle((row, delivery) -> Outcome.ack()).workers())
        .isEqualTo(10_000);
    for (int workers : List.of(Integer.MIN_VALUE, -1, 0, 10_001, Integer.MAX_VALUE)) {
      refused(
          () -> subscription().workers(workers),
          "workers must lie between 1 and 10000, not " + workers);
    }
  }

  @Test
  void a_batch_holds_1_to_10000_messages() {
    assertThat(batch(10_000).batch()).isEqualTo(10_000);
    for (int size : List.of(Integer.MIN_VALUE, -1, 0, 10_001, Integer.MAX_VALUE)) {
      refused(() -> batch(size), "a batch holds between 1 and 10000 messages, not " + size);
    }
  }

  private static Subscription batch(int size) {
    return subscription().handleBatch(size, (rows, deliveries) -> BatchOutcome.all(Outcome.ack()));
  }

  @Test
  void a_pool_has_a_connection_at_least() {
    rowqueue().connections(1);
    refused(() -> rowqueue().connections(0), "connections must be at least 1, not 0");
  }

  private static void refused(ThrowingCallable call, String text) {
    assertThatIllegalArgumentException().isThrownBy(call).withMessage(text);
  }
}
