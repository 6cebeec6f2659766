package io.github.rowqueue.behaviour;

import static io.github.rowqueue.behaviour.OwnSettlements.moveTo;
import static io.github.rowqueue.behaviour.OwnSettlements.subscription;
import static io.github.rowqueue.behaviour.OwnSettlements.updating;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import io.github.rowqueue.codec.Codecs;
import io.github.rowqueue.subscribe.DeadLetter;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.OwnCode;
import io.github.rowqueue.subscribe.OwnRow;
import io.github.rowqueue.subscribe.OwnStatements;
import io.github.rowqueue.subscribe.Settled;
import io.github.rowqueue.subscribe.Subscription;
import io.github.rowqueue.testing.LogLines;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Settlements a service writes itself (B71, B299, B303, B304). */
interface OwnSettlementBehaviours extends Behaviours {

  private String sql(String text) {
    return OwnStatementsBehaviours.sql(queue(), text);
  }

  @ParameterizedTest
  @MethodSource("forms")
  @DisplayName("B299: an own ack keeps the row, by SQL of several statements")
  default void an_own_ack_runs_instead_of_the_delete(JobForm form) throws Exception {
    String group = QueueFixture.newGroup();
    String audit = group + "-audit";
    String error = "update [%s] set [last_error] = 'attempt 1' where [id] = :id and :attempt = 1";
    queue().insert(form, group, "a", "b", "c");
    queue()
        .start(
            subscription(
                    form,
                    group,
                    OwnStatements.builder()
                        .ack(sql(error.formatted(form.table())), moveTo(queue(), form, audit)))
                .workers(3)
                .handle(Notes.acking()));
    queue().awaitGone(form, group);
    assertThat(queue().rows(form, audit))
        .extracting(StoredJob::payload)
        .containsExactly("a", "b", "c");
    assertThat(queue().rows(form, audit))
        .allMatch(row -> !row.leased() && "attempt 1".equals(row.lastError()));
  }

  @ParameterizedTest
  @MethodSource("forms")
  @DisplayName("B299: every settlement by code, which is told what it settles")
  default void own_code_settles_every_outcome(JobForm form) throws Exception {
    for (String outcome : List.of("ack", "drop", "retry", "retryAfter", "deadLetter")) {
      String group = QueueFixture.newGroup();
      Queue<OwnRow> seen = new ConcurrentLinkedQueue<>();
      OwnCode code = updating(moveTo(queue(), form, group + "-moved"), seen);
      OwnStatements.Builder own =
          OwnStatements.builder().ack(code).drop(code).retry(code).retryAfter(code);
      queue().insert(form, group, "a");
      queue()
          .start(
              subscription(form, group, own.deadLetter(code))
                  .deadLetter(DeadLetter.toGroup("parked"))
                  .handle((message, delivery) -> outcome(outcome)));
      queue().awaitGone(form, group);
      assertThat(queue().rows(form, group + "-moved")).as(outcome).hasSize(1);
      assertThat(seen).singleElement().matches(row -> row.attempt().orElse(0) == 1);
      OwnRow row = seen.element();
      assertThat(row.subscription()).isEqualTo(group);
      assertThat(row.token() != null).isEqualTo(form == JobForm.LEASE);
      assertThat(row.tokenAttempt()).isEqualTo(form == JobForm.LEASE ? (Long) 2L : null);
      assertThat(row.delay())
          .isEqualTo(outcome.equals("retryAfter") ? Duration.ofMinutes(7) : Duration.ZERO);
      assertThat(row.destination()).isEqualTo(outcome.equals("deadLetter") ? "parked" : null);
      assertThat(row.error()).isEqualTo(outcome.equals("deadLetter") ? "why" : null);
    }
  }

  private static Outcome outcome(String name) {
    return switch (name) {
      case "ack" -> Outcome.ack();
      case "drop" -> Outcome.drop();
      case "retry" -> Outcome.retry();
      case "retryAfter" -> Outcome.retryAfter(Duration.ofMinutes(7));
      default -> Outcome.deadLetter("why");
    };
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  @DisplayName("B71: a late holder's own statements never run, be they SQL or code")
  default void a_late_holder_changes_nothing_by_own_statements(boolean code) throws Exception {
    String group = QueueFixture.newGroup();
    String move = moveTo(queue(), JobForm.LEASE, group + "-audit");
    Queue<OwnRow> ran = new ConcurrentLinkedQueue<>();
    OwnStatements.Builder own = OwnStatements.builder();
    Gate<String> gate = Gate.then(Outcome.ack());
    Events events = new Events();
    queue().insert(JobForm.LEASE, group, "a");
    queue()
        .start(
            queue()
                .rowqueue(
                    subscription(
                            JobForm.LEASE,
                            group,
                            code ? own.ack(updating(move, ran)) : own.ack(move))
                        .handle(gate))
                .listener(events));
    gate.awaitEntered(1);
    queue().takeOver(group);
    gate.open();
    assertThat(events.awaitSettled(1)).containsExactly(Settled.LOST);
    assertThat(ran).isEmpty();
    assertThat(queue().rows(JobForm.LEASE, group + "-audit")).isEmpty();
    assertThat(queue().rows(JobForm.LEASE, group)).singleElement().matches(StoredJob::leased);
  }

  @Test
  @DisplayName("B303: an own extend keeps the lease, and confirms it before an own ack")
  default void an_own_extend_keeps_and_confirms_the_lease() throws Exception {
    String group = QueueFixture.newGroup();
    Queue<OwnRow> acked = new ConcurrentLinkedQueue<>();
    String extend =
        "update [lease_jobs] set [locked_until] = :expiry where [id] = :id and [locked_until] = :token and [attempt] = :tokenAttempt";
    Gate<String> gate = Gate.then(Outcome.ack());
    Events events = new Events();
    queue().insert(JobForm.LEASE, group, "a");
    queue()
        .start(
            queue()
                .rowqueue(
                    subscription(
                            JobForm.LEASE,
                            group,
                            OwnStatements.builder()
                                .extend(sql(extend))
                                .ack(
                                    updating(
                                        moveTo(queue(), JobForm.LEASE, group + "-audit"), acked)))
                        .lease(Duration.ofSeconds(6))
                        .handle(gate))
                .listener(events));
    gate.awaitEntered(1);
    String first = leaseOf(group);
    QueueFixture.await("an extension", () -> !leaseOf(group).equals(first));
    gate.open();
    assertThat(events.awaitSettled(1)).containsExactly(Settled.ACKED);
    assertThat(acked).hasSize(1);
    assertThat(queue().rows(JobForm.LEASE, group + "-audit")).hasSize(1);
  }

  private String leaseOf(String group) {
    return QueueFixture.unchecked(
        () ->
            String.valueOf(
                queue()
                    .value(
                        sql(
                            "select [locked_until] from [lease_jobs] where [grp] = '%s'"
                                .formatted(group)))));
  }

  @Test
  @DisplayName("B304: an own retryAfter needs no retry_after column")
  default void an_own_retry_after_needs_no_column() throws Exception {
    queue().emptied(BareLease.class);
    queue().execute(sql("insert into [bare_lease] ([payload]) values ('a')"));
    String hold = sql("update [bare_lease] set [locked_until] = :retryAt where [id] = :id");
    Events events = new Events();
    try (LogLines log = LogLines.capture()) {
      queue()
          .start(
              queue()
                  .rowqueue(
                      Subscription.of("bare", BareLease.class)
                          .codec(Codecs.text())
                          .statements(OwnStatements.builder().retryAfter(hold).build())
                          .handle((message, delivery) -> Outcome.retryAfter(Duration.ofHours(3))))
                  .listener(events));
      assertThat(events.awaitSettled(1)).containsExactly(Settled.RETRIED);
      assertThat(log.at(Level.WARN)).noneMatch(line -> line.contains("retryAfter(…)"));
    }
    assertThat(queue().count("bare_lease", sql("[locked_until] is not null"))).isEqualTo(1);
  }
}
