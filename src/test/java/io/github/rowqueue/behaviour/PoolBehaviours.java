package io.github.rowqueue.behaviour;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.github.rowqueue.Rowqueue;
import io.github.rowqueue.publish.PublishOptions;
import io.github.rowqueue.subscribe.Outcome;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** How many connections deliveries hold (B289 to B297, PAINS 45 and 46). */
interface PoolBehaviours extends Behaviours {

  default java.util.stream.Stream<JobForm> holdingForm() {
    return forms().filter(JobForm.ROW_LOCK::equals);
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("holdingForm")
  @DisplayName(
      "B289, B290, B292: of a pool of N, N - 1 are for deliveries and the last stays lendable")
  default void row_lock_deliveries_leave_one_connection_of_the_pool(JobForm form) throws Exception {
    String group = QueueFixture.newGroup();
    queue().insert(form, group, IntStream.range(0, 9).mapToObj(i -> "x").toArray(String[]::new));
    try (HikariDataSource pool = queue().database().pool(7)) {
      Gate<String> gate = Gate.then(Outcome.ack());
      Events events = new Events();
      Rowqueue rowqueue =
          Rowqueue.on(pool)
              .pollInterval(QueueFixture.POLL)
              .listener(events)
              .subscribe(form.subscription(group).workers(9).handle(gate))
              .start();
      try {
        gate.awaitEntered(6);
        for (int i = 0; i < 5; i++) {
          try (Connection lent = pool.getConnection()) {
            assertThat(lent.isValid(5)).isTrue();
          }
        }
        assertThat(gate.count()).isEqualTo(6);
        gate.open();
        gate.awaitEntered(9);
        events.awaitSettled(9);
      } finally {
        gate.open();
        rowqueue.close();
      }
      QueueFixture.await(
          "all connections are back", () -> pool.getHikariPoolMXBean().getActiveConnections() == 0);
    }
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("holdingForm")
  @DisplayName("A connection that comes free is never passed up by a subscription that wants one")
  default void subscriptions_that_share_one_connection_wait_for_no_poll(JobForm form)
      throws Exception {
    Notes<String> handled = Notes.acking();
    String one = QueueFixture.newGroup();
    String other = QueueFixture.newGroup();
    try (HikariDataSource pool = queue().database().pool(2);
        Rowqueue rowqueue =
            Rowqueue.on(pool)
                .pollInterval(Duration.ofMinutes(10))
                .subscribe(
                    form.subscription(one).workers(4).handle(handled),
                    form.subscription(other).workers(4).handle(handled))
                .start()) {
      for (int i = 1; i <= 100; i++) {
        queue().insert(form, one, "x", "x");
        queue().insert(form, other, "x", "x");
        rowqueue.wake(one);
        rowqueue.wake(other);
        handled.await(4 * i);
      }
      assertThat(handled.count()).isEqualTo(400);
    }
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("holdingForm")
  @DisplayName(
      "B293: one claim waits for a drained pool, none beside it; then all but one connection are used")
  default void with_a_drained_pool_one_claim_waits(JobForm form) throws Exception {
    String group = QueueFixture.newGroup();
    try (HikariDataSource pool = queue().database().pool(4)) {
      Gate<String> gate = Gate.then(Outcome.ack());
      Events events = new Events();
      Rowqueue rowqueue =
          Rowqueue.on(pool)
              .pollInterval(QueueFixture.POLL)
              .listener(events)
              .subscribe(form.subscription(group).workers(9).handle(gate))
              .start();
      List<Connection> lent = new ArrayList<>();
      try {
        events.awaitIdle();
        for (int i = 0; i < 4; i++) {
          lent.add(pool.getConnection());
        }
        QueueFixture.await(
            "a claim waits", () -> pool.getHikariPoolMXBean().getThreadsAwaitingConnection() > 0);
        queue().insert(form, group, "1", "2", "3", "4", "5");
        for (int i = 0; i < 20; i++) {
          assertThat(rowqueue.wake(group)).isTrue();
          assertThat(pool.getHikariPoolMXBean().getThreadsAwaitingConnection()).isEqualTo(1);
        }
        for (Connection connection : lent) {
          connection.close();
        }
        gate.awaitEntered(3);
        try (Connection spare = pool.getConnection()) {
          assertThat(spare.isValid(5)).isTrue();
        }
        assertThat(gate.count()).isEqualTo(3);
        gate.open();
        events.awaitSettled(5);
      } finally {
        for (Connection connection : lent) {
          connection.close();
        }
        gate.open();
        rowqueue.close();
      }
    }
  }

  @ParameterizedTest
  @MethodSource("forms")
  @DisplayName(
      "B289, B291, PAINS 45: a pool of one serves one row lock delivery at a time, a pool of two all leases")
  default void the_smallest_pools_serve(JobForm form) throws Exception {
    String group = QueueFixture.newGroup();
    boolean lease = form == JobForm.LEASE;
    queue().insert(form, group, IntStream.range(0, 20).mapToObj(i -> "x").toArray(String[]::new));
    try (HikariDataSource pool = queue().database().pool(lease ? 2 : 1)) {
      Gate<String> gate = Gate.then(Outcome.ack());
      Events events = new Events();
      Rowqueue rowqueue =
          Rowqueue.on(pool)
              .pollInterval(QueueFixture.POLL)
              .listener(events)
              .subscribe(form.subscription(group).workers(20).handle(gate))
              .start();
      try {
        gate.awaitEntered(lease ? 20 : 1);
        gate.open();
        assertThat(events.awaitSettled(20)).hasSize(20);
        queue().awaitGone(form, group);
      } finally {
        gate.open();
        rowqueue.close();
      }
    }
  }

  @ParameterizedTest
  @MethodSource("forms")
  @DisplayName("B295: one worker has one row at a time")
  default void one_worker_has_one_row_at_a_time(JobForm form) throws Exception {
    String group = QueueFixture.newGroup();
    queue().insert(form, group, "first", "second");
    Gate<String> gate = Gate.then(Outcome.ack());
    queue().start(form.subscription(group).handle(gate));
    gate.awaitEntered(1);
    List<StoredJob> rows = queue().rows(form, group);
    assertThat(rows.get(1)).matches(row -> !row.leased() && row.attempt() == 1);
    assertThat(gate.count()).isEqualTo(1);
    gate.open();
    queue().awaitGone(form, group);
  }

  @Test
  @DisplayName("B294: a lease subscription fills all its workers by one claim")
  default void a_lease_subscription_fills_all_workers_by_one_claim() throws Exception {
    String group = QueueFixture.newGroup();
    queue().insert(JobForm.LEASE, group, "1", "2", "3", "4", "5");
    Gate<String> gate = Gate.then(Outcome.ack());
    Events events = new Events();
    queue()
        .start(
            queue()
                .rowqueue(JobForm.LEASE.subscription(group).workers(4).handle(gate))
                .listener(events));
    gate.awaitEntered(4);
    QueueFixture.await("the claim's event", () -> !events.all().isEmpty());
    assertThat(events.all().get(0).what()).isEqualTo(4);
    gate.open();
    queue().awaitGone(JobForm.LEASE, group);
  }

  @ParameterizedTest
  @MethodSource("forms")
  @DisplayName(
      "A pool whose connections do not commit by themselves is used as it should be, and left as it was")
  default void a_pool_without_autocommit_works_and_is_left_as_it_was(JobForm form)
      throws Exception {
    String group = QueueFixture.newGroup();
    HikariConfig config = new HikariConfig();
    config.setDataSource(queue().database().dataSource());
    config.setMaximumPoolSize(4);
    config.setAutoCommit(false);
    try (HikariDataSource pool = new HikariDataSource(config)) {
      Notes<String> handled =
          Notes.then(
              (message, delivery) ->
                  delivery.attempt().orElseThrow() == 1 ? Outcome.retry() : Outcome.ack());
      Rowqueue rowqueue =
          Rowqueue.on(pool)
              .pollInterval(QueueFixture.POLL)
              .subscribe(form.subscription(group).workers(2).handle(handled))
              .start();
      try {
        form.publisher(rowqueue).publishMessage("x", PublishOptions.to(group));
        form.publisher(rowqueue).publishMessage("y", PublishOptions.to(group));
        handled.await(4);
        queue().awaitGone(form, group);
        try (Connection lent = pool.getConnection()) {
          assertThat(lent.getAutoCommit()).isFalse();
        }
      } finally {
        rowqueue.close();
      }
    }
  }
}
