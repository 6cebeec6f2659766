package io.github.rowqueue.behaviour;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowqueue.Rowqueue;
import io.github.rowqueue.subscribe.Delivery;
import io.github.rowqueue.subscribe.Handler;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.Settled;
import io.github.rowqueue.subscribe.SubscriptionBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Rows claimed ahead of the workers, and outcomes settled behind them. */
interface PrefetchBehaviours extends Behaviours {

  @Test
  @DisplayName(
      "A worker finds its next row without a claim: few claims and statements, nothing lost")
  default void few_claims_serve_many_rows() throws Exception {
    String group = QueueFixture.newGroup();
    int rows = 300;
    insert(group, rows);
    ConcurrentHashMap<String, Integer> handled = new ConcurrentHashMap<>();
    Events events = new Events();
    queue()
        .start(
            queue()
                .rowqueue(
                    JobForm.LEASE
                        .subscription(group)
                        .handle(
                            (message, delivery) -> {
                              handled.merge(message, 1, Integer::sum);
                              return Outcome.ack();
                            }))
                .listener(events));
    assertThat(events.awaitSettled(rows)).hasSize(rows).containsOnly(Settled.ACKED);
    queue().awaitGone(JobForm.LEASE, group);
    assertThat(handled).hasSize(rows);
    assertThat(handled.values()).containsOnly(1);
    assertThat(claims(events)).as("one each without rows ahead").hasSizeLessThan(rows / 2);
  }

  @Test
  @DisplayName("prefetch(0) claims a row for each free worker and no more")
  default void nothing_is_claimed_ahead_without_prefetch() throws Exception {
    String group = QueueFixture.newGroup();
    insert(group, 40);
    Events events = new Events();
    queue()
        .start(
            queue()
                .rowqueue(
                    subscription(group)
                        .prefetch(0)
                        .workers(2)
                        .handle((message, delivery) -> Outcome.ack()))
                .listener(events));
    events.awaitSettled(40);
    assertThat(claims(events)).allMatch(claim -> (int) claim.what() <= 2);
  }

  @Test
  @DisplayName("Nothing is claimed ahead before a handler has shown how long it takes")
  default void nothing_is_claimed_ahead_of_the_first_handler() throws Exception {
    String group = QueueFixture.newGroup();
    insert(group, 6);
    Gate<String> gate = Gate.then(Outcome.ack());
    queue().start(subscription(group).workers(2).handle(gate));
    gate.awaitEntered(2);
    assertThat(leased(group)).isEqualTo(2);
    gate.open();
    queue().awaitGone(JobForm.LEASE, group);
  }

  @Test
  @DisplayName(
      "SPEC 10: close() gives rows claimed ahead back with their attempt, while a handler still runs")
  default void close_gives_back_what_was_claimed_ahead() throws Exception {
    String group = QueueFixture.newGroup();
    insert(group, 200);
    Ahead ahead = new Ahead();
    Rowqueue rowqueue =
        queue().start(queue().rowqueue(subscription(group).handle(ahead)).listener(ahead));
    ahead.awaitBlocked();
    CompletableFuture<Void> closed = CompletableFuture.runAsync(rowqueue::close);
    awaitOneLeased(group);
    assertAllOthersAsNew(group);
    ahead.gate.open();
    closed.join();
    assertThat(leased(group)).isZero();
    assertAllOthersAsNew(group);
  }

  @Test
  @DisplayName(
      "SPEC 13, 4: rows claimed ahead behind a handler that hangs are given back with their attempt, and none are claimed ahead until it ends")
  default void rows_behind_handlers_that_hang_are_given_back() throws Exception {
    String group = QueueFixture.newGroup();
    insert(group, 200);
    Ahead ahead = new Ahead();
    queue()
        .start(
            queue()
                .rowqueue(subscription(group).lease(Duration.ofSeconds(1)).handle(ahead))
                .listener(ahead));
    ahead.awaitBlocked();
    awaitOneLeased(group);
    assertAllOthersAsNew(group);
    int claims = claims(ahead).size();
    queue().insert(JobForm.LEASE, group, "last");
    ahead.awaitGivenBack();
    assertThat(claims(ahead)).as("none while the handler hangs").hasSize(claims);
    ahead.gate.open();
    queue().awaitGone(JobForm.LEASE, group);
  }

  @Test
  @DisplayName("Rows claimed ahead are extended like those in work")
  default void rows_claimed_ahead_are_extended() throws Exception {
    String group = QueueFixture.newGroup();
    insert(group, 200);
    Ahead ahead = new Ahead();
    Duration lease = Duration.ofSeconds(3);
    queue().start(queue().rowqueue(subscription(group).lease(lease).handle(ahead)).listener(ahead));
    ahead.awaitBlocked();
    String first = queue().time(Instant.now().plus(lease).plusMillis(300));
    QueueFixture.await(
        "more than the row in work are extended",
        () -> QueueFixture.unchecked(() -> queue().count("lease_jobs", later(group, first))) > 1);
    ahead.gate.open();
    queue().awaitGone(JobForm.LEASE, group);
  }

  @Test
  @DisplayName("A suspect is looked for while rows wait, and runs before them")
  default void a_suspect_is_run_although_rows_wait() throws Exception {
    String group = QueueFixture.newGroup();
    insert(group, 400);
    CountDownLatch suspect = new CountDownLatch(1);
    Events events = new Events();
    queue()
        .start(
            queue()
                .rowqueue(
                    subscription(group)
                        .pollInterval(Duration.ofMillis(20))
                        .handle(
                            (message, delivery) -> {
                              if (message.equals("0") && delivery.attempt().orElse(0) == 1) {
                                QueueFixture.unchecked(() -> abandonFirst(group));
                                return Outcome.ack(); // of a lease that was taken from it
                              }
                              if (message.equals("0")) {
                                suspect.countDown();
                              }
                              return Outcome.ack();
                            }))
                .listener(events));
    events.awaitSettled(401);
    assertThat(suspect.getCount()).isZero();
    queue().awaitGone(JobForm.LEASE, group);
  }

  /** As if the process that held the first row had died a while ago. */
  private int abandonFirst(String group) throws Exception {
    return queue()
        .update(
            "update lease_jobs set %s = %s where %s = '%s' and %s = '0'"
                .formatted(
                    queue().q("locked_until"),
                    queue().time(Instant.now().minusSeconds(1)),
                    queue().q("grp"),
                    group,
                    queue().q("payload")));
  }

  private String later(String group, String time) {
    return "%s = '%s' and %s > %s"
        .formatted(queue().q("grp"), group, queue().q("locked_until"), time);
  }

  private static SubscriptionBuilder<String> subscription(String group) {
    return JobForm.LEASE.subscription(group);
  }

  private void insert(String group, int rows) throws Exception {
    queue()
        .insert(
            JobForm.LEASE,
            group,
            IntStream.range(0, rows).mapToObj(String::valueOf).toArray(String[]::new));
  }

  private void awaitOneLeased(String group) throws InterruptedException {
    QueueFixture.await("one row is leased", () -> leased(group) == 1);
  }

  private long leased(String group) {
    return QueueFixture.unchecked(() -> queue().rows(JobForm.LEASE, group)).stream()
        .filter(StoredJob::leased)
        .count();
  }

  private void assertAllOthersAsNew(String group) throws Exception {
    assertThat(queue().rows(JobForm.LEASE, group).stream().filter(row -> !row.leased()))
        .isNotEmpty()
        .allMatch(row -> row.attempt() == 1, "has its attempt back");
  }

  private static List<Events.Event> claims(Events events) {
    return events.all().stream().filter(event -> event.kind().equals("claimed")).toList();
  }

  /** A handler that acks until rows wait behind it, and then hangs at its gate. */
  final class Ahead extends Events implements Handler<String> {

    private static final int ENOUGH = 4;

    private final Gate<String> gate = Gate.then(Outcome.ack());
    private final AtomicInteger waiting = new AtomicInteger();

    @Override
    public void claimed(String subscription, int rows) {
      waiting.addAndGet(rows);
      super.claimed(subscription, rows);
    }

    @Override
    public Outcome handle(String message, Delivery delivery) throws InterruptedException {
      return waiting.decrementAndGet() < ENOUGH ? Outcome.ack() : gate.handle(message, delivery);
    }

    void awaitBlocked() throws InterruptedException {
      gate.awaitEntered(1);
    }

    /** Until no row waits any more. */
    void awaitGivenBack() throws InterruptedException {
      QueueFixture.await(
          "rows are given back",
          () -> settled().stream().filter(how -> how == Settled.RELEASED).count() >= ENOUGH);
    }
  }
}
