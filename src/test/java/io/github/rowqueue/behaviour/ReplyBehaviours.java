package io.github.rowqueue.behaviour;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import io.github.rowqueue.Rowqueue;
import io.github.rowqueue.RowqueueBuilder;
import io.github.rowqueue.codec.Codecs;
import io.github.rowqueue.publish.PublishOptions;
import io.github.rowqueue.subscribe.Backoff;
import io.github.rowqueue.subscribe.BatchOutcome;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.Settled;
import io.github.rowqueue.subscribe.Subscription;
import io.github.rowqueue.testing.LogLines;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a handler publishes with its ack. */
interface ReplyBehaviours extends Behaviours {

  private Rowqueue replying(JobForm form, Events events, Subscription... subscriptions) {
    return queue()
        .start(
            queue()
                .rowqueue(subscriptions)
                .route("*", form.rowClass())
                .route("rows.*", RoutedRow.class)
                .pollInterval(Duration.ofMinutes(10))
                .listener(events));
  }

  @ParameterizedTest
  @MethodSource("forms")
  @DisplayName("B242: a reply becomes a row by the route of its name, and wakes its subscription")
  default void a_reply_becomes_a_row_by_its_name(JobForm form) throws Exception {
    queue().emptied(RoutedRow.class);
    String name = QueueFixture.newGroup();
    String rows = "rows." + QueueFixture.newGroup();
    Notes<String> replies = Notes.acking();
    Notes<RoutedRow> routed = Notes.acking();
    Events events = new Events();
    Rowqueue rowqueue =
        replying(
            form,
            events,
            form.subscription(name)
                .handle(
                    (message, delivery) ->
                        Outcome.ack()
                            .publish(name + ".done", message + " is done")
                            .publish(name + ".done", "second", PublishOptions.NONE.priority(7))
                            .publish(rows, RoutedRow.of(message))),
            Subscription.named(name + ".done").codec(Codecs.text()).handle(replies),
            Subscription.named(rows, RoutedRow.class).handle(routed));
    events.awaitIdle(3);
    rowqueue.publish(name, "x");
    assertThat(replies.await(2).messages()).containsExactly("x is done", "second");
    assertThat(routed.await(1).messages()).extracting(RoutedRow::text).containsExactly("x");
    assertThat(events.awaitSettled(4)).containsOnly(Settled.ACKED);
    assertThat(queue().rows(form, name)).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("forms")
  @DisplayName("A reply to a name without a route, or that no table takes, is a failed attempt")
  default void a_reply_that_cannot_be_published_is_a_failed_attempt(JobForm form) throws Exception {
    queue().emptied(RoutedRow.class);
    String name = QueueFixture.newGroup();
    String done = "x." + name;
    Events events = new Events();
    List<Outcome> outcomes =
        List.of(
            Outcome.ack().publish(done, "written").publish("nowhere", "x"),
            Outcome.ack().publish(done, "written").publish("rows.a", "a text is no row"),
            Outcome.ack().publish(done, "written"));
    AtomicInteger attempts = new AtomicInteger();
    try (LogLines log = LogLines.capture()) {
      queue().insert(form, name, "x");
      queue()
          .start(
              queue()
                  .rowqueue(
                      form.subscription(name)
                          .backoff(Backoff.fixed(Duration.ofMillis(1)))
                          .handle((message, delivery) -> outcomes.get(attempts.getAndIncrement())))
                  .route("x.*", form.rowClass())
                  .route("rows.*", RoutedRow.class)
                  .listener(events));
      assertThat(events.awaitSettled(3))
          .containsExactly(Settled.RETRIED, Settled.RETRIED, Settled.ACKED);
      assertThat(log.at(Level.WARN))
          .anyMatch(line -> line.startsWith("publish to \"nowhere\": no route"));
    }
    assertThat(queue().rows(form, done)).extracting(StoredJob::payload).containsExactly("written");
  }

  @ParameterizedTest
  @MethodSource("forms")
  @DisplayName("A reply the database refuses is a failed attempt, and no other reply is written")
  default void a_reply_the_database_refuses_is_a_failed_attempt(JobForm form) throws Exception {
    queue().emptied(RoutedRow.class);
    String name = QueueFixture.newGroup();
    String done = "x." + name;
    Events events = new Events();
    AtomicInteger attempts = new AtomicInteger();
    try {
      Rowqueue rowqueue =
          queue()
              .start(
                  queue()
                      .rowqueue(
                          form.subscription(name)
                              .backoff(Backoff.fixed(Duration.ofMillis(1)))
                              .handle(
                                  (message, delivery) ->
                                      attempts.getAndIncrement() == 0
                                          ? Outcome.ack()
                                              .publish(done, "first")
                                              .publish("rows.a", RoutedRow.of("x"))
                                          : Outcome.ack().publish(done, "second")))
                      .route("x.*", form.rowClass())
                      .route("rows.*", RoutedRow.class)
                      .route("*", form.rowClass())
                      .listener(events));
      queue().execute("drop table " + queue().q("routed_rows"));
      rowqueue.publish(name, "x");
      assertThat(events.awaitSettled(2)).containsExactly(Settled.RETRIED, Settled.ACKED);
      assertThat(queue().rows(form, done)).extracting(StoredJob::payload).containsExactly("second");
    } finally {
      queue().createTable(RoutedRow.class);
    }
  }

  default Stream<JobForm> formWhoseAckCommitsTheDelivery() {
    return forms().filter(JobForm.ROW_LOCK::equals);
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("formWhoseAckCommitsTheDelivery")
  @DisplayName("B242: in a transaction of the delivery a reply is undone with an ack that fails")
  default void a_reply_is_undone_with_an_ack_that_fails(JobForm form) throws Exception {
    String name = QueueFixture.newGroup();
    String done = name + ".done";
    queue().insert(form, name, "held");
    Refusal refusal = Refusal.ofDeletes(queue(), form.table());
    Events events = new Events();
    Supplier<RowqueueBuilder> replying =
        () ->
            queue()
                .rowqueue(
                    form.subscription(name)
                        .backoff(Backoff.fixed(Duration.ofMillis(50)))
                        .errorBackoff(Backoff.fixed(Duration.ofMillis(50)))
                        .handle((message, delivery) -> Outcome.ack().publish(done, message)))
                .route("*", form.rowClass());
    try (Rowqueue rowqueue = replying.get().listener(events).start()) {
      events.awaitSettled(3);
      assertThat(events.settled()).isSubsetOf(Settled.RETRIED, Settled.FAILED);
      assertThat(queue().rows(form, done)).isEmpty();
    } finally {
      refusal.lift(); // after the close, whose claims would be in the way
    }
    queue().start(replying.get());
    queue().awaitGone(form, name);
    assertThat(queue().rows(form, done)).hasSize(1);
  }

  @ParameterizedTest
  @MethodSource("forms")
  @DisplayName("Only an ack publishes, in batches each row's own")
  default void in_batches_each_ack_publishes_its_own(JobForm form) throws Exception {
    String name = QueueFixture.newGroup();
    String done = name + ".done";
    queue().insert(form, name, "1", "2", "3");
    Events events = new Events();
    queue()
        .start(
            queue()
                .rowqueue(
                    form.subscription(name)
                        .handleBatch(
                            3,
                            (messages, deliveries) ->
                                BatchOutcome.each(
                                    messages.stream()
                                        .map(
                                            message ->
                                                message.equals("2")
                                                    ? Outcome.drop()
                                                    : Outcome.ack().publish(done, message))
                                        .toList())))
                .route("*", form.rowClass())
                .listener(events));
    assertThat(events.awaitSettled(3))
        .containsExactlyInAnyOrder(Settled.ACKED, Settled.ACKED, Settled.DROPPED);
    assertThat(queue().rows(form, done))
        .extracting(StoredJob::payload)
        .containsExactlyInAnyOrder("1", "3");
  }

  @ParameterizedTest
  @MethodSource("forms")
  @DisplayName("B246: a handler that ends during the drain still publishes its reply")
  default void a_handler_that_ends_during_the_drain_still_replies(JobForm form) throws Exception {
    String name = QueueFixture.newGroup();
    String done = name + ".done";
    queue().insert(form, name, "x");
    CountDownLatch entered = new CountDownLatch(1);
    CountDownLatch closing = new CountDownLatch(1);
    Rowqueue rowqueue =
        queue()
            .start(
                queue()
                    .rowqueue(
                        form.subscription(name)
                            .handle(
                                (message, delivery) -> {
                                  entered.countDown();
                                  closing.await();
                                  return Outcome.ack().publish(done, message);
                                }))
                    .route("*", form.rowClass()));
    assertThat(entered.await(QueueFixture.LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
    Thread closer = new Thread(rowqueue::close);
    closer.start();
    QueueFixture.await("the close has begun", () -> !rowqueue.wake(name));
    closing.countDown();
    closer.join(QueueFixture.LIMIT.toMillis());
    assertThat(queue().rows(form, name)).isEmpty();
    assertThat(queue().rows(form, done)).hasSize(1);
  }
}
