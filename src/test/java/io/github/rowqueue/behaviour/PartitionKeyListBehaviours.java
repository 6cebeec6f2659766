package io.github.rowqueue.behaviour;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.rowqueue.Rowqueue;
import io.github.rowqueue.error.StartException;
import io.github.rowqueue.faults.Fault;
import io.github.rowqueue.faults.FaultyDataSource;
import io.github.rowqueue.subscribe.BatchOutcome;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.Settled;
import io.github.rowqueue.table.Table;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Lists of workers by key (B294). */
interface PartitionKeyListBehaviours extends Behaviours {

  @Test
  @DisplayName("Lists hold the rows of one worker's keys, in claim order")
  default void a_list_holds_the_rows_of_one_worker() throws Exception {
    KeyedJobs jobs = KeyedJobs.create(queue(), JobForm.LEASE);
    List<String> payloads = IntStream.range(0, 120).mapToObj(i -> "k" + i % 6 + ":" + i).toList();
    jobs.insert(payloads);
    Queue<List<String>> lists = new ConcurrentLinkedQueue<>();
    Queue<String> handled = new ConcurrentLinkedQueue<>();
    queue()
        .start(
            jobs.subscription()
                .workersByKey(3)
                .handleBatch(
                    7,
                    (messages, deliveries) -> {
                      lists.add(List.copyOf(messages));
                      handled.addAll(messages);
                      return BatchOutcome.all(Outcome.ack());
                    }));
    jobs.awaitGone();
    assertThat(lists).allMatch(list -> list.size() <= 7).anyMatch(list -> list.size() > 1);
    assertThat(handled).containsExactlyInAnyOrderElementsOf(payloads);
    assertThat(KeyedJobs.byKey(handled)).isEqualTo(KeyedJobs.byKey(payloads));
  }

  @Test
  @DisplayName(
      "A row of a list that is given up before the handler starts is not passed by its key")
  default void a_row_given_up_is_not_passed_within_its_list() throws Exception {
    KeyedJobs jobs = KeyedJobs.create(queue(), JobForm.LEASE);
    jobs.insert("a:1", "a:2");
    FaultyDataSource faulty =
        new FaultyDataSource(
            queue().pool(),
            queue().dialect(),
            List.of(Table.of(jobs.rowClass()).spec()),
            List.of());
    AtomicReference<Duration> offset = new AtomicReference<>(Duration.ZERO);
    faulty.on("lease/claim").runsAfter(any -> offset.set(Duration.ofSeconds(16)));
    Fault unextended = faulty.on("lease/extend").times(2).cutsBefore();
    Queue<List<String>> lists = new ConcurrentLinkedQueue<>();
    Events events = new Events();
    queue()
        .start(
            Rowqueue.on(faulty)
                .pollInterval(QueueFixture.POLL)
                .connections(8)
                .clock(() -> Instant.now().plus(offset.get()))
                .listener(events)
                .subscribe(
                    jobs.subscription()
                        .workersByKey(1)
                        .lease(Duration.ofSeconds(30))
                        .handleBatch(
                            2,
                            (messages, deliveries) -> {
                              lists.add(List.copyOf(messages));
                              return BatchOutcome.all(Outcome.ack());
                            })));
    jobs.awaitGone();
    assertThat(unextended.hits()).isEqualTo(2);
    assertThat(lists).containsExactly(List.of("a:1", "a:2"));
    assertThat(events.awaitSettled(4))
        .containsExactly(Settled.RELEASED, Settled.RELEASED, Settled.ACKED, Settled.ACKED);
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("rowLocks")
  @DisplayName("A list of the row lock form is one transaction, and refused with workers by key")
  default void a_list_in_one_transaction_is_refused(JobForm form) throws Exception {
    KeyedJobs jobs = KeyedJobs.create(queue(), form);
    assertThatThrownBy(
            () ->
                queue()
                    .start(
                        jobs.subscription()
                            .workersByKey(3)
                            .handleBatch(
                                7, (messages, deliveries) -> BatchOutcome.all(Outcome.ack()))))
        .isInstanceOf(StartException.class)
        .hasMessageContaining(
            "a batch of the row lock form is one transaction on one worker, but its rows would belong to the workers of"
                + " their keys");
  }

  default Stream<JobForm> rowLocks() {
    return forms().filter(JobForm.ROW_LOCK::equals);
  }
}
