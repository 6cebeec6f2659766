package io.github.rowqueue.behaviour;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import io.github.rowqueue.Rowqueue;
import io.github.rowqueue.subscribe.Backoff;
import io.github.rowqueue.subscribe.DeadLetter;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.Settled;
import io.github.rowqueue.subscribe.Subscription;
import io.github.rowqueue.table.Table;
import io.github.rowqueue.testing.LogLines;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of a delivery whose row another one holds (B70, B76, B145, B146). */
interface LostLeaseBehaviours extends Behaviours {

  @ParameterizedTest
  @ValueSource(strings = {"attempt", "locked_until", "both"})
  @DisplayName(
      "B70, B145, B146, B163, PAINS 3 to 5: a late holder changes nothing, whatever it settles")
  default void a_late_holder_changes_nothing(String changed) throws Exception {
    String dead = "late_dead_" + changed;
    queue().createTable(CapBehaviours.renamed(Table.of(LeaseJob.class).spec(), dead));
    Map<String, Outcome> outcomes =
        Map.of(
            "ack", Outcome.ack(),
            "drop", Outcome.drop(),
            "retry", Outcome.retry(),
            "retryAfter", Outcome.retryAfter(Duration.ofHours(1)),
            "toGroup", Outcome.deadLetter("late"),
            "toTable", Outcome.deadLetter("late"));
    String prefix = QueueFixture.newGroup() + "-";
    List<Subscription> subscriptions = new ArrayList<>();
    List<Gate<String>> gates = new ArrayList<>();
    for (Map.Entry<String, Outcome> entry : outcomes.entrySet()) {
      String group = prefix + entry.getKey();
      queue().insert(JobForm.LEASE, group, entry.getKey());
      Gate<String> gate = Gate.then(entry.getValue());
      gates.add(gate);
      subscriptions.add(
          JobForm.LEASE
              .subscription(group)
              .deadLetter(
                  entry.getKey().equals("toTable")
                      ? DeadLetter.toTable(dead)
                      : DeadLetter.toGroup(group + "-dead"))
              .handle(gate));
    }
    Events events = new Events();
    queue().start(queue().rowqueue(subscriptions.toArray(Subscription[]::new)).listener(events));
    for (Gate<String> gate : gates) {
      gate.awaitEntered(1);
    }
    for (String kind : outcomes.keySet()) {
      change(prefix + kind, changed);
    }
    gates.forEach(Gate::open);

    assertThat(events.awaitSettled(6)).hasSize(6).containsOnly(Settled.LOST);
    for (String kind : outcomes.keySet()) {
      assertThat(queue().rows(JobForm.LEASE, prefix + kind))
          .as(kind)
          .singleElement()
          .matches(row -> row.leased() && row.lastError() == null)
          .matches(row -> row.attempt() == (changed.equals("locked_until") ? 2 : 7));
      assertThat(queue().rows(JobForm.LEASE, prefix + kind + "-dead")).as(kind).isEmpty();
    }
    assertThat(queue().count(dead, "1 = 1")).isZero();
  }

  private void change(String group, String what) throws Exception {
    if (!what.equals("locked_until")) {
      queue().set("lease_jobs", group, "attempt", "7");
    }
    if (!what.equals("attempt")) {
      queue()
          .set("lease_jobs", group, "locked_until", queue().time(Instant.now().plusSeconds(3600)));
    }
  }

  @Test
  @DisplayName(
      "B76 (departed from), B148: a handler is told that its row is lost, and interrupted on request")
  default void a_handler_is_told_that_its_row_is_lost_and_interrupted_on_request()
      throws Exception {
    String told = QueueFixture.newGroup();
    String interrupted = QueueFixture.newGroup();
    queue().insert(JobForm.LEASE, told, "told");
    queue().insert(JobForm.LEASE, interrupted, "interrupted");
    Gate<String> gate = Gate.then(Outcome.ack());
    Gate<String> cutOff = Gate.then(Outcome.ack());
    Events events = new Events();
    Duration lease = Duration.ofSeconds(4);
    try (LogLines log = LogLines.capture()) {
      queue()
          .start(
              queue()
                  .rowqueue(
                      JobForm.LEASE.subscription(told).lease(lease).handle(gate),
                      JobForm.LEASE
                          .subscription(interrupted)
                          .lease(lease)
                          .interruptOnLoss()
                          .handle(cutOff))
                  .listener(events));
      gate.awaitEntered(1);
      cutOff.awaitEntered(1);
      CountDownLatch onLost = new CountDownLatch(1);
      gate.deliveries().get(0).onLost(onLost::countDown);
      assertThat(gate.deliveries().get(0).isLost()).isFalse();
      queue().takeOver(told);
      queue().takeOver(interrupted);

      assertThat(onLost.await(30, TimeUnit.SECONDS)).isTrue();
      assertThat(gate.deliveries().get(0).isLost()).isTrue();
      QueueFixture.await("the interrupt", cutOff::wasInterrupted);
      assertThat(gate.wasInterrupted()).as("did not ask for it").isFalse();
      CountDownLatch late = new CountDownLatch(1);
      gate.deliveries().get(0).onLost(late::countDown);
      assertThat(late.getCount()).as("told at once when already lost").isZero();
      gate.open();
      assertThat(events.awaitSettled(2)).containsOnly(Settled.LOST);
      assertThat(events.kinds()).filteredOn("lost"::equals).hasSize(2);
      assertThat(log.at(Level.WARN))
          .anyMatch(
              line ->
                  line.contains("subscription \"" + told + "\"")
                      && line.contains("lease_jobs")
                      && line.contains("row "));
    }
    assertThat(queue().rows(JobForm.LEASE, told)).singleElement().matches(StoredJob::leased);
  }

  @Test
  @DisplayName(
      "handlerTimeout interrupts and stops extending; what the handler throws is a failed attempt")
  default void a_handler_beyond_its_timeout_is_interrupted() throws Exception {
    String group = QueueFixture.newGroup();
    queue().insert(JobForm.LEASE, group, "slow");
    Gate<String> gate = Gate.then(Outcome.ack());
    Events events = new Events();
    queue()
        .start(
            queue()
                .rowqueue(
                    JobForm.LEASE
                        .subscription(group)
                        .handlerTimeout(Duration.ofMillis(200))
                        .backoff(Backoff.fixed(Duration.ofHours(1)))
                        .handle(gate))
                .listener(events));
    assertThat(events.awaitSettled(1)).containsExactly(Settled.RETRIED);
    assertThat(gate.wasInterrupted()).isTrue();
    assertThat(queue().rows(JobForm.LEASE, group))
        .singleElement()
        .matches(row -> !row.leased() && row.attempt() == 2)
        .matches(row -> String.valueOf(row.lastError()).contains("InterruptedException"));
  }

  @Test
  @DisplayName(
      "PAINS 2: the lease of a handler that ignores its timeout runs out, and another process has the row")
  default void the_lease_of_a_handler_that_ignores_its_timeout_runs_out() throws Exception {
    String group = QueueFixture.newGroup();
    queue().insert(JobForm.LEASE, group, "stuck");
    Gate<String> stuck = Gate.stubborn();
    Events events = new Events();
    queue()
        .start(
            queue()
                .rowqueue(
                    JobForm.LEASE
                        .subscription(group)
                        .lease(Duration.ofSeconds(1))
                        .handlerTimeout(Duration.ofMillis(100))
                        .handle(stuck))
                .listener(events));
    stuck.awaitEntered(1);
    Notes<String> rescued = Notes.acking();
    Rowqueue other = queue().start(JobForm.LEASE.subscription(group).handle(rescued));
    assertThat(rescued.await(1).attempts()).containsExactly(2L);
    queue().awaitGone(JobForm.LEASE, group);
    other.close();
    stuck.open();
    assertThat(events.awaitSettled(1)).containsExactly(Settled.LOST);
  }

  @Test
  @DisplayName(
      "SPEC 13.6: a row is not started again here while the handler that lost it still runs")
  default void a_row_is_not_started_again_while_the_handler_that_lost_it_still_runs()
      throws Exception {
    String group = QueueFixture.newGroup();
    queue().insert(JobForm.LEASE, group, "twice");
    LinkedBlockingQueue<CountDownLatch> runs = new LinkedBlockingQueue<>();
    Events events = new Events();
    queue()
        .start(
            queue()
                .rowqueue(
                    JobForm.LEASE
                        .subscription(group)
                        .workers(2)
                        .lease(Duration.ofSeconds(1))
                        .handle(
                            (message, delivery) -> {
                              CountDownLatch end = new CountDownLatch(1);
                              runs.add(end);
                              end.await();
                              return Outcome.ack();
                            }))
                .listener(events));
    CountDownLatch first = runs.take();
    queue().abandon(group, 2);
    QueueFixture.await("the loss", () -> events.kinds().contains("lost"));
    events.awaitEmptyClaims(10);
    assertThat(runs).as("no second run beside the first").isEmpty();
    first.countDown();
    CountDownLatch second = runs.poll(30, TimeUnit.SECONDS);
    assertThat(second).isNotNull();
    second.countDown();
    QueueFixture.await(
        () -> "the first lost, the second acked, now " + events.settled(),
        () -> events.settled().containsAll(List.of(Settled.LOST, Settled.ACKED)));
  }
}
