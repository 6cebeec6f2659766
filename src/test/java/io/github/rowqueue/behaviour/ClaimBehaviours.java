package io.github.rowqueue.behaviour;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowqueue.Rowqueue;
import io.github.rowqueue.codec.Codecs;
import io.github.rowqueue.publish.PublishOptions;
import io.github.rowqueue.subscribe.Backoff;
import io.github.rowqueue.subscribe.Subscription;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Which rows are claimed, in what order, and when (B43 to B54). */
interface ClaimBehaviours extends Behaviours {

  @Test
  @DisplayName("B43, B139: only free rows of the group that are due and unmarked are claimed")
  default void only_free_due_unmarked_rows_of_the_group_are_claimed() throws Exception {
    queue().emptied(MarkedJob.class);
    queue()
        .insert(
            "marked_jobs", "mine", List.of("ready", "delayed", "marked", "leased", "free again"));
    queue().insert("marked_jobs", "other", List.of("not mine"));
    change("delayed", "retry_after", queue().time(Instant.now().plusSeconds(3600)));
    change("marked", "processed_at", queue().time(Instant.now().minusSeconds(3600)));
    change("leased", "locked_until", queue().time(Instant.now().plusSeconds(3600)));
    change("free again", "locked_until", queue().time(Instant.now().minusSeconds(3600)));
    Events events = new Events();
    Notes<String> handled = Notes.acking();
    queue()
        .start(
            queue()
                .rowqueue(
                    Subscription.of("mine", MarkedJob.class)
                        .codec(Codecs.text())
                        .workers(4)
                        .handle(handled))
                .listener(events));
    events.awaitSettled(2);
    events.awaitEmptyClaims(3);

    assertThat(handled.messages()).containsExactlyInAnyOrder("ready", "free again");
    assertThat(
            queue()
                .count(
                    "marked_jobs",
                    "%s is not null and %s is null"
                        .formatted(queue().q("processed_at"), queue().q("locked_until"))))
        .as("marked by ack or before, and free: none is deleted")
        .isEqualTo(3);
    assertThat(queue().count("marked_jobs", "1 = 1")).isEqualTo(6);
  }

  private void change(String payload, String column, String value) throws Exception {
    queue()
        .update(
            "update %s set %s = %s where %s = '%s'"
                .formatted(
                    queue().q("marked_jobs"),
                    queue().q(column),
                    value,
                    queue().q("payload"),
                    payload));
  }

  @ParameterizedTest
  @MethodSource("forms")
  @DisplayName("B44: rows come by priority, then retry_after, then id")
  default void rows_come_by_priority_then_retry_after_then_id(JobForm form) throws Exception {
    String group = QueueFixture.newGroup();
    queue().insert(form, group, "4", "2", "3", "1", "5");
    Instant past = Instant.now().minusSeconds(3600);
    queue().set(form.table(), group, "retry_after", queue().time(past));
    arrange(form, group, "1", "priority", "-5");
    arrange(form, group, "2", "retry_after", queue().time(past.minusSeconds(20)));
    arrange(form, group, "3", "retry_after", queue().time(past.minusSeconds(10)));
    arrange(form, group, "5", "priority", "7");
    Notes<String> handled = Notes.acking();
    queue().start(form.subscription(group).handle(handled));
    assertThat(handled.await(5).messages()).containsExactly("1", "2", "3", "4", "5");
  }

  private void arrange(JobForm form, String group, String payload, String column, String value)
      throws Exception {
    queue()
        .update(
            "update %s set %s = %s where %s = '%s' and %s = '%s'"
                .formatted(
                    queue().q(form.table()),
                    queue().q(column),
                    value,
                    queue().q("grp"),
                    group,
                    queue().q("payload"),
                    payload));
  }

  @ParameterizedTest
  @MethodSource("forms")
  @DisplayName("B45: a table with nothing but an id gives all rows, by id")
  default void a_table_with_nothing_but_an_id_gives_all_rows_by_id(JobForm form) throws Exception {
    Class<?> rowClass = form == JobForm.LEASE ? BareLease.class : BareLock.class;
    queue().emptied(rowClass);
    String table = queue().q(form == JobForm.LEASE ? "bare_lease" : "bare_lock");
    for (int i = 0; i < 12; i++) {
      queue().update("insert into %s (%s) values ('%d')".formatted(table, queue().q("payload"), i));
    }
    Notes<String> handled = Notes.acking();
    queue().start(Subscription.of("all", rowClass).codec(Codecs.text()).handle(handled));
    assertThat(handled.await(12).messages())
        .containsExactlyElementsOf(IntStream.range(0, 12).mapToObj(String::valueOf).toList());
  }

  @ParameterizedTest
  @MethodSource("forms")
  @DisplayName("B47: after a claim that found as many rows as it asked for comes the next at once")
  default void a_full_claim_is_followed_by_the_next_at_once(JobForm form) throws Exception {
    String group = QueueFixture.newGroup();
    queue()
        .insert(
            form, group, IntStream.range(0, 30).mapToObj(String::valueOf).toArray(String[]::new));
    Notes<String> handled = Notes.acking();
    queue()
        .start(
            queue()
                .rowqueue(form.subscription(group).workers(2).handle(handled))
                .pollInterval(Duration.ofMinutes(10)));
    handled.await(30);
  }

  @ParameterizedTest
  @MethodSource("forms")
  @DisplayName("B48: a subscription's own poll interval wins over that of its Rowqueue")
  default void the_subscriptions_own_poll_interval_wins(JobForm form) throws Exception {
    String group = QueueFixture.newGroup();
    Notes<String> handled = Notes.acking();
    Events events = new Events();
    queue()
        .start(
            queue()
                .rowqueue(form.subscription(group).pollInterval(QueueFixture.POLL).handle(handled))
                .pollInterval(Duration.ofMinutes(10))
                .listener(events));
    events.awaitIdle();
    queue().insert(form, group, "found by a poll");
    handled.await(1);
  }

  @ParameterizedTest
  @MethodSource("forms")
  @DisplayName("B49: after claims that failed, processing resumes by itself")
  default void processing_resumes_by_itself_after_failed_claims(JobForm form) throws Exception {
    Class<?> rowClass = form == JobForm.LEASE ? BareLease.class : BareLock.class;
    String table = form == JobForm.LEASE ? "bare_lease" : "bare_lock";
    queue().emptied(rowClass);
    Notes<String> handled = Notes.acking();
    Events events = new Events();
    queue()
        .start(
            queue()
                .rowqueue(
                    Subscription.of("all", rowClass)
                        .codec(Codecs.text())
                        .errorBackoff(Backoff.fixed(Duration.ofMillis(50)))
                        .handle(handled))
                .listener(events));
    events.awaitIdle();
    queue().execute(rename(table, "away"));
    QueueFixture.await("failed claims", () -> events.failures().size() >= 3);
    assertThat(events.failures().get(0))
        .hasMessageContaining("subscription \"all\"")
        .hasMessageContaining(table)
        .hasMessageContaining("claim");
    queue().execute(rename("away", table));
    queue()
        .update(
            "insert into %s (%s) values ('on')".formatted(queue().q(table), queue().q("payload")));
    assertThat(handled.await(1).messages()).containsExactly("on");
  }

  private String rename(String from, String to) {
    return "alter table %s rename to %s".formatted(queue().q(from), queue().q(to));
  }

  @ParameterizedTest
  @MethodSource("forms")
  @DisplayName("B54: a delayed row is not delivered before its time")
  default void a_delayed_row_is_not_delivered_before_its_time(JobForm form) throws Exception {
    String group = QueueFixture.newGroup();
    Notes<String> handled = Notes.acking();
    Rowqueue rowqueue = queue().start(form.subscription(group).workers(2).handle(handled));
    long before = System.nanoTime();
    form.publisher(rowqueue)
        .publishMessage("later", PublishOptions.to(group).delay(Duration.ofMillis(400)));
    form.publisher(rowqueue).publishMessage("now", PublishOptions.to(group));
    handled.await(2);
    assertThat(handled.messages()).containsExactly("now", "later");
    assertThat(Duration.ofNanos(handled.all().get(1).nanos() - before))
        .isGreaterThanOrEqualTo(Duration.ofMillis(395));
  }

  @ParameterizedTest
  @MethodSource("forms")
  @DisplayName("PAINS 54: a row that always fails does not hold up those behind it")
  default void a_row_that_always_fails_does_not_hold_up_those_behind_it(JobForm form)
      throws Exception {
    String group = QueueFixture.newGroup();
    queue().insert(form, group, "bad");
    queue()
        .insert(form, group, IntStream.range(0, 20).mapToObj(i -> "good").toArray(String[]::new));
    Notes<String> good = Notes.acking();
    queue()
        .start(
            form.subscription(group)
                .workers(2)
                .backoff(Backoff.fixed(Duration.ofMillis(100)))
                .handle(
                    (message, delivery) -> {
                      if (message.equals("bad")) {
                        throw new IllegalStateException("always");
                      }
                      return good.handle(message, delivery);
                    }));
    good.await(20);
    QueueFixture.await(
        "only the bad row is left, and tried again",
        () -> {
          List<StoredJob> left = QueueFixture.unchecked(() -> queue().rows(form, group));
          return left.size() == 1 && left.get(0).attempt() > 2;
        });
  }
}
