package io.github.rowqueue.behaviour;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowqueue.Rowqueue;
import io.github.rowqueue.faults.Fault;
import io.github.rowqueue.faults.FaultyDataSource;
import io.github.rowqueue.subscribe.BatchOutcome;
import io.github.rowqueue.subscribe.DeadLetter;
import io.github.rowqueue.subscribe.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** How the claims of keys find them: in turn, cheaply, and together with rows that have none. */
interface KeyLaneBehaviours extends Behaviours {

  @ParameterizedTest
  @MethodSource("forms")
  @DisplayName("SPEC 4: rows without a key are in no order, and take turns with the keys")
  default void rows_without_a_key_are_in_no_order(JobForm form) throws Exception {
    Class<?> table = form == JobForm.LEASE ? KeyNullableLease.class : KeyNullableLock.class;
    OrderedJobs jobs = OrderedJobs.create(queue(), table, "a:1", "a:2", "x", "y");
    Gate<String> gate = Gate.then(Outcome.ack());
    queue().start(jobs.subscription().workers(4).handle(gate));
    gate.awaitEntered(3);
    assertThat(gate.messages()).containsExactlyInAnyOrder("a:1", "x", "y");
    gate.open();
    jobs.awaitGone();
    assertThat(gate.messages()).hasSize(4).endsWith("a:2");
  }

  @ParameterizedTest
  @MethodSource("forms")
  @DisplayName("SPEC 4: a full key never keeps others waiting")
  default void a_full_key_keeps_no_other_waiting(JobForm form) throws Exception {
    List<String> full = IntStream.range(0, 1000).mapToObj(i -> "b:" + i).toList();
    OrderedJobs jobs =
        OrderedJobs.create(queue(), KeyOrderBehaviours.table(form), full.toArray(String[]::new));
    jobs.insert(9, List.of("a:last", "c:last", "d:last"));
    Notes<String> handled = Notes.acking();
    Rowqueue rowqueue = queue().start(jobs.subscription().handle(handled));
    handled.await(9);
    rowqueue.close();
    assertThat(handled.messages().subList(0, 9))
        .contains("a:last", "b:0", "b:1", "c:last", "d:last")
        .doesNotContain("b:6");
    jobs.insert("e:1");
    queue().emptied(jobs.rowClass());
  }

  @ParameterizedTest
  @MethodSource("forms")
  @DisplayName("Issue 4: an idle poll of keys is one statement")
  default void an_idle_poll_is_one_statement(JobForm form) throws Exception {
    OrderedJobs jobs = OrderedJobs.create(queue(), KeyOrderBehaviours.table(form), "a:1", "b:1");
    FaultyDataSource watched =
        new FaultyDataSource(queue().pool(), queue().dialect(), List.of(jobs.spec()), List.of());
    Events events = new Events();
    Rowqueue rowqueue =
        queue()
            .start(
                Rowqueue.on(watched)
                    .connections(16)
                    .pollInterval(QueueFixture.POLL)
                    .listener(events)
                    .subscribe(jobs.subscription().workers(3).handle(Notes.acking())));
    jobs.awaitGone();
    events.awaitEmptyClaims(2); // the first may still close the circle
    int before = watched.executed().size();
    events.awaitEmptyClaims(3);
    rowqueue.close();
    List<String> idle = watched.executed().subList(before, watched.executed().size());
    String path = form == JobForm.LEASE ? "lease/" : "row-lock/";
    assertThat(idle)
        .filteredOn(name -> name.contains("/") && !name.contains("claim-suspect"))
        .isNotEmpty()
        .containsOnly(path + "keys-scan");
  }

  @ParameterizedTest
  @MethodSource("leaseWithDuplicates")
  @DisplayName("Issue 4: rows a claim has leased run also if the rest of the claim fails")
  default void rows_leased_before_a_failure_run(JobForm form) throws Exception {
    OrderedJobs jobs = OrderedJobs.create(queue(), KeyNullableLease.class, "x");
    FaultyDataSource faults =
        new FaultyDataSource(queue().pool(), queue().dialect(), List.of(jobs.spec()), List.of());
    Fault failing = faults.on("lease/keys-scan").times(4).fails("40001", 5);
    Notes<String> handled = Notes.acking();
    queue()
        .start(
            Rowqueue.on(faults)
                .connections(16)
                .pollInterval(QueueFixture.POLL)
                .subscribe(
                    jobs.subscription()
                        .workers(2)
                        .maxAttempts(1, DeadLetter.toGroup("parked"))
                        .handle(handled)));
    jobs.awaitGone();
    assertThat(failing.hits()).isPositive();
    assertThat(handled.messages()).containsExactly("x");
  }

  @ParameterizedTest
  @MethodSource("leaseWithDuplicates")
  @DisplayName("Issue 4: a claim takes the heads of more keys than a statement can name")
  default void a_claim_of_very_many_keys(JobForm form) throws Exception {
    String[] rows = IntStream.range(0, 1600).mapToObj(i -> "k" + i + ":1").toArray(String[]::new);
    OrderedJobs jobs = OrderedJobs.create(queue(), KeyOrderBehaviours.table(form), rows);
    Queue<Integer> sizes = new ConcurrentLinkedQueue<>();
    queue()
        .start(
            jobs.subscription()
                .handleBatch(
                    rows.length,
                    (messages, deliveries) -> {
                      sizes.add(messages.size());
                      return BatchOutcome.all(Outcome.ack());
                    }));
    jobs.awaitGone();
    assertThat(sizes).containsExactly(rows.length);
  }

  /** Where more than ten thousand rows are written in no time; elsewhere they take seconds. */
  default Stream<JobForm> formsOfVeryManyKeys() {
    boolean server = queue().database().kind().isServer();
    return server && !Boolean.getBoolean("rowqueue.thorough") ? Stream.of() : forms();
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("formsOfVeryManyKeys")
  @DisplayName("SPEC 4: a key behind more than a search passes is found without another poll")
  default void a_key_behind_very_many_that_wait_is_found_at_once(JobForm form) throws Exception {
    OrderedJobs jobs = OrderedJobs.create(queue(), KeyOrderBehaviours.table(form));
    jobs.insert(0, IntStream.range(0, 10_500).mapToObj(i -> "k%05d:waits".formatted(i)).toList());
    queue()
        .update(
            "update %s set %s = %s"
                .formatted(
                    queue().q(jobs.table()),
                    queue().q("retry_after"),
                    queue().time(Instant.now().plusSeconds(3600))));
    jobs.insert("z:due");
    Notes<String> handled = Notes.acking();
    queue()
        .start(
            queue()
                .rowqueue(jobs.subscription().handle(handled))
                .pollInterval(Duration.ofMinutes(10)));
    assertThat(handled.await(1).messages()).containsExactly("z:due");
    queue().stopAll();
    queue().emptied(jobs.rowClass());
  }

  default Stream<JobForm> leaseWithDuplicates() {
    return Stream.of(JobForm.LEASE);
  }

  @ParameterizedTest
  @MethodSource("leaseWithDuplicates")
  @DisplayName("Issue 4: a claim refused by the unique index on the rows in work is a lost race")
  default void a_duplicate_in_work_is_a_lost_race(JobForm form) throws Exception {
    OrderedJobs jobs = OrderedJobs.create(queue(), KeyOrderBehaviours.table(form), "a:1", "b:1");
    FaultyDataSource faults =
        new FaultyDataSource(queue().pool(), queue().dialect(), List.of(jobs.spec()), List.of());
    boolean stamps = queue().dialect().laneClaim(jobs.spec()).claim().stamps();
    Fault duplicate =
        faults.on(stamps ? "lease/claim-stamp" : "lease/keys-claim").times(1).fails("23505", 1062);
    Events events = new Events();
    queue()
        .start(
            Rowqueue.on(faults)
                .connections(16)
                .pollInterval(QueueFixture.POLL)
                .listener(events)
                .subscribe(jobs.subscription().workers(2).handle(Notes.acking())));
    jobs.awaitGone();
    assertThat(duplicate.hits()).isEqualTo(1);
    assertThat(events.failures()).isEmpty();
  }
}
