package io.github.rowqueue.behaviour;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import io.github.rowqueue.codec.Codecs;
import io.github.rowqueue.subscribe.Backoff;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.Settled;
import io.github.rowqueue.subscribe.Subscription;
import io.github.rowqueue.testing.LogLines;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What each outcome does to the row (B139 to B150). */
interface SettlementBehaviours extends Behaviours {

  @ParameterizedTest
  @MethodSource("forms")
  @DisplayName("B139, B140: ack and drop finish the row, and listeners tell them apart")
  default void ack_and_drop_finish_the_row(JobForm form) throws Exception {
    String group = QueueFixture.newGroup();
    queue().insert(form, group, "ack", "drop");
    Events events = new Events();
    queue()
        .start(
            queue()
                .rowqueue(
                    form.subscription(group)
                        .handle(
                            (message, delivery) ->
                                message.equals("ack") ? Outcome.ack() : Outcome.drop()))
                .listener(events));
    assertThat(events.awaitSettled(2)).containsExactly(Settled.ACKED, Settled.DROPPED);
    assertThat(queue().rows(form, group)).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("forms")
  @DisplayName("B141, B142, B151: a retried row is claimable at once, one attempt later")
  default void a_retried_row_comes_back_at_once_with_one_more_attempt(JobForm form)
      throws Exception {
    String group = QueueFixture.newGroup();
    queue().insert(form, group, "again");
    Notes<String> handled =
        Notes.then(
            (message, delivery) ->
                delivery.attempt().orElseThrow() < 4 ? Outcome.retry() : Outcome.ack());
    queue()
        .start(
            queue()
                .rowqueue(form.subscription(group).handle(handled))
                .pollInterval(Duration.ofMinutes(10)));
    queue().awaitGone(form, group);
    assertThat(handled.attempts()).containsExactly(1L, 2L, 3L, 4L);
  }

  @ParameterizedTest
  @MethodSource("forms")
  @DisplayName("B143: retryAfter waits in the table, and wakes at its time whatever the poll")
  default void a_row_retried_after_a_delay_waits_in_the_table_until_then(JobForm form)
      throws Exception {
    String group = QueueFixture.newGroup();
    queue().insert(form, group, "later");
    Duration delay = Duration.ofMillis(600);
    Notes<String> handled =
        Notes.then(
            (message, delivery) ->
                delivery.attempt().orElseThrow() < 2 ? Outcome.retryAfter(delay) : Outcome.ack());
    Events events = new Events();
    queue()
        .start(
            queue()
                .rowqueue(form.subscription(group).handle(handled))
                .listener(events)
                .pollInterval(Duration.ofMinutes(10)));
    assertThat(events.awaitSettled(1)).containsExactly(Settled.RETRIED);
    assertThat(queue().rows(form, group))
        .singleElement()
        .matches(row -> !row.leased() && row.attempt() == 2, "free, and counted");
    handled.await(2);
    assertThat(handled.attempts()).containsExactly(1L, 2L);
    assertThat(Duration.ofNanos(handled.all().get(1).nanos() - handled.all().get(0).nanos()))
        .isGreaterThanOrEqualTo(delay.minusMillis(5));
  }

  @ParameterizedTest
  @MethodSource("forms")
  @DisplayName("B57, B144: without the columns a retry comes back at once; one warning, no error")
  default void a_delay_without_its_column_is_a_retry_at_once_with_one_warning(JobForm form)
      throws Exception {
    Class<?> rowClass = form == JobForm.LEASE ? BareLease.class : BareLock.class;
    String table = form == JobForm.LEASE ? "bare_lease" : "bare_lock";
    queue().emptied(rowClass);
    queue()
        .update(
            "insert into %s (%s) values ('x')".formatted(queue().q(table), queue().q("payload")));
    Notes<String> handled = notesThatAckInRun(3);
    try (LogLines log = LogLines.capture()) {
      queue()
          .start(
              queue()
                  .rowqueue(Subscription.of("all", rowClass).codec(Codecs.text()).handle(handled))
                  .pollInterval(Duration.ofMinutes(10)));
      QueueFixture.await(
          "the row is gone",
          () -> QueueFixture.unchecked(() -> queue().count(table, "1 = 1")) == 0);
      assertThat(log.at(Level.WARN)).filteredOn(line -> line.contains("@RetryAfter")).hasSize(1);
    }
    assertThat(handled.attempts()).as("no attempt column").containsExactly(-1L, -1L, -1L);
  }

  private static Notes<String> notesThatAckInRun(int run) {
    java.util.concurrent.atomic.AtomicInteger runs =
        new java.util.concurrent.atomic.AtomicInteger();
    return Notes.then(
        (message, delivery) ->
            runs.incrementAndGet() < run ? Outcome.retryAfter(Duration.ofHours(1)) : Outcome.ack());
  }

  @ParameterizedTest
  @MethodSource("forms")
  @DisplayName("B150: an exception, an Error and a null outcome are failed attempts of that row")
  default void whatever_a_handler_throws_is_a_failed_attempt_of_that_row(JobForm form)
      throws Exception {
    String group = QueueFixture.newGroup();
    queue().insert(form, group, "exception", "error", "null", "fine");
    Events events = new Events();
    queue()
        .start(
            queue()
                .rowqueue(
                    form.subscription(group)
                        .backoff(Backoff.fixed(Duration.ofHours(1)))
                        .handle(SettlementBehaviours::failing))
                .listener(events));
    assertThat(events.awaitSettled(4))
        .containsExactly(Settled.RETRIED, Settled.RETRIED, Settled.RETRIED, Settled.ACKED);
    assertThat(queue().rows(form, group))
        .allMatch(row -> row.attempt() == 2 && !row.leased())
        .extracting(StoredJob::lastError)
        .satisfiesExactly(
            error -> assertThat(error).contains("IllegalStateException").contains("broken"),
            error -> assertThat(error).contains("StackOverflowError").contains("deep"),
            error -> assertThat(error).contains("null"));
  }

  @SuppressWarnings("NullAway") // on purpose
  private static Outcome failing(String message, io.github.rowqueue.subscribe.Delivery delivery) {
    return switch (message) {
      case "exception" -> throw new IllegalStateException("broken");
      case "error" -> throw new StackOverflowError("deep");
      case "null" -> null;
      default -> Outcome.ack();
    };
  }

  @ParameterizedTest
  @MethodSource("forms")
  @DisplayName("The failure policy decides about what was thrown, and may send it away at once")
  default void the_failure_policy_decides_about_what_was_thrown(JobForm form) throws Exception {
    String group = QueueFixture.newGroup();
    queue().insert(form, group, "poison", "hiccup");
    Events events = new Events();
    queue()
        .start(
            queue()
                .rowqueue(
                    form.subscription(group)
                        .deadLetter(
                            io.github.rowqueue.subscribe.DeadLetter.toGroup(group + "-dead"))
                        .onFailure(
                            (failure, delivery) ->
                                failure instanceof IllegalArgumentException
                                    ? Outcome.deadLetter("never works")
                                    : Outcome.retry())
                        .handle(
                            (message, delivery) -> {
                              if (message.equals("poison")) {
                                throw new IllegalArgumentException("poison");
                              }
                              if (delivery.attempt().orElseThrow() == 1) {
                                throw new IllegalStateException("hiccup");
                              }
                              return Outcome.ack();
                            }))
                .listener(events));
    assertThat(events.awaitSettled(3))
        .containsExactly(Settled.PARKED, Settled.RETRIED, Settled.ACKED);
    assertThat(queue().rows(form, group + "-dead")).hasSize(1);
  }

  @ParameterizedTest
  @MethodSource("forms")
  @DisplayName("deadLetter(reason) moves the row now; without a destination it is a failed attempt")
  default void a_handler_may_send_a_row_to_the_dead_letter_at_once(JobForm form) throws Exception {
    String group = QueueFixture.newGroup();
    String without = QueueFixture.newGroup();
    queue().insert(form, group, "hopeless");
    queue().insert(form, without, "hopeless");
    Events events = new Events();
    try (LogLines log = LogLines.capture()) {
      queue()
          .start(
              queue()
                  .rowqueue(
                      form.subscription(group)
                          .deadLetter(
                              io.github.rowqueue.subscribe.DeadLetter.toGroup(group + "-dead"))
                          .handle((message, delivery) -> Outcome.deadLetter("no such customer")),
                      form.subscription(without)
                          .backoff(Backoff.fixed(Duration.ofHours(1)))
                          .handle((message, delivery) -> Outcome.deadLetter("no such customer")))
                  .listener(events));
      assertThat(events.awaitSettled(2)).containsExactlyInAnyOrder(Settled.PARKED, Settled.RETRIED);
      assertThat(log.at(Level.ERROR)).singleElement().asString().contains(without);
    }
    assertThat(queue().rows(form, group)).isEmpty();
    assertThat(queue().rows(form, group + "-dead"))
        .singleElement()
        .matches(row -> "no such customer".equals(row.lastError()) && !row.leased())
        .matches(row -> row.attempt() == form.attemptAfter(1));
    assertThat(queue().rows(form, without))
        .singleElement()
        .matches(row -> "no such customer".equals(row.lastError()) && row.attempt() == 2);
  }

  @ParameterizedTest
  @MethodSource("forms")
  @DisplayName("B61, B79, B148: an ack the database refuses for good becomes a failed attempt")
  default void an_ack_the_database_refuses_for_good_becomes_a_failed_attempt(JobForm form)
      throws Exception {
    String group = QueueFixture.newGroup();
    queue().insert(form, group, "held");
    Refusal refusal = Refusal.ofDeletes(queue(), form.table());
    Notes<String> handled = Notes.acking();
    try (LogLines log = LogLines.capture()) {
      queue()
          .start(
              form.subscription(group)
                  .backoff(Backoff.fixed(Duration.ofMillis(50)))
                  .errorBackoff(Backoff.fixed(Duration.ofMillis(50)))
                  .handle(handled));
      QueueFixture.await(
          "a counted attempt", () -> handled.attempts().stream().anyMatch(attempt -> attempt > 1));
      assertThat(log.at(Level.ERROR))
          .anyMatch(
              line ->
                  line.contains("subscription \"" + group + "\"")
                      && line.contains(form.table())
                      && line.contains("ack"));
    } finally {
      refusal.lift();
    }
    queue().awaitGone(form, group);
  }
}
