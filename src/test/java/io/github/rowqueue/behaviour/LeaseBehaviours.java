package io.github.rowqueue.behaviour;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.rowqueue.Rowqueue;
import io.github.rowqueue.RowqueueBuilder;
import io.github.rowqueue.codec.Codecs;
import io.github.rowqueue.faults.FaultyDataSource;
import io.github.rowqueue.subscribe.DeadLetter;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.Settled;
import io.github.rowqueue.subscribe.Subscription;
import io.github.rowqueue.subscribe.SubscriptionBuilder;
import io.github.rowqueue.table.Table;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What holds a leased row, and for how long (B64 to B84). */
interface LeaseBehaviours extends Behaviours {

  @Test
  @DisplayName("B64, B65, B296: expiry and attempt are committed, and nothing is held meanwhile")
  default void while_a_handler_runs_expiry_and_attempt_are_committed_and_nothing_is_held()
      throws Exception {
    String group = QueueFixture.newGroup();
    queue().insert(JobForm.LEASE, group, "x");
    Gate<String> gate = Gate.then(Outcome.ack());
    queue().start(JobForm.LEASE.subscription(group).handle(gate));
    gate.awaitEntered(1);
    assertThat(gate.deliveries().get(0).attempt()).hasValue(1);
    assertThat(queue().rows(JobForm.LEASE, group))
        .singleElement()
        .matches(row -> row.leased() && row.attempt() == 2);
    assertThat(queue().set("lease_jobs", group, "priority", "9")).as("row not locked").isOne();
    assertThat(queue().connectionsInUse()).as("none but the reserved one").isLessThanOrEqualTo(1);
    gate.open();
    queue().awaitGone(JobForm.LEASE, group);
  }

  @Test
  @DisplayName("B68 (departed from): the lease is 30 s, the Rowqueue's or the subscription's own")
  default void the_lease_is_30_s_unless_set_otherwise() throws Exception {
    Instant now = Instant.now().plusSeconds(3600).truncatedTo(ChronoUnit.SECONDS);
    SubscriptionBuilder<String> plain = JobForm.LEASE.subscription(QueueFixture.newGroup());
    expiryOf(plain, now, builder -> {}, now.plusSeconds(30));
    plain = JobForm.LEASE.subscription(QueueFixture.newGroup());
    expiryOf(plain, now, builder -> builder.lease(Duration.ofSeconds(90)), now.plusSeconds(90));
    // Kept as given, and not rounded to whole seconds.
    plain = JobForm.LEASE.subscription(QueueFixture.newGroup()).lease(Duration.ofMillis(1500));
    expiryOf(
        plain,
        now.plusMillis(500),
        builder -> builder.lease(Duration.ofSeconds(90)),
        now.plusSeconds(2));
  }

  /** On a clock that stands still, and without extensions, so that what a claim wrote stays. */
  private void expiryOf(
      SubscriptionBuilder<String> subscription,
      Instant now,
      Consumer<RowqueueBuilder> settings,
      Instant expiry)
      throws Exception {
    FaultyDataSource pool =
        new FaultyDataSource(
            queue().pool(), queue().dialect(), List.of(Table.of(LeaseJob.class).spec()), List.of());
    pool.on("lease/extend").always().fails("40001", 0);
    Gate<String> gate = Gate.then(Outcome.ack());
    Subscription subscribed = subscription.handle(gate);
    queue().insert(JobForm.LEASE, subscribed.name(), "x");
    RowqueueBuilder builder = Rowqueue.on(pool).connections(16).clock(() -> now);
    settings.accept(builder);
    queue().start(builder.subscribe(subscribed));
    gate.awaitEntered(1);
    assertThat(
            queue()
                .count(
                    "lease_jobs",
                    "%s = '%s' and %s = %s"
                        .formatted(
                            queue().q("grp"),
                            subscribed.name(),
                            queue().q("locked_until"),
                            queue().time(expiry))))
        .isOne();
    gate.open();
    queue().stopAll();
  }

  @Test
  @DisplayName("B68 (departed from): a lease below one second is refused")
  default void a_lease_below_a_second_is_refused() {
    assertThatThrownBy(() -> queue().rowqueue().lease(Duration.ofMillis(999)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("at least 1 s");
    assertThatThrownBy(() -> JobForm.LEASE.subscription("x").lease(Duration.ZERO))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("at least 1 s");
  }

  @Test
  @DisplayName("B69: a column of whole seconds keeps the token")
  default void a_lease_column_of_whole_seconds_keeps_the_token() throws Exception {
    List<String> ddl = queue().dialect().ddl(Table.of(CoarseLease.class).spec());
    queue()
        .execute(
            ddl.stream()
                .map(
                    sql ->
                        sql.replace("timestamptz", "timestamptz(0)")
                            .replace("datetime(6)", "datetime")
                            .replace("timestamp(6)", "timestamp(0)"))
                .toArray(String[]::new));
    String table = queue().q("coarse_lease");
    for (String payload : List.of("short", "short", "long", "long")) {
      queue()
          .update(
              "insert into %s (%s) values ('%s')".formatted(table, queue().q("payload"), payload));
    }
    Events events = new Events();
    CountDownLatch never = new CountDownLatch(1);
    queue()
        .start(
            queue()
                .rowqueue(
                    Subscription.of("all", CoarseLease.class)
                        .codec(Codecs.text())
                        .lease(Duration.ofSeconds(6))
                        .workers(4)
                        .handle(
                            (message, delivery) -> {
                              boolean over =
                                  message.equals("short") || never.await(3, TimeUnit.SECONDS);
                              return over || !delivery.isLost() ? Outcome.ack() : Outcome.retry();
                            }))
                .listener(events));
    assertThat(events.awaitSettled(4)).containsOnly(Settled.ACKED);
    assertThat(queue().count("coarse_lease", "1 = 1")).isZero();
  }

  @Test
  @DisplayName("B73: with nothing in work the keeper takes no connection")
  default void with_nothing_in_work_the_keeper_takes_no_connection() throws Exception {
    Events events = new Events();
    FaultyDataSource watched =
        new FaultyDataSource(
            queue().pool(), queue().dialect(), List.of(Table.of(LeaseJob.class).spec()), List.of());
    queue()
        .start(
            Rowqueue.on(watched)
                .connections(16)
                .subscribe(
                    JobForm.LEASE
                        .subscription(QueueFixture.newGroup())
                        .lease(Duration.ofSeconds(1))
                        .handle(Notes.acking()))
                .pollInterval(Duration.ofMinutes(10))
                .clock(InstantSource.system()) // never measured, whatever stands still meanwhile
                .listener(events));
    events.awaitIdle();
    QueueFixture.await("none in use but the kept one", () -> queue().connectionsInUse() <= 1);
    long taken = watched.count("connection");
    boolean unused = new CountDownLatch(1).await(800, TimeUnit.MILLISECONDS);
    // Two rounds have passed.
    assertThat(watched.count("connection")).isEqualTo(taken);
    assertThat(watched.executed()).noneMatch(statement -> statement.contains("extend"));
  }

  @Test
  @DisplayName("B80: a row whose lease ran out comes back, and the crash has spent an attempt")
  default void a_row_whose_lease_ran_out_comes_back_with_an_attempt_spent() throws Exception {
    String group = QueueFixture.newGroup();
    queue().insert(JobForm.LEASE, group, "crashed", "crashed too");
    queue().abandon(group, 1);
    queue().insert(JobForm.LEASE, group, "fresh");
    Notes<String> handled = Notes.acking();
    queue().start(JobForm.LEASE.subscription(group).workers(3).handle(handled));
    handled.await(3);
    assertThat(handled.all())
        .extracting(Notes.Note::message, Notes.Note::attempt)
        .contains(
            org.assertj.core.groups.Tuple.tuple("crashed", 2L),
            org.assertj.core.groups.Tuple.tuple("crashed too", 2L),
            org.assertj.core.groups.Tuple.tuple("fresh", 1L));
    queue().awaitGone(JobForm.LEASE, group);
  }

  @Test
  @DisplayName(
      "SPEC 3: suspects run one at a time, the last attempt alone, beyond the cap not at all")
  default void suspects_run_one_at_a_time_and_beyond_their_cap_not_at_all() throws Exception {
    String group = QueueFixture.newGroup();
    queue().insert(JobForm.LEASE, group, "a", "b", "c");
    queue().abandon(group, 1);
    queue().insert(JobForm.LEASE, group, "beyond");
    queue()
        .update(
            "update %s set %s = 5, %s = %s where %s = '%s' and %s = 'beyond'"
                .formatted(
                    queue().q("lease_jobs"),
                    queue().q("attempt"),
                    queue().q("locked_until"),
                    queue().time(java.time.Instant.now().minusSeconds(90)),
                    queue().q("grp"),
                    group,
                    queue().q("payload")));
    AtomicBoolean inWork = new AtomicBoolean();
    AtomicBoolean overlapped = new AtomicBoolean();
    Notes<String> handled =
        Notes.then(
            (message, delivery) -> {
              if (!inWork.compareAndSet(false, true)) {
                overlapped.set(true);
              }
              boolean unused = new CountDownLatch(1).await(100, TimeUnit.MILLISECONDS);
              inWork.set(false);
              return Outcome.ack();
            });
    Events events = new Events();
    queue()
        .start(
            queue()
                .rowqueue(
                    JobForm.LEASE
                        .subscription(group)
                        .workers(4)
                        .maxAttempts(4, DeadLetter.toGroup(group + "-dead"))
                        .handle(handled))
                .listener(events));
    events.awaitSettled(4);
    assertThat(overlapped).isFalse();
    assertThat(handled.messages()).containsExactlyInAnyOrder("a", "b", "c");
    assertThat(queue().rows(JobForm.LEASE, group)).isEmpty();
    assertThat(queue().rows(JobForm.LEASE, group + "-dead"))
        .singleElement()
        .matches(row -> "beyond".equals(row.payload()) && !row.leased())
        .matches(row -> String.valueOf(row.lastError()).startsWith("lease expired"));
  }

  @Test
  @DisplayName(
      "B72, B281, B288 (departed from), PAINS 1, 6: ten leases long, through a drain: one run")
  default void a_handler_ten_times_longer_than_its_lease_runs_once_even_through_a_drain()
      throws Exception {
    String group = QueueFixture.newGroup();
    queue().insert(JobForm.LEASE, group, "one", "two", "three");
    CountDownLatch halfTime = new CountDownLatch(1);
    Notes<String> handled =
        Notes.then(
            (message, delivery) -> {
              boolean unused = new CountDownLatch(1).await(10, TimeUnit.SECONDS);
              halfTime.countDown();
              unused = new CountDownLatch(1).await(10, TimeUnit.SECONDS);
              return Outcome.ack();
            });
    Events events = new Events();
    Rowqueue holder =
        queue()
            .start(
                queue()
                    .rowqueue(
                        JobForm.LEASE
                            .subscription(group)
                            .lease(Duration.ofSeconds(2))
                            .workers(3)
                            .handle(handled))
                    .listener(events));
    handled.await(3);
    Notes<String> stolen = Notes.acking();
    queue()
        .start(
            JobForm.LEASE
                .subscription(group)
                .lease(Duration.ofSeconds(2))
                .workers(3)
                .handle(stolen));
    assertThat(halfTime.await(30, TimeUnit.SECONDS)).isTrue();
    CompletableFuture.runAsync(holder::close).get(60, TimeUnit.SECONDS);
    assertThat(events.settled()).containsExactly(Settled.ACKED, Settled.ACKED, Settled.ACKED);
    assertThat(holder.summary().interrupted()).isZero();
    assertThat(handled.count()).isEqualTo(3);
    assertThat(stolen.messages()).isEmpty();
    assertThat(queue().rows(JobForm.LEASE, group)).isEmpty();
  }
}
