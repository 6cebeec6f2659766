package io.github.rowqueue.behaviour;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import io.github.rowqueue.codec.Codecs;
import io.github.rowqueue.error.StartException;
import io.github.rowqueue.subscribe.Backoff;
import io.github.rowqueue.subscribe.DeadLetter;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.Settled;
import io.github.rowqueue.subscribe.Subscription;
import io.github.rowqueue.table.ColumnSpec;
import io.github.rowqueue.table.Table;
import io.github.rowqueue.table.TableSpec;
import io.github.rowqueue.table.TableSpecBuilder;
import io.github.rowqueue.testing.LogLines;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Attempts, the cap, and where rows go that have spent them (B151 to B165). */
interface CapBehaviours extends Behaviours {

  @ParameterizedTest
  @MethodSource("forms")
  @DisplayName("B151, B153, B156, B161, B165: cap 3 is three runs, then the dead-letter group")
  default void a_cap_of_three_is_three_runs_and_then_the_dead_letter_group(JobForm form)
      throws Exception {
    String group = QueueFixture.newGroup();
    queue().insert(form, group, "always");
    queue().set(form.table(), group, "priority", "5");
    long id = queue().rows(form, group).get(0).id();
    Notes<String> handled = Notes.then((message, delivery) -> Outcome.retry());
    Events events = new Events();
    try (LogLines log = LogLines.capture()) {
      queue()
          .start(
              queue()
                  .rowqueue(
                      form.subscription(group)
                          .maxAttempts(3, DeadLetter.toGroup(group + "-dead"))
                          .handle(handled))
                  .listener(events));
      assertThat(events.awaitSettled(3))
          .containsExactly(Settled.RETRIED, Settled.RETRIED, Settled.PARKED);
      events.awaitEmptyClaims(2);
      assertThat(log.at(Level.WARN))
          .anyMatch(
              line ->
                  line.contains("\"" + group + "\"")
                      && line.contains(form.table())
                      && line.contains("row " + id)
                      && line.contains("attempt 3")
                      && line.contains("group " + group + "-dead"));
    }
    assertThat(handled.attempts()).containsExactly(1L, 2L, 3L);
    assertThat(queue().rows(form, group)).isEmpty();
    assertThat(queue().rows(form, group + "-dead"))
        .containsExactly(
            new StoredJob(
                id, group + "-dead", form.attemptAfter(3), false, "attempts are spent", "always"));
    assertThat(
            queue()
                .count(
                    form.table(),
                    "%s = '%s-dead' and %s = 5"
                        .formatted(queue().q("grp"), group, queue().q("priority"))))
        .isOne();
  }

  @ParameterizedTest
  @MethodSource("forms")
  @DisplayName("B152, B154, B155: at a cap of 1 every failure moves the row, ack and drop do not")
  default void at_a_cap_of_one_every_failure_moves_the_row_and_ack_and_drop_do_not(JobForm form)
      throws Exception {
    String group = QueueFixture.newGroup();
    queue().insert(form, group, "ack", "drop", "retry", "retryAfter", "throw");
    Events events = new Events();
    Notes<String> handled = Notes.then((message, delivery) -> outcome(message));
    queue()
        .start(
            queue()
                .rowqueue(
                    form.subscription(group)
                        .workers(2)
                        .maxAttempts(1, DeadLetter.toGroup(group + "-dead"))
                        .handle(handled))
                .listener(events));
    events.awaitSettled(5);
    events.awaitEmptyClaims(2);
    assertThat(handled.count()).isEqualTo(5);
    assertThat(queue().rows(form, group)).isEmpty();
    assertThat(queue().rows(form, group + "-dead"))
        .extracting(StoredJob::payload)
        .containsExactly("retry", "retryAfter", "throw");
    assertThat(queue().rows(form, group + "-dead").get(2).lastError()).contains("thrown");
  }

  private static Outcome outcome(String message) {
    return switch (message) {
      case "ack" -> Outcome.ack();
      case "drop" -> Outcome.drop();
      case "retry" -> Outcome.retry();
      case "retryAfter" -> Outcome.retryAfter(Duration.ofHours(1));
      default -> throw new IllegalStateException("thrown");
    };
  }

  @ParameterizedTest
  @MethodSource("forms")
  @DisplayName("B157, B163: the dead letter may be a table; the row moves whole, its lease cleared")
  default void the_dead_letter_may_be_a_table(JobForm form) throws Exception {
    String group = QueueFixture.newGroup();
    String dead = form.table() + "_dead";
    queue().createTable(renamed(Table.of(form.rowClass()).spec(), dead));
    queue().insert(form, group, "first", "second");
    Events events = new Events();
    queue()
        .start(
            queue()
                .rowqueue(
                    form.subscription(group)
                        .maxAttempts(2, DeadLetter.toTable(dead))
                        .onFailure((failure, delivery) -> Outcome.retry())
                        .handle(
                            (message, delivery) -> {
                              throw new IllegalStateException("no " + message);
                            }))
                .listener(events));
    assertThat(events.awaitSettled(4)).filteredOn(Settled.PARKED::equals).hasSize(2);
    assertThat(queue().rows(form, group)).isEmpty();
    assertThat(queue().rows(dead, form == JobForm.LEASE, group))
        .allMatch(row -> !row.leased() && row.attempt() == form.attemptAfter(2))
        .extracting(StoredJob::payload, row -> String.valueOf(row.lastError()).contains("no "))
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple("first", true),
            org.assertj.core.groups.Tuple.tuple("second", true));
  }

  /** The same columns, of which the table fills none by itself. */
  static TableSpec renamed(TableSpec spec, String name) {
    TableSpecBuilder builder = TableSpec.builder(name);
    for (ColumnSpec column : spec.columns()) {
      builder.add(
          new ColumnSpec(
              column.name(),
              column.roleOrNull(),
              column.type(),
              false,
              column.nullable(),
              column.json()));
    }
    return builder.build();
  }

  @ParameterizedTest
  @MethodSource("forms")
  @DisplayName("B160: a cap on a table without attempts is refused, and the role to add is named")
  default void a_cap_without_an_attempt_column_is_refused(JobForm form) throws Exception {
    Class<?> rowClass = form == JobForm.LEASE ? BareLease.class : BareLock.class;
    queue().emptied(rowClass);
    Subscription capped =
        Subscription.of("all", rowClass)
            .codec(Codecs.text())
            .maxAttempts(3, DeadLetter.toTable("dead"))
            .handle(Notes.acking());
    assertThatThrownBy(() -> queue().start(capped))
        .isInstanceOf(StartException.class)
        .hasMessageContaining("@Attempt");
  }

  @Test
  @DisplayName("B158: a dead-letter table of three parts is refused, and named")
  default void a_dead_letter_table_of_three_parts_is_refused() {
    assertThatThrownBy(() -> DeadLetter.toTable("a.b.c"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("\"a.b.c\"");
  }

  @ParameterizedTest
  @MethodSource("forms")
  @DisplayName("SPEC 1.3: an attempt at its column's maximum stays there, and the row settles")
  default void an_attempt_at_its_columns_maximum_stays_there_and_the_row_settles(JobForm form)
      throws Exception {
    Class<?> rowClass = form == JobForm.LEASE ? SmallLease.class : SmallLock.class;
    String table = form == JobForm.LEASE ? "small_lease" : "small_lock";
    queue().emptied(rowClass);
    queue()
        .update(
            "insert into %s (%s, %s) values (32766, 'x')"
                .formatted(queue().q(table), queue().q("attempt"), queue().q("payload")));
    Notes<String> handled =
        Notes.then(
            (message, delivery) -> {
              throw new IllegalStateException("not yet");
            });
    Events events = new Events();
    queue()
        .start(
            queue()
                .rowqueue(
                    Subscription.of("all", rowClass)
                        .codec(Codecs.text())
                        .onFailure((failure, delivery) -> Outcome.retryAfter(Duration.ofMillis(20)))
                        .backoff(Backoff.fixed(Duration.ofMillis(20)))
                        .handle(handled))
                .listener(events));
    handled.await(4);
    // Read while it runs: a claim under way at the close is given back with its attempt.
    assertThat(queue().count(table, queue().q("attempt") + " = 32767")).isOne();
    assertThat(events.settled()).containsOnly(Settled.RETRIED);
    queue().stopAll();
    assertThat(handled.attempts().get(0)).isEqualTo(32766L);
    // Where a claim returns the row it has written, a full column cannot tell what was before.
    assertThat(handled.attempts()).allMatch(attempt -> attempt == 32766 || attempt == 32767);
    queue().start(Subscription.of("all", rowClass).codec(Codecs.text()).handle(Notes.acking()));
    QueueFixture.await(
        "acked", () -> QueueFixture.unchecked(() -> queue().count(table, "1 = 1")) == 0);
  }
}
