package io.github.rowqueue.behaviour;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowqueue.Rowqueue;
import io.github.rowqueue.subscribe.BatchOutcome;
import io.github.rowqueue.subscribe.DeadLetter;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.Settled;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** One row of a group in work at a time, in claim order, over all instances (B107 to B116). */
interface FifoBehaviours extends FifoForms {

  @ParameterizedTest
  @MethodSource("fifoForms")
  @DisplayName("B107: four workers of two instances finish eight rows strictly in claim order")
  default void rows_of_a_group_finish_strictly_in_claim_order(FifoForm form) throws Exception {
    FifoJobs jobs = FifoJobs.create(queue(), form, "1", "2", "3", "4", "5", "6", "7", "8");
    Queue<String> seen = new ConcurrentLinkedQueue<>();
    for (int i = 0; i < 2; i++) {
      queue()
          .start(
              jobs.subscription()
                  .workers(4)
                  .handle(
                      (message, delivery) -> {
                        seen.add("start " + message);
                        seen.add("end " + message);
                        return Outcome.ack();
                      }));
    }
    jobs.awaitGone();
    assertThat(seen)
        .containsExactlyElementsOf(
            Stream.of("1", "2", "3", "4", "5", "6", "7", "8")
                .flatMap(row -> Stream.of("start " + row, "end " + row))
                .toList());
  }

  @ParameterizedTest
  @MethodSource("fifoForms")
  @DisplayName("B108, B109: while a head is in work nothing is claimed, also no row ahead of it")
  default void while_a_head_is_in_work_nothing_else_is_claimed(FifoForm form) throws Exception {
    FifoJobs jobs = FifoJobs.create(queue(), form, "1", "2");
    Gate<String> gate = Gate.then(Outcome.ack());
    queue().start(jobs.subscription().workers(3).handle(gate));
    gate.awaitEntered(1);
    Notes<String> others = Notes.acking();
    Events events = new Events();
    queue().start(queue().rowqueue(jobs.subscription().handle(others)).listener(events));
    events.awaitEmptyClaims(2);
    jobs.insertAhead("0");
    events.awaitEmptyClaims(3);
    assertThat(others.messages()).isEmpty();
    assertThat(gate.messages()).containsExactly("1");
    gate.open();
    jobs.awaitGone();
    assertThat(Stream.concat(gate.messages().stream(), others.messages().stream()))
        .containsExactlyInAnyOrder("1", "0", "2");
  }

  @ParameterizedTest
  @MethodSource("fifoForms")
  @DisplayName("B109: a row that entered ahead of the head in work is the next one delivered")
  default void a_row_that_entered_ahead_is_the_next_one(FifoForm form) throws Exception {
    FifoJobs jobs = FifoJobs.create(queue(), form, "1", "2");
    Gate<String> gate = Gate.then(Outcome.ack());
    queue().start(jobs.subscription().workers(3).handle(gate));
    gate.awaitEntered(1);
    jobs.insertAhead("0");
    gate.open();
    jobs.awaitGone();
    assertThat(gate.messages()).containsExactly("1", "0", "2");
  }

  @ParameterizedTest
  @MethodSource("fifoForms")
  @DisplayName("B110: rows behind a head that is not due wait too")
  default void rows_behind_a_head_that_is_not_due_wait(FifoForm form) throws Exception {
    FifoJobs jobs = FifoJobs.create(queue(), form, "1", "2");
    jobs.change("1", "priority", "-1");
    jobs.change("1", "retry_after", queue().time(Instant.now().plusSeconds(3600)));
    Notes<String> handled = Notes.acking();
    Events events = new Events();
    queue().start(queue().rowqueue(jobs.subscription().handle(handled)).listener(events));
    events.awaitEmptyClaims(3);
    assertThat(handled.messages()).isEmpty();
    jobs.change("1", "retry_after", queue().time(Instant.now().minusSeconds(3600)));
    assertThat(handled.await(2).messages()).containsExactly("1", "2");
  }

  @ParameterizedTest
  @MethodSource("fifoForms")
  @DisplayName("B111: a head that asks for a retry at once stays the head")
  default void a_retry_keeps_the_head(FifoForm form) throws Exception {
    FifoJobs jobs = FifoJobs.create(queue(), form, "1", "2");
    Notes<String> handled =
        Notes.then(
            (message, delivery) ->
                message.equals("1") && delivery.attempt().orElse(0) < 3
                    ? Outcome.retry()
                    : Outcome.ack());
    for (int i = 0; i < 2; i++) {
      queue().start(jobs.subscription().handle(handled));
    }
    assertThat(handled.await(4).messages()).containsExactly("1", "1", "1", "2");
  }

  @ParameterizedTest
  @MethodSource("fifoForms")
  @DisplayName("B111: a delayed retry moves the head behind rows due earlier: 1, 2, 3, 1")
  default void a_delayed_retry_moves_the_head(FifoForm form) throws Exception {
    FifoJobs jobs = FifoJobs.create(queue(), form, "1", "2", "3");
    Notes<String> handled = Notes.then(FifoBehaviours::delaysFirstOnce);
    queue().start(jobs.subscription().handle(handled));
    assertThat(handled.await(4).messages()).containsExactly("1", "2", "3", "1");
  }

  private static Outcome delaysFirstOnce(
      String message, io.github.rowqueue.subscribe.Delivery delivery) {
    return message.equals("1") && delivery.attempt().orElse(0) == 1
        ? Outcome.retryAfter(Duration.ofSeconds(1))
        : Outcome.ack();
  }

  @ParameterizedTest
  @MethodSource("fifoForms")
  @DisplayName("B112: a delayed head moves among the rows of its own priority only")
  default void a_delayed_head_moves_within_its_priority(FifoForm form) throws Exception {
    FifoJobs jobs = FifoJobs.create(queue(), form, "1", "2", "later");
    jobs.change("later", "priority", "1");
    Notes<String> handled = Notes.then(FifoBehaviours::delaysFirstOnce);
    queue().start(jobs.subscription().handle(handled));
    assertThat(handled.await(4).messages()).containsExactly("1", "2", "1", "later");
  }

  @ParameterizedTest
  @MethodSource("fifoForms")
  @DisplayName("B114, B294: a batch of a FIFO group holds one row")
  default void a_batch_holds_one_row(FifoForm form) throws Exception {
    FifoJobs jobs = FifoJobs.create(queue(), form, "1", "2", "3");
    Queue<List<String>> lists = new ConcurrentLinkedQueue<>();
    queue()
        .start(
            jobs.subscription()
                .workers(2)
                .handleBatch(
                    4,
                    (messages, deliveries) -> {
                      lists.add(List.copyOf(messages));
                      return BatchOutcome.all(Outcome.ack());
                    }));
    jobs.awaitGone();
    assertThat(lists).containsExactly(List.of("1"), List.of("2"), List.of("3"));
  }

  @ParameterizedTest
  @MethodSource("fifoForms")
  @DisplayName(
      "B115: a head that has spent its attempts leaves the group, and the next is the head")
  default void the_cap_takes_a_stuck_head_out(FifoForm form) throws Exception {
    FifoJobs jobs = FifoJobs.create(queue(), form, "stuck", "next");
    Notes<String> handled =
        Notes.then(
            (message, delivery) -> message.equals("stuck") ? Outcome.retry() : Outcome.ack());
    Events events = new Events();
    queue()
        .start(
            queue()
                .rowqueue(
                    jobs.subscription()
                        .maxAttempts(3, DeadLetter.toGroup(jobs.group() + "-parked"))
                        .handle(handled))
                .listener(events));
    assertThat(events.awaitSettled(4))
        .containsExactly(Settled.RETRIED, Settled.RETRIED, Settled.PARKED, Settled.ACKED);
    assertThat(handled.messages()).containsExactly("stuck", "stuck", "stuck", "next");
    assertThat(queue().rows(form.table(), form == FifoForm.LEASE, jobs.group() + "-parked"))
        .extracting(StoredJob::payload)
        .containsExactly("stuck");
  }

  default Stream<FifoForm> leaseFifo() {
    return Stream.of(FifoForm.LEASE);
  }

  default Stream<FifoForm> rowLockFifo() {
    return fifoForms().filter(FifoForm.ROW_LOCK::equals);
  }

  @ParameterizedTest
  @MethodSource("leaseFifo")
  @DisplayName("B116: a crash holds the group until the lease ends; then its row is the first")
  default void a_crash_holds_the_group_and_its_row_is_resumed_first(FifoForm form)
      throws Exception {
    FifoJobs jobs = FifoJobs.create(queue(), form, "1", "crashed", "3");
    jobs.change("crashed", "attempt", "2");
    jobs.change("crashed", "locked_until", queue().time(Instant.now().plusSeconds(3600)));
    Notes<String> handled = Notes.acking();
    Events events = new Events();
    queue().start(queue().rowqueue(jobs.subscription().handle(handled)).listener(events));
    events.awaitEmptyClaims(3);
    assertThat(handled.messages()).isEmpty();
    jobs.change("crashed", "locked_until", queue().time(Instant.now().minusSeconds(60)));
    assertThat(handled.await(3).messages()).containsExactly("crashed", "1", "3");
    assertThat(handled.attempts()).containsExactly(2L, 1L, 1L);
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("rowLockFifo")
  @DisplayName("B58, B116: a connection that dies frees row and guard at once")
  default void a_connection_that_dies_frees_the_group(FifoForm form) throws Exception {
    FifoJobs jobs = FifoJobs.create(queue(), form, "1", "2");
    Gate<String> gate = Gate.stubborn();
    Rowqueue dying =
        queue()
            .start(
                queue()
                    .rowqueue(jobs.subscription().handle(gate))
                    .drainTimeout(Duration.ofMillis(50)));
    gate.awaitEntered(1);
    dying.close();
    Notes<String> handled = Notes.acking();
    queue().start(jobs.subscription().handle(handled));
    assertThat(handled.await(2).messages()).containsExactly("1", "2");
    gate.open();
  }
}
