package io.github.rowqueue.behaviour;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowqueue.Rowqueue;
import io.github.rowqueue.codec.Codecs;
import io.github.rowqueue.subscribe.Backoff;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.Settled;
import io.github.rowqueue.subscribe.Subscription;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a handler in a transaction publishes with its ack. */
interface TransactionReplyBehaviours extends Behaviours {

  @ParameterizedTest
  @MethodSource("forms")
  @DisplayName(
      "B242: the replies of a handler in a transaction take effect with what it wrote, or not at all, and wake after the commit")
  default void replies_take_effect_with_what_the_handler_wrote(JobForm form) throws Exception {
    queue().emptied(RoutedRow.class);
    String name = "x." + QueueFixture.newGroup();
    String done = name + ".done";
    Effects effects = Effects.of(queue(), name);
    List<Outcome> outcomes =
        List.of(
            Outcome.ack().publish(done, "of an ack without a route").publish("nowhere", "x"),
            Outcome.ack()
                .publish(done, "of an ack the database refuses")
                .publish("rows.a", RoutedRow.of("x")),
            Outcome.ack().publish(done, "first").publish(done, "second"));
    Notes<String> replies = Notes.acking();
    Events events = new Events();
    try {
      Rowqueue rowqueue =
          queue()
              .start(
                  queue()
                      .rowqueue(
                          form.subscription(name)
                              .backoff(Backoff.fixed(Duration.ofMillis(1)))
                              .handleInTransaction(
                                  (message, delivery, connection) -> {
                                    int attempt = (int) delivery.attempt().orElseThrow();
                                    effects.write(connection, "attempt " + attempt);
                                    return outcomes.get(attempt - 1);
                                  }),
                          Subscription.named(done).codec(Codecs.text()).handle(replies))
                      .route("x.*", form.rowClass())
                      .route("rows.*", RoutedRow.class)
                      .pollInterval(Duration.ofMinutes(10))
                      .listener(events));
      events.awaitIdle(2);
      queue().execute("drop table " + queue().q("routed_rows"));
      rowqueue.publish(name, "x");
      assertThat(replies.await(2).messages()).containsExactly("first", "second");
      assertThat(events.awaitSettled(5))
          .containsExactlyInAnyOrder(
              Settled.RETRIED, Settled.RETRIED, Settled.ACKED, Settled.ACKED, Settled.ACKED);
    } finally {
      queue().createTable(RoutedRow.class);
    }
    assertThat(effects.committed()).containsExactly("attempt 3");
    assertThat(queue().rows(form, name)).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("forms")
  @DisplayName("B231 (departed from): a subscription by name may have a handler in a transaction")
  default void by_name_too_a_handler_has_a_transaction(JobForm form) throws Exception {
    String name = "y." + QueueFixture.newGroup();
    Effects effects = Effects.of(queue(), name);
    Notes<String> replies = Notes.acking();
    Events events = new Events();
    Rowqueue rowqueue =
        queue()
            .start(
                queue()
                    .rowqueue(
                        Subscription.named(name)
                            .codec(Codecs.text())
                            .backoff(Backoff.fixed(Duration.ofMillis(1)))
                            .handleInTransaction(
                                (message, delivery, connection) -> {
                                  long attempt = delivery.attempt().orElseThrow();
                                  effects.write(connection, message + " " + attempt);
                                  return attempt == 1
                                      ? Outcome.retry()
                                      : Outcome.ack().publish(name + ".done", message);
                                }),
                        Subscription.named(name + ".done").codec(Codecs.text()).handle(replies))
                    .route("y.*", form.rowClass())
                    .pollInterval(Duration.ofMinutes(10))
                    .listener(events));
    events.awaitIdle(2);
    rowqueue.publish(name, "x");
    assertThat(replies.await(1).messages()).containsExactly("x");
    assertThat(events.awaitSettled(3))
        .containsExactlyInAnyOrder(Settled.RETRIED, Settled.ACKED, Settled.ACKED);
    assertThat(effects.committed()).containsExactly("x 2");
  }

  @ParameterizedTest
  @MethodSource("forms")
  @DisplayName("B246: a handler in a transaction that ends during the drain still replies")
  default void a_handler_that_ends_during_the_drain_replies_in_its_transaction(JobForm form)
      throws Exception {
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
                            .handleInTransaction(
                                (message, delivery, connection) -> {
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
