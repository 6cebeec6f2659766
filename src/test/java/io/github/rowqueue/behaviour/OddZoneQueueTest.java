package io.github.rowqueue.behaviour;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowqueue.Rowqueue;
import io.github.rowqueue.publish.PublishOptions;
import io.github.rowqueue.servers.DatabaseKind;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.Settled;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.TimeZone;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The JVM in Berlin, the servers' sessions in Kolkata and at UTC-5 (see the test kit): times are
 * instants all the same, also in the hour that spring leaves out (PAINS 32).
 */
@Isolated("changes the JVM's default time zone")
final class OddZoneQueueTest {

  private static final TimeZone BEFORE = TimeZone.getDefault();

  @BeforeAll
  static void moveToBerlin() {
    TimeZone.setDefault(TimeZone.getTimeZone("Europe/Berlin"));
  }

  @AfterAll
  static void moveBack() {
    TimeZone.setDefault(BEFORE);
  }

  @ParameterizedTest
  @EnumSource(DatabaseKind.class)
  void delays_leases_and_takeovers_hold_whatever_the_zones(DatabaseKind kind) throws Exception {
    assertThat(ZoneId.systemDefault()).isEqualTo(ZoneId.of("Europe/Berlin"));
    try (QueueFixture queue = new QueueFixture(kind, 6)) {
      queue.createTable(LeaseJob.class);
      queue.insert(JobForm.LEASE, "future", "not yet");
      queue.set("lease_jobs", "future", "retry_after", queue.time(Instant.now().plusSeconds(1200)));
      queue.insert(JobForm.LEASE, "past", "due");
      queue.set("lease_jobs", "past", "retry_after", queue.time(Instant.now().minusSeconds(2)));
      queue.insert(JobForm.LEASE, "leased", "elsewhere");
      queue.set(
          "lease_jobs", "leased", "locked_until", queue.time(Instant.now().plusSeconds(1200)));
      queue.insert(JobForm.LEASE, "expired", "crashed");
      queue.set("lease_jobs", "expired", "locked_until", queue.time(Instant.now().minusSeconds(2)));
      Events events = new Events();
      Notes<String> handled = Notes.acking();
      Notes<String> delayed =
          Notes.then(
              (message, delivery) ->
                  delivery.attempt().orElseThrow() == 1
                      ? Outcome.retryAfter(Duration.ofMillis(200))
                      : Outcome.ack());
      Gate<String> extended = Gate.then(Outcome.ack());
      Rowqueue rowqueue =
          queue.start(
              queue
                  .rowqueue(
                      JobForm.LEASE.subscription("future").handle(handled),
                      JobForm.LEASE.subscription("past").handle(handled),
                      JobForm.LEASE.subscription("leased").handle(handled),
                      JobForm.LEASE.subscription("expired").handle(handled),
                      JobForm.LEASE.subscription("delayed").handle(delayed),
                      JobForm.LEASE
                          .subscription("extended")
                          .lease(Duration.ofSeconds(1))
                          .handle(extended))
                  .listener(events));
      JobForm.LEASE
          .publisher(rowqueue)
          .publishMessage("x", PublishOptions.to("delayed").delay(Duration.ofMillis(200)));
      JobForm.LEASE.publisher(rowqueue).publishMessage("x", PublishOptions.to("extended"));
      delayed.await(2);
      handled.await(2);
      extended.awaitEntered(1);
      events.awaitEmptyClaims(100);
      extended.open();
      QueueFixture.await(
          "acks", () -> events.settled().stream().filter(Settled.ACKED::equals).count() == 4);
      assertThat(events.settled()).doesNotContain(Settled.LOST);
      assertThat(handled.messages()).containsExactlyInAnyOrder("due", "crashed");
      assertThat(rowqueue.clockOffset().abs()).isLessThan(Duration.ofSeconds(5));
    }
  }

  @ParameterizedTest
  @EnumSource(DatabaseKind.class)
  void the_hour_that_spring_leaves_out_in_berlin_is_an_hour_like_any_other(DatabaseKind kind)
      throws Exception {
    Instant gap = Instant.parse("2026-03-29T01:30:00Z"); // 03:30 in Berlin; 02:30 is not
    Instant missing = Instant.parse("2026-03-29T02:30:00Z"); // as text, an hour Berlin lacks
    try (QueueFixture queue = new QueueFixture(kind, 4)) {
      queue.createTable(LeaseJob.class);
      for (Instant now : new Instant[] {gap, missing}) {
        String group = "at " + now.getEpochSecond();
        queue.insert(JobForm.LEASE, group, "due", "later");
        queue.set("lease_jobs", group, "retry_after", queue.time(now));
        Notes<String> handled =
            Notes.then((message, delivery) -> Outcome.retryAfter(Duration.ofHours(1)));
        Events events = new Events();
        queue.start(
            queue
                .rowqueue(JobForm.LEASE.subscription(group).handle(handled))
                .clock(() -> now)
                .listener(events));
        assertThat(events.awaitSettled(2)).containsOnly(Settled.RETRIED);
        assertThat(
                queue.count(
                    "lease_jobs",
                    "%s = '%s' and %s = %s"
                        .formatted(
                            queue.q("grp"),
                            group,
                            queue.q("retry_after"),
                            queue.time(now.plusSeconds(3600)))))
            .as("an hour after %s, as UTC", now)
            .isEqualTo(2);
      }
    }
  }
}
