package io.github.rowqueue.behaviour;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.Settled;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Workers by key (B122 to B124): the order of a key, and what runs side by side. Payloads begin
 * with the key, as {@link KeyedJobs} says.
 */
interface PartitionKeyBehaviours extends Behaviours {

  @ParameterizedTest
  @MethodSource("forms")
  @DisplayName(
      "B123, B124: many keys on several workers: each key in claim order and one at a time, nothing lost")
  default void each_key_is_handled_in_claim_order_and_nothing_is_lost(JobForm form)
      throws Exception {
    KeyedJobs jobs = KeyedJobs.create(queue(), form);
    int half = 300;
    List<String> payloads =
        IntStream.range(0, 2 * half).mapToObj(i -> keyOf(i) + i).collect(Collectors.toList());
    jobs.insert(payloads.subList(0, half));
    Map<String, AtomicInteger> inWork = new ConcurrentHashMap<>();
    Queue<String> overlaps = new ConcurrentLinkedQueue<>();
    Queue<String> handled = new ConcurrentLinkedQueue<>();
    Events events = new Events();
    queue()
        .start(
            queue()
                .rowqueue(
                    jobs.subscription()
                        .workersByKey(5)
                        .handle(
                            (message, delivery) -> {
                              String key = KeyedJobs.key(message);
                              AtomicInteger together =
                                  inWork.computeIfAbsent(
                                      String.valueOf(key), any -> new AtomicInteger());
                              if (together.incrementAndGet() > 1 && key != null) {
                                overlaps.add(message);
                              }
                              handled.add(message);
                              together.decrementAndGet();
                              return Outcome.ack();
                            }))
                .listener(events));
    jobs.insert(payloads.subList(half, 2 * half));
    jobs.awaitGone();
    queue().stopAll();
    assertThat(overlaps).isEmpty();
    assertThat(handled).containsExactlyInAnyOrderElementsOf(payloads);
    assertThat(KeyedJobs.byKey(handled)).isEqualTo(KeyedJobs.byKey(payloads));
    assertThat(events.failures()).isEmpty();
    assertThat(events.settled()).containsOnly(Settled.ACKED);
  }

  /** Every third row is of one hot key, every seventh of none. */
  private static String keyOf(int i) {
    if (i % 7 == 0) {
      return "";
    }
    return i % 3 == 0 ? "hot:" : "k" + i % 20 + ":";
  }

  @ParameterizedTest
  @MethodSource("forms")
  @DisplayName("B123: keys run side by side, and the next row of a key in work waits")
  default void keys_run_side_by_side_and_the_rows_of_one_do_not(JobForm form) throws Exception {
    KeyedJobs jobs = KeyedJobs.create(queue(), form);
    jobs.insert("a:1", "a:2", "b:1", "b:2", "c:1", "c:2", "d:1", "d:2", "e:1", "e:2");
    Gate<String> gate = Gate.then(Outcome.ack());
    Events events = new Events();
    queue()
        .start(
            queue().rowqueue(jobs.subscription().workersByKey(10).handle(gate)).listener(events));
    gate.awaitEntered(2); // whatever the hash of the keys is, five keys share ten lanes
    KeyedJobs.awaitClaimed(events, 10);
    assertThat(gate.messages()).allMatch(message -> message.endsWith(":1")).doesNotHaveDuplicates();
    if (form == JobForm.ROW_LOCK) {
      assertThat(queue().connectionsInUse()).as("one per row in work or waiting").isEqualTo(10);
    }
    gate.open();
    jobs.awaitGone();
    assertThat(KeyedJobs.byKey(gate.messages()).values())
        .allMatch(rows -> rows.get(0).endsWith(":1"));
  }

  @ParameterizedTest
  @MethodSource("forms")
  @DisplayName("SPEC 1, 3: rows without a key are unordered: they run side by side")
  default void rows_without_a_key_run_side_by_side(JobForm form) throws Exception {
    KeyedJobs jobs = KeyedJobs.create(queue(), form);
    jobs.insert("1", "2", "3", "4", "5");
    Gate<String> gate = Gate.then(Outcome.ack());
    queue().start(jobs.subscription().workersByKey(3).handle(gate));
    gate.awaitEntered(3);
    assertThat(gate.deliveries()).allMatch(delivery -> delivery.partitionKey().isEmpty());
    gate.open();
    jobs.awaitGone();
    assertThat(gate.messages()).containsExactlyInAnyOrder("1", "2", "3", "4", "5");
  }

  @ParameterizedTest
  @MethodSource("forms")
  @DisplayName("A row that is retried later comes back in claim order: others of its key pass it")
  default void a_row_that_is_retried_later_is_passed_by_others_of_its_key(JobForm form)
      throws Exception {
    KeyedJobs jobs = KeyedJobs.create(queue(), form);
    jobs.insert("a:1", "a:2", "a:3");
    Notes<String> handled =
        Notes.then(
            (message, delivery) ->
                message.equals("a:1") && delivery.attempt().orElseThrow() == 1
                    ? Outcome.retryAfter(Duration.ofHours(1))
                    : Outcome.ack());
    queue().start(jobs.subscription().workersByKey(4).handle(handled));
    handled.await(3);
    QueueFixture.await(
        "only the retried row", () -> QueueFixture.unchecked(() -> jobs.rows()).size() == 1);
    queue()
        .set(
            jobs.table(),
            jobs.group(),
            "retry_after",
            queue().time(Instant.now().minusSeconds(60)));
    jobs.awaitGone();
    assertThat(handled.messages()).containsExactly("a:1", "a:2", "a:3", "a:1");
  }
}
