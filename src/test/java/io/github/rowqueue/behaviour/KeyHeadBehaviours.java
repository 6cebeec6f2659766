package io.github.rowqueue.behaviour;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.rowqueue.Rowqueue;
import io.github.rowqueue.error.ClosedException;
import io.github.rowqueue.subscribe.DeadLetter;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.Settled;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a head that waits, fails or loses its holder does to its key (SPEC 4). */
interface KeyHeadBehaviours extends Behaviours {

  private OrderedJobs jobs(JobForm form, String... payloads) throws Exception {
    return OrderedJobs.create(queue(), KeyOrderBehaviours.table(form), payloads);
  }

  private String later() {
    return queue().time(Instant.now().plusSeconds(3600));
  }

  private String past() {
    return queue().time(Instant.now().minusSeconds(60));
  }

  @ParameterizedTest
  @MethodSource("forms")
  @DisplayName("SPEC 4, BLOCK: a head that is not due holds its key, and no other")
  default void a_delayed_head_holds_its_key(JobForm form) throws Exception {
    OrderedJobs jobs = jobs(form, "a:1", "a:2", "b:1");
    jobs.change("a:1", "retry_after", later());
    Notes<String> handled = Notes.acking();
    Events events = new Events();
    queue()
        .start(queue().rowqueue(jobs.subscription().workers(3).handle(handled)).listener(events));
    handled.await(1);
    events.awaitEmptyClaims(2);
    assertThat(handled.messages()).containsExactly("b:1");
    jobs.change("a:1", "retry_after", past());
    jobs.awaitGone();
    assertThat(handled.messages()).containsExactly("b:1", "a:1", "a:2");
  }

  @ParameterizedTest
  @MethodSource("forms")
  @DisplayName("SPEC 13, 20: a head that is retried rests, however busy the other keys are")
  default void a_retried_head_rests_while_other_keys_are_busy(JobForm form) throws Exception {
    OrderedJobs jobs = jobs(form, "a:1");
    jobs.insert(0, IntStream.range(0, 200).mapToObj(n -> "b:" + n).toList());
    AtomicInteger others = new AtomicInteger();
    AtomicInteger retries = new AtomicInteger();
    queue()
        .start(
            jobs.subscription()
                .workers(2)
                .handle(
                    (message, delivery) -> {
                      if (!message.startsWith("a")) {
                        others.incrementAndGet();
                        return Outcome.ack();
                      }
                      boolean busy = others.get() < 200;
                      retries.addAndGet(busy ? 1 : 0);
                      return busy ? Outcome.retry() : Outcome.ack();
                    }));
    jobs.awaitGone();
    // 1 at once, 5 in the first 1.6 s, then 1 in each second; unpaced it is about as many as
    // others.
    assertThat(retries.get()).isBetween(1, 60);
  }

  @ParameterizedTest
  @MethodSource("forms")
  @DisplayName("SPEC 4: a row that enters ahead of the head in work waits, and is the next")
  default void a_row_that_enters_ahead_waits(JobForm form) throws Exception {
    OrderedJobs jobs = jobs(form, "a:1", "a:2");
    Gate<String> gate = Gate.then(Outcome.ack());
    Events events = new Events();
    queue().start(jobs.subscription().handle(gate));
    gate.awaitEntered(1);
    jobs.insert(-1, List.of("a:0"));
    queue().start(queue().rowqueue(jobs.subscription().workers(2).handle(gate)).listener(events));
    events.awaitEmptyClaims(2);
    assertThat(gate.messages()).containsExactly("a:1");
    gate.open();
    jobs.awaitGone();
    assertThat(gate.messages()).containsExactly("a:1", "a:0", "a:2");
  }

  @ParameterizedTest
  @MethodSource("forms")
  @DisplayName("SPEC 4, BLOCK: retry() and retryAfter() keep the head")
  default void a_retried_head_stays_the_head(JobForm form) throws Exception {
    OrderedJobs jobs = jobs(form, "a:1", "a:2");
    Notes<String> handled =
        Notes.then(
            (job, delivery) ->
                switch ((int) delivery.attempt().orElse(0)) {
                  case 1 -> job.equals("a:1") ? Outcome.retry() : Outcome.ack();
                  case 2 -> Outcome.retryAfter(Duration.ofMillis(60));
                  default -> Outcome.ack();
                });
    queue().start(jobs.subscription().workers(2).handle(handled));
    jobs.awaitGone();
    assertThat(handled.messages()).containsExactly("a:1", "a:1", "a:1", "a:2");
  }

  @ParameterizedTest
  @MethodSource("forms")
  @DisplayName("SPEC 4, BLOCK: at the cap the head moves to the dead letter, and the key goes on")
  default void at_the_cap_the_key_goes_on(JobForm form) throws Exception {
    OrderedJobs jobs = jobs(form, "a:1", "a:2");
    Notes<String> handled =
        Notes.then(
            (job, delivery) -> {
              if (job.equals("a:1")) {
                throw new IllegalStateException("as the test says");
              }
              return Outcome.ack();
            });
    queue()
        .start(
            jobs.subscription()
                .onFailure((failure, delivery) -> Outcome.retry())
                .maxAttempts(2, DeadLetter.toGroup("parked"))
                .handle(handled));
    jobs.awaitGone();
    assertThat(handled.messages()).containsExactly("a:1", "a:1", "a:2");
    assertThat(new OrderedJobs(queue(), jobs.rowClass(), "parked").rows())
        .extracting(StoredJob::payload)
        .containsExactly("a:1");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  @DisplayName(
      "SPEC 4, SKIP: later rows pass a head that waits, be it delayed before or by a retryAfter")
  default void a_head_that_waits_is_passed(boolean before) throws Exception {
    OrderedJobs jobs = OrderedJobs.create(queue(), KeySkipLease.class, "a:1", "a:2", "a:3");
    if (before) {
      jobs.change("a:1", "retry_after", later());
    }
    Notes<String> handled =
        Notes.then(
            (job, delivery) ->
                job.equals("a:1") ? Outcome.retryAfter(Duration.ofHours(1)) : Outcome.ack());
    // No poll finds the rows behind: the settlement that lets them pass wakes the claim.
    queue()
        .start(
            queue()
                .rowqueue(jobs.subscription().handle(handled))
                .pollInterval(Duration.ofMinutes(1)));
    handled.await(before ? 2 : 3);
    QueueFixture.await(
        "only a:1 is left", () -> QueueFixture.unchecked(() -> jobs.rows()).size() == 1);
    assertThat(handled.messages())
        .isEqualTo(before ? List.of("a:2", "a:3") : List.of("a:1", "a:2", "a:3"));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  @DisplayName(
      "SPEC 4, PARK: at the cap, or by deadLetter(…), the head stays with its key until it is released")
  default void a_parked_head_keeps_its_key_until_it_is_released(boolean byOutcome)
      throws Exception {
    OrderedJobs jobs = OrderedJobs.create(queue(), KeyParkLease.class, "a:1", "a:2", "b:1");
    AtomicBoolean mended = new AtomicBoolean();
    Notes<String> handled =
        Notes.then(
            (job, delivery) -> {
              if (mended.get() || !job.equals("a:1")) {
                return Outcome.ack();
              }
              if (byOutcome) {
                return Outcome.deadLetter("as the test says");
              }
              throw new IllegalStateException("as the test says");
            });
    Events events = new Events();
    Rowqueue rowqueue =
        queue()
            .start(
                queue()
                    .rowqueue(jobs.subscription().maxAttempts(1).workers(2).handle(handled))
                    .listener(events));
    assertThat(events.awaitSettled(2)).containsExactlyInAnyOrder(Settled.PARKED, Settled.ACKED);
    events.awaitEmptyClaims(2);
    assertThat(handled.messages()).containsExactlyInAnyOrder("a:1", "b:1");
    List<StoredJob> rows = jobs.rows();
    assertThat(rows).extracting(StoredJob::payload).containsExactly("a:1", "a:2");
    assertThat(rows.get(0).leased()).isTrue();
    assertThat(rows.get(0).lastError())
        .isEqualTo(
            byOutcome ? "as the test says" : "java.lang.IllegalStateException: as the test says");
    refusesToRelease(rowqueue, jobs.group());
    assertThat(rowqueue.release(jobs.group(), "b")).isFalse();
    mended.set(true);
    assertThat(rowqueue.release(jobs.group(), "a")).isTrue();
    jobs.awaitGone();
    assertThat(handled.messages().subList(2, 4)).containsExactly("a:1", "a:2");
    assertThat(handled.attempts().get(2)).isEqualTo(1);
    assertThat(rowqueue.release(jobs.group(), "a")).isFalse();
    rowqueue.close();
    assertThatThrownBy(() -> rowqueue.release(jobs.group(), "a"))
        .isInstanceOf(ClosedException.class);
  }

  @Test
  @DisplayName("SPEC 4, PARK: a queue of the same name in another table keeps no head from release")
  default void a_head_is_released_beside_a_queue_of_its_name() throws Exception {
    OrderedJobs jobs = OrderedJobs.create(queue(), KeyParkLease.class, "a:1");
    queue().emptied(KeySkipLease.class);
    OrderedJobs other = new OrderedJobs(queue(), KeySkipLease.class, jobs.group());
    AtomicBoolean mended = new AtomicBoolean();
    Notes<String> handled =
        Notes.then(
            (job, delivery) ->
                mended.get() ? Outcome.ack() : Outcome.deadLetter("as the test says"));
    Events events = new Events();
    Rowqueue rowqueue =
        queue()
            .start(
                queue()
                    .rowqueue(other.subscription().handle(Notes.acking()))
                    .subscribe(jobs.subscription().handle(handled))
                    .listener(events));
    assertThat(events.awaitSettled(1)).containsExactly(Settled.PARKED);
    mended.set(true);
    assertThat(rowqueue.release(jobs.group(), "a")).isTrue();
    jobs.awaitGone();
    assertThat(handled.messages()).containsExactly("a:1", "a:1");
  }

  private static void refusesToRelease(Rowqueue rowqueue, String group) {
    assertThatThrownBy(() -> rowqueue.release("nobody", "a"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "no subscription \"nobody\" runs here: release a key where its queue is subscribed");
    assertThatThrownBy(() -> rowqueue.release(group, 7))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageEndingWith(
            "its keys are of the type String, and 7 is of the type Integer: give a key as the description has it");
  }

  /** The form in which a row of a dead holder is known. */
  default Stream<JobForm> leaseForm() {
    return Stream.of(JobForm.LEASE);
  }

  @ParameterizedTest
  @MethodSource("leaseForm")
  @DisplayName(
      "SPEC 4: a row of a dead holder is resumed first, also before one that came in front")
  default void a_crashed_row_is_resumed_first(JobForm form) throws Exception {
    OrderedJobs jobs = jobs(form, "a:1", "a:2");
    jobs.change("a:1", "locked_until", queue().time(Instant.now().plusSeconds(3600)));
    jobs.insert(-1, List.of("a:0"));
    Notes<String> handled = Notes.acking();
    Events events = new Events();
    queue()
        .start(queue().rowqueue(jobs.subscription().workers(3).handle(handled)).listener(events));
    events.awaitEmptyClaims(2);
    assertThat(handled.messages()).as("its lease still runs").isEmpty();
    jobs.change("a:1", "locked_until", past());
    jobs.awaitGone();
    assertThat(handled.messages()).containsExactly("a:1", "a:0", "a:2");
    assertThat(handled.attempts()).containsExactly(1L, 1L, 1L);
  }
}
