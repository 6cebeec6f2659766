package io.github.rowqueue.internal.subscriber;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowqueue.codec.Codecs;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.RowqueueListener;
import io.github.rowqueue.subscribe.Subscription;
import io.github.rowqueue.table.TableSpec;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** The texts of the start check about time-outs of statements, literally. */
class TimeoutCheckTest extends CheckFixture {

  @Test
  void a_statement_timeout_that_outlasts_the_lease() {
    Subscription own =
        Subscription.of("mails", table(spec))
            .codec(Codecs.bytes())
            .lease(Duration.ofSeconds(5))
            .statementTimeout(Duration.ofSeconds(5))
            .handle((message, delivery) -> Outcome.ack());

    assertThat(texts(TimeoutCheck.warnings(List.of(own), settings(Optional.empty()))))
        .containsExactly(
            WHERE
                + "the statement timeout of PT5S is not shorter than the lease of PT5S, so that leases run out while a"
                + " claim or a settlement still waits, and their rows are delivered again: set"
                + " .statementTimeout(…) below the lease, or leave it out for a quarter of the lease, at most 10 s");
    assertThat(
            texts(
                TimeoutCheck.warnings(
                    List.of(mails), settings(Optional.of(Duration.ofMinutes(1))))))
        .singleElement()
        .asString()
        .startsWith(
            WHERE + "the statement timeout of PT1M is not shorter than the lease of PT30S, ");
  }

  @Test
  void a_statement_timeout_within_the_lease_or_without_one_says_nothing() {
    Subscription rowLock =
        subscription("mails", TableSpec.builder("jobs").id("id").payload("payload").build());

    assertThat(TimeoutCheck.warnings(List.of(mails), settings(Optional.of(Duration.ofSeconds(29)))))
        .isEmpty();
    assertThat(TimeoutCheck.warnings(List.of(mails), settings(Optional.empty()))).isEmpty();
    assertThat(TimeoutCheck.warnings(List.of(rowLock), settings(Optional.of(Duration.ofHours(1)))))
        .isEmpty();
  }

  private static EngineSettings settings(Optional<Duration> statementTimeout) {
    return new EngineSettings(
        Duration.ofSeconds(30),
        Duration.ofSeconds(1),
        statementTimeout,
        Duration.ofSeconds(30),
        OptionalInt.empty(),
        Optional.empty(),
        new RowqueueListener() {},
        Threads.platform(),
        Optional.empty());
  }
}
