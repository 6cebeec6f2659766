package io.github.rowqueue.behaviour;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.rowqueue.Rowqueue;
import io.github.rowqueue.error.ClosedException;
import io.github.rowqueue.publish.PublishOptions;
import io.github.rowqueue.publish.Publisher;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.Settled;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What close() leaves behind (B280 to B288, SPEC 10, PAINS 40 and 41). */
interface ShutdownBehaviours extends Behaviours {

  @ParameterizedTest
  @MethodSource("forms")
  @DisplayName(
      "B280, B281: close waits for handlers, which may publish, claims nothing more, and leaves the"
          + " pool open")
  default void close_waits_for_handlers_and_claims_nothing_more(JobForm form) throws Exception {
    String group = QueueFixture.newGroup();
    queue().insert(form, group, "in work", "waiting");
    Gate<String> gate = Gate.then(Outcome.ack());
    Events events = new Events();
    Rowqueue rowqueue =
        queue().start(queue().rowqueue(form.subscription(group).handle(gate)).listener(events));
    Publisher<?> publisher = form.publisher(rowqueue);
    gate.awaitEntered(1);
    CompletableFuture<Void> closing = CompletableFuture.runAsync(rowqueue::close);
    QueueFixture.await("the drain", () -> !rowqueue.wake(group));
    publisher.publishMessage("by a handler", PublishOptions.to(group + "-next"));
    gate.open();
    closing.get(30, TimeUnit.SECONDS);

    assertThat(events.settled()).containsExactly(Settled.ACKED);
    assertThat(rowqueue.summary().interrupted()).isZero();
    assertThat(rowqueue.summary().stillRunning()).isEmpty();
    assertThat(gate.messages()).containsExactly("in work");
    assertThat(queue().rows(form, group))
        .singleElement()
        .matches(row -> "waiting".equals(row.payload()) && row.attempt() == 1 && !row.leased());
    assertThat(queue().value("select 1")).as("the service's pool").isNotNull();
    QueueFixture.await("all connections are back", () -> queue().connectionsInUse() == 0);
    assertThatThrownBy(() -> publisher.publishMessage("x", PublishOptions.to(group)))
        .isInstanceOf(ClosedException.class);
    rowqueue.close();
  }

  @ParameterizedTest
  @MethodSource("forms")
  @DisplayName(
      "B78, B162 (departed from), PAINS 41: a handler cut off by the drain's end gives its row back with its attempt")
  default void a_handler_cut_off_gives_its_row_back_with_its_attempt(JobForm form)
      throws Exception {
    String group = QueueFixture.newGroup();
    queue().insert(form, group, "a", "b");
    Gate<String> gate = Gate.then(Outcome.ack());
    Events events = new Events();
    Rowqueue rowqueue =
        queue()
            .start(
                queue()
                    .rowqueue(form.subscription(group).workers(2).handle(gate))
                    .drainTimeout(Duration.ofMillis(50))
                    .listener(events));
    gate.awaitEntered(2);
    rowqueue.close();
    assertThat(rowqueue.summary().interrupted()).isEqualTo(2);
    assertThat(rowqueue.summary().stillRunning()).isEmpty();
    assertThat(events.settled()).containsExactly(Settled.RELEASED, Settled.RELEASED);
    assertThat(queue().rows(form, group))
        .hasSize(2)
        .allMatch(row -> row.attempt() == 1 && !row.leased() && row.lastError() == null);
    Notes<String> handled = Notes.acking();
    queue().start(form.subscription(group).handle(handled));
    assertThat(handled.await(2).attempts()).containsExactly(1L, 1L);
  }

  @ParameterizedTest
  @MethodSource("forms")
  @DisplayName("An outcome a handler still returns after the interrupt counts")
  default void an_outcome_returned_after_the_interrupt_counts(JobForm form) throws Exception {
    String group = QueueFixture.newGroup();
    queue().insert(form, group, "ack", "retry");
    Gate<String> gate = Gate.then(Outcome.ack());
    Events events = new Events();
    Rowqueue rowqueue =
        queue()
            .start(
                queue()
                    .rowqueue(
                        form.subscription(group)
                            .workers(2)
                            .handle(
                                (message, delivery) -> {
                                  try {
                                    return gate.handle(message, delivery);
                                  } catch (InterruptedException told) {
                                    return message.equals("ack") ? Outcome.ack() : Outcome.retry();
                                  }
                                }))
                    .drainTimeout(Duration.ofMillis(50))
                    .listener(events));
    gate.awaitEntered(2);
    rowqueue.close();
    assertThat(events.settled()).containsExactlyInAnyOrder(Settled.ACKED, Settled.RETRIED);
    assertThat(queue().rows(form, group))
        .singleElement()
        .matches(row -> "retry".equals(row.payload()) && row.attempt() == 2 && !row.leased());
  }

  @ParameterizedTest
  @MethodSource("forms")
  @DisplayName(
      "SPEC 10: a handler that ignores the interrupt is named, and its leased row stays leased")
  default void a_handler_that_ignores_the_interrupt_is_named(JobForm form) throws Exception {
    String group = QueueFixture.newGroup();
    queue().insert(form, group, "stubborn");
    Gate<String> gate = Gate.stubborn();
    Rowqueue rowqueue =
        queue()
            .start(
                queue()
                    .rowqueue(form.subscription(group).handle(gate))
                    .lease(Duration.ofSeconds(4))
                    .drainTimeout(Duration.ofMillis(50)));
    gate.awaitEntered(1);
    rowqueue.close();
    assertThat(gate.wasInterrupted()).isTrue();
    assertThat(rowqueue.summary().interrupted()).isEqualTo(1);
    assertThat(rowqueue.summary().stillRunning())
        .singleElement()
        .asString()
        .contains("subscription \"" + group + "\"")
        .contains(form.table())
        .contains("row ");
    Notes<String> other = Notes.acking();
    Events events = new Events();
    queue().start(queue().rowqueue(form.subscription(group).handle(other)).listener(events));
    if (form == JobForm.LEASE) {
      // close() took five seconds of grace, longer than the lease: extended, the row is held still.
      events.awaitEmptyClaims(20);
      assertThat(other.messages()).isEmpty();
      gate.open();
      queue().awaitGone(form, group);
    } else {
      other.await(1);
      gate.open();
    }
    QueueFixture.await("all connections are back", () -> queue().connectionsInUse() <= 1);
  }
}
