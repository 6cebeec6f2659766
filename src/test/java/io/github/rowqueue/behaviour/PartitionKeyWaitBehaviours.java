package io.github.rowqueue.behaviour;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowqueue.Rowqueue;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.Settled;
import io.github.rowqueue.subscribe.SubscriptionBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Rows that wait for the worker of their key: given back, and never passed by a later one. */
interface PartitionKeyWaitBehaviours extends Behaviours {

  @ParameterizedTest
  @MethodSource("forms")
  @DisplayName(
      "SPEC 10: close gives back at once, with their attempts, the rows that wait for a worker")
  default void close_gives_back_rows_that_wait_while_their_key_is_still_in_work(JobForm form)
      throws Exception {
    KeyedJobs jobs = KeyedJobs.create(queue(), form);
    jobs.insert("a:1", "a:2", "a:3", "a:4");
    Gate<String> gate = Gate.then(Outcome.ack());
    Events events = new Events();
    Rowqueue closing =
        queue()
            .start(
                queue()
                    .rowqueue(jobs.subscription().workersByKey(4).handle(gate))
                    .pollInterval(Duration.ofMinutes(1))
                    .listener(events));
    gate.awaitEntered(1);
    KeyedJobs.awaitClaimed(events, 4);
    if (form == JobForm.LEASE) { // the other claims no more than it has workers
      events.awaitIdle(); // a claim under way would take what is given back, and give it back again
    }
    CompletableFuture<Void> closed = CompletableFuture.runAsync(closing::close);
    events.awaitSettled(3);
    assertThat(events.settled())
        .containsExactly(Settled.RELEASED, Settled.RELEASED, Settled.RELEASED);
    Notes<String> other = Notes.acking();
    queue().start(jobs.subscription().workersByKey(2).handle(other));
    other.await(3);
    assertThat(closed).as("a handler is still in work").isNotDone();
    gate.open();
    closed.get(30, TimeUnit.SECONDS);
    assertThat(other.messages()).containsExactly("a:2", "a:3", "a:4");
    assertThat(other.attempts()).containsOnly(1L);
    assertThat(gate.messages()).containsExactly("a:1");
    assertThat(events.settled()).hasSize(4).endsWith(Settled.ACKED);
    jobs.awaitGone();
  }

  @Test
  @DisplayName(
      "SPEC 13, 4: waiting rows are extended, given back within a lease, and starve no other key")
  default void rows_that_wait_for_a_lease_are_given_back_and_other_keys_go_on() throws Exception {
    KeyedJobs jobs = KeyedJobs.create(queue(), JobForm.LEASE);
    jobs.insert("slow:1", "slow:2", "slow:3");
    CountDownLatch end = new CountDownLatch(1);
    Notes<String> handled =
        Notes.then(
            (message, delivery) -> {
              boolean ended =
                  !message.equals("slow:1")
                      || end.await(4 * QueueFixture.LIMIT.toSeconds(), TimeUnit.SECONDS);
              return ended ? Outcome.ack() : Outcome.retry();
            });
    Events events = new Events();
    SubscriptionBuilder<String> subscription =
        jobs.subscription().workersByKey(3).lease(Duration.ofSeconds(6));
    queue().start(queue().rowqueue(subscription.handle(handled)).listener(events));
    KeyedJobs.awaitClaimed(events, 3);
    events.awaitSettled(2); // both waiting rows, given back while the first is in work
    assertThat(events.settled()).containsOnly(Settled.RELEASED);
    assertThat(handled.messages()).containsExactly("slow:1");
    // Without a key no lane is theirs, and of twenty keys some have another lane than the slow one.
    List<String> others = new ArrayList<>(List.of("free 1", "free 2"));
    IntStream.range(0, 20).forEach(i -> others.add("k" + i + ":1"));
    jobs.insert(others);
    QueueFixture.await(
        () -> "other keys go on, now " + handled,
        () -> handled.count() > 3 && handled.messages().containsAll(List.of("free 1", "free 2")));
    Notes<String> other = Notes.acking();
    Rowqueue second = queue().start(jobs.subscription().workersByKey(1).handle(other));
    QueueFixture.await(
        () -> "another Rowqueue has the rows that were given back, now " + other,
        () -> other.messages().containsAll(List.of("slow:2", "slow:3")));
    assertThat(other.attempts()).as("given back with their attempts").containsOnly(1L);
    second.close();
    jobs.insert("slow:4");
    end.countDown();
    jobs.awaitGone();
    assertThat(handled.messages()).contains("slow:4");
    others.addAll(List.of("slow:1", "slow:2", "slow:3", "slow:4"));
    assertThat(Stream.concat(handled.messages().stream(), other.messages().stream()))
        .containsExactlyInAnyOrderElementsOf(others);
  }

  @Test
  @DisplayName(
      "SPEC 3: a suspect is not claimed ahead: it waits until its key's worker is free, then goes before fresh rows")
  default void a_suspect_of_a_key_in_work_goes_before_its_fresh_rows() throws Exception {
    KeyedJobs jobs = KeyedJobs.create(queue(), JobForm.LEASE);
    jobs.insert("a:1");
    Gate<String> gate = Gate.then(Outcome.ack());
    Events events = new Events();
    queue()
        .start(queue().rowqueue(jobs.subscription().workersByKey(2).handle(gate)).listener(events));
    gate.awaitEntered(1);
    queue()
        .update(
            "insert into %s (%s, %s, %s, %s, %s) values ('%s', 'a', 'a:suspect', 2, %s)"
                .formatted(
                    queue().q(jobs.table()),
                    queue().q("grp"),
                    queue().q("account"),
                    queue().q("payload"),
                    queue().q("attempt"),
                    queue().q("locked_until"),
                    jobs.group(),
                    queue().time(Instant.now().minusSeconds(60))));
    assertThat(events.awaitSettled(1)).as("found and given back").containsOnly(Settled.RELEASED);
    jobs.insert("a:2");
    int before = events.settled().size();
    events.awaitSettled(before + 2);
    assertThat(gate.messages()).containsExactly("a:1");
    gate.open();
    jobs.awaitGone();
    assertThat(gate.messages()).containsExactly("a:1", "a:suspect", "a:2");
    assertThat(gate.deliveries().get(1).attempt()).as("spent by the crash alone").hasValue(2);
  }
}
