package io.github.rowqueue.behaviour;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowqueue.subscribe.Backoff;
import io.github.rowqueue.subscribe.BatchOutcome;
import io.github.rowqueue.subscribe.DeadLetter;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.Settled;
import io.github.rowqueue.subscribe.Subscription;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Handlers of lists (B127 to B137). */
interface BatchBehaviours extends Behaviours {

  @ParameterizedTest
  @MethodSource("forms")
  @DisplayName(
      "B127: six rows in batches of four are a list of four and a list of two, in claim order")
  default void rows_come_in_lists_of_the_size_asked_for(JobForm form) throws Exception {
    String group = QueueFixture.newGroup();
    queue().insert(form, group, "1", "2", "3", "4", "5", "6");
    Queue<List<String>> lists = new ConcurrentLinkedQueue<>();
    queue()
        .start(
            form.subscription(group)
                .handleBatch(
                    4,
                    (messages, deliveries) -> {
                      lists.add(List.copyOf(messages));
                      return BatchOutcome.all(Outcome.ack());
                    }));
    queue().awaitGone(form, group);
    assertThat(lists).containsExactly(List.of("1", "2", "3", "4"), List.of("5", "6"));
  }

  @ParameterizedTest
  @MethodSource("forms")
  @DisplayName("B128: each row settles by its own outcome")
  default void each_row_of_a_list_settles_by_its_own_outcome(JobForm form) throws Exception {
    String group = QueueFixture.newGroup();
    queue().insert(form, group, "ack", "drop", "retry", "park");
    Events events = new Events();
    Subscription subscription =
        form.subscription(group)
            .deadLetter(DeadLetter.toGroup(group + "-parked"))
            .handleBatch(
                4,
                (messages, deliveries) ->
                    BatchOutcome.each(messages.stream().map(BatchBehaviours::outcome).toList()));
    queue()
        .start(
            queue().rowqueue(subscription).listener(events).pollInterval(Duration.ofMinutes(10)));
    assertThat(events.awaitSettled(4).subList(0, 4))
        .containsExactly(Settled.ACKED, Settled.DROPPED, Settled.RETRIED, Settled.PARKED);
    queue().stopAll();
    assertThat(queue().rows(form, group)).extracting(StoredJob::payload).containsExactly("retry");
    assertThat(queue().rows(form, group + "-parked"))
        .extracting(StoredJob::payload)
        .containsExactly("park");
  }

  private static Outcome outcome(String message) {
    return switch (message) {
      case "ack" -> Outcome.ack();
      case "drop" -> Outcome.drop();
      case "park" -> Outcome.deadLetter("asked for");
      default -> Outcome.retryAfter(Duration.ofHours(1));
    };
  }

  @ParameterizedTest
  @MethodSource("forms")
  @DisplayName(
      "B134, B179: a row that does not decode fails alone, and the readable ones reach the handler together")
  default void an_unreadable_row_is_missing_from_the_list_and_settled_by_policy(JobForm form)
      throws Exception {
    String group = QueueFixture.newGroup();
    queue().insert(form, group, "1", "garbage", "2");
    Queue<List<Integer>> lists = new ConcurrentLinkedQueue<>();
    queue()
        .start(
            Subscription.of(group, form.rowClass())
                .codec(
                    payload ->
                        Integer.valueOf(
                            new String(payload, java.nio.charset.StandardCharsets.UTF_8)))
                .maxAttempts(1, DeadLetter.toGroup(group + "-parked"))
                .handleBatch(
                    3,
                    (messages, deliveries) -> {
                      lists.add(List.copyOf(messages));
                      return BatchOutcome.all(Outcome.ack());
                    }));
    queue().awaitGone(form, group);
    assertThat(lists).containsExactly(List.of(1, 2));
    assertThat(queue().rows(form, group + "-parked"))
        .extracting(StoredJob::payload)
        .containsExactly("garbage");
  }

  @ParameterizedTest
  @MethodSource("forms")
  @DisplayName(
      "SPEC 16 (B130, B131): one row whose settlement the database refuses undoes only itself")
  default void a_refused_settlement_leaves_the_others_of_its_list_settled(JobForm form)
      throws Exception {
    String group = QueueFixture.newGroup();
    queue().insert(form, group, "kept");
    Refusal refusal = Refusal.ofDeletes(queue(), form.table());
    try {
      queue().insert(form, group, "free", "retried");
      Events events = new Events();
      AtomicInteger lists = new AtomicInteger();
      queue()
          .start(
              queue()
                  .rowqueue(
                      form.subscription(group)
                          .backoff(Backoff.fixed(Duration.ofHours(1)))
                          .handleBatch(
                              3,
                              (messages, deliveries) -> {
                                lists.incrementAndGet();
                                return BatchOutcome.each(
                                    List.of(
                                        Outcome.ack(),
                                        Outcome.drop(),
                                        Outcome.retryAfter(Duration.ofHours(1))));
                              }))
                  .listener(events));
      events.awaitSettled(3);
      assertThat(lists).hasValue(1);
      assertThat(queue().rows(form, group))
          .extracting(StoredJob::payload)
          .containsExactlyInAnyOrderElementsOf(
              keeps(form) ? List.of("kept", "retried") : List.of("kept", "free", "retried"));
    } finally {
      queue().stopAll();
      refusal.lift();
    }
  }

  /** The trigger that stands in for foreign keys on SQLite refuses every delete. */
  private boolean keeps(JobForm form) {
    return queue().database().kind() != io.github.rowqueue.servers.DatabaseKind.SQLITE;
  }

  @ParameterizedTest
  @MethodSource("forms")
  @DisplayName("A list of outcomes of the wrong length is a failed attempt of every row")
  default void outcomes_that_do_not_match_the_messages_count_for_none_of_them(JobForm form)
      throws Exception {
    String group = QueueFixture.newGroup();
    queue().insert(form, group, "1", "2");
    queue()
        .start(
            form.subscription(group)
                .maxAttempts(1, DeadLetter.toGroup(group + "-parked"))
                .handleBatch(
                    2, (messages, deliveries) -> BatchOutcome.each(List.of(Outcome.ack()))));
    queue().awaitGone(form, group);
    assertThat(queue().rows(form, group + "-parked"))
        .extracting(StoredJob::lastError)
        .containsOnly(
            "java.lang.IllegalStateException: the batch handler was given 2 messages and returned 1 outcomes; return one"
                + " each, or BatchOutcome.all(…)");
  }

  @ParameterizedTest
  @MethodSource("forms")
  @DisplayName("No answer to a list is a failed attempt of every row")
  default void a_null_for_a_list_is_a_failed_attempt_of_every_row(JobForm form) throws Exception {
    String group = QueueFixture.newGroup();
    queue().insert(form, group, "1", "2");
    queue()
        .start(
            form.subscription(group)
                .maxAttempts(1, DeadLetter.toGroup(group + "-parked"))
                .handleBatch(2, (messages, deliveries) -> null));
    queue().awaitGone(form, group);
    assertThat(queue().rows(form, group + "-parked"))
        .extracting(StoredJob::lastError)
        .containsOnly(
            "java.lang.IllegalStateException: the handler returned null instead of a BatchOutcome");
  }

  @ParameterizedTest
  @MethodSource("forms")
  default void several_workers_share_a_backlog_of_lists_and_none_twice(JobForm form)
      throws Exception {
    String group = QueueFixture.newGroup();
    List<String> all = IntStream.range(0, 300).mapToObj(String::valueOf).toList();
    queue().insert(form.table(), group, all);
    Queue<String> handled = new ConcurrentLinkedQueue<>();
    queue()
        .start(
            form.subscription(group)
                .workers(3)
                .handleBatch(
                    7,
                    (messages, deliveries) -> {
                      handled.addAll(messages);
                      return BatchOutcome.all(Outcome.ack());
                    }));
    queue().awaitGone(form, group);
    assertThat(handled).containsExactlyInAnyOrderElementsOf(all);
  }
}
