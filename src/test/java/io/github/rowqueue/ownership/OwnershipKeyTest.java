package io.github.rowqueue.ownership;

import static io.github.rowqueue.ownership.Workbench.await;
import static io.github.rowqueue.ownership.Workbench.keyedJobs;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import io.github.rowqueue.Rowqueue;
import io.github.rowqueue.servers.DatabaseKind;
import io.github.rowqueue.subscribe.Backoff;
import io.github.rowqueue.subscribe.DeadLetter;
import io.github.rowqueue.subscribe.Delivery;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.Settled;
import io.github.rowqueue.testing.LogLines;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Who owns a row whose key is locked, and what becomes of it when the lock's session is gone. */
final class OwnershipKeyTest {

  private static final String DATABASES = "io.github.rowqueue.ownership.Workbench#databases";
  private static final String SERVERS = "io.github.rowqueue.ownership.Workbench#servers";
  private static final String TABLE = "keyed_jobs";

  @ParameterizedTest
  @MethodSource(DATABASES)
  @DisplayName("B90: a candidate that is settled before its key is locked is not run a second time")
  void a_candidate_settled_before_its_lock_is_passed_over(DatabaseKind kind) throws Exception {
    try (Workbench bench = new Workbench(kind)) {
      bench.insert(TABLE, "gone", "next");
      bench
          .faults
          .on("advisory/candidates")
          .runsAfter(
              connection ->
                  bench.execute(
                      "delete from %s where %s"
                          .formatted(bench.q(TABLE), bench.is("payload", "gone"))));
      Queue<String> handled = new ConcurrentLinkedQueue<>();
      bench.start(
          keyedJobs()
              .handle(
                  (message, delivery) -> {
                    handled.add(message);
                    return Outcome.ack();
                  }));
      await("settled", () -> bench.seen.settled.size() == 1);
      assertThat(handled).containsExactly("next");
      await("no key is held", () -> bench.heldKeys() == 0);
    }
  }

  @ParameterizedTest
  @MethodSource(SERVERS)
  @DisplayName("Rule 11, B58, B162: a lost session gives the row back at once, one attempt spent")
  void a_settlement_after_the_loss_of_the_session_names_the_attempt(DatabaseKind kind)
      throws Exception {
    try (Workbench bench = new Workbench(kind)) {
      bench.insert(TABLE, "a");
      CountDownLatch inHandler = new CountDownLatch(1);
      CountDownLatch gate = new CountDownLatch(1);
      AtomicBoolean first = new AtomicBoolean(true);
      Seen other = new Seen();
      Rowqueue slow =
          bench.start(
              keyedJobs()
                  .errorBackoff(Backoff.fixed(Duration.ofMillis(10)))
                  .handle(
                      (message, delivery) -> {
                        if (first.getAndSet(false)) {
                          inHandler.countDown();
                          await(gate);
                        }
                        return Outcome.ack();
                      }));
      await(inHandler);
      bench.killHolders();
      CountDownLatch held = new CountDownLatch(1);
      CountDownLatch end = new CountDownLatch(1);
      try (Rowqueue second =
          Rowqueue.on(bench.pool)
              .pollInterval(Duration.ofMillis(20))
              .listener(other)
              .subscribe(
                  keyedJobs()
                      .handle(
                          (message, delivery) -> {
                            held.countDown();
                            await(end);
                            return Outcome.retryAfter(Duration.ofHours(1));
                          }))
              .start()) {
        await(held);
        assertThat(other.attempts).as("the first has spent one").containsExactly(2L);
        gate.countDown(); // the first acks late: the attempt of its take is no longer the row's
        await("told", () -> bench.seen.settled.size() == 1);
        assertThat(bench.seen.settled).containsExactly(Settled.LOST);
        assertThat(bench.count(TABLE, "1 = 1")).isEqualTo(1);
        end.countDown();
        await("settled", () -> other.settled.size() == 1);
      }
      assertThat(other.settled).containsExactly(Settled.RETRIED);
      assertThat(bench.text("attempt", TABLE, "1 = 1")).isEqualTo("3");
      slow.close();
      await("no key is held", () -> bench.heldKeys() == 0);
    }
  }

  @ParameterizedTest
  @MethodSource(SERVERS)
  @DisplayName("Rule 11: nobody took the row since its session was lost, so it settles elsewhere")
  void a_settlement_whose_session_is_gone_is_repeated_by_its_attempt(DatabaseKind kind)
      throws Exception {
    try (Workbench bench = new Workbench(kind)) {
      bench.insert(TABLE, "a");
      bench.faults.on("advisory/ack").cutsBefore();
      bench.start(
          keyedJobs()
              .errorBackoff(Backoff.fixed(Duration.ofMillis(1)))
              .handle((message, delivery) -> Outcome.ack()));
      await("settled", () -> !bench.seen.settled.isEmpty());
      await("gone", () -> bench.count(TABLE, "1 = 1") == 0);
    }
  }

  @ParameterizedTest
  @MethodSource(SERVERS)
  @DisplayName("PAINS 18: a handler whose session is lost is told, and its outcome is not written")
  void a_handler_is_told_that_its_session_is_lost(DatabaseKind kind) throws Exception {
    try (Workbench bench = new Workbench(kind)) {
      bench.insert(TABLE, "a");
      CountDownLatch inHandler = new CountDownLatch(1);
      CountDownLatch told = new CountDownLatch(1);
      Queue<Delivery> lost = new ConcurrentLinkedQueue<>();
      bench.start(
          keyedJobs()
              .handle(
                  (message, delivery) -> {
                    if (delivery.attempt().orElseThrow() > 1) {
                      return Outcome.ack();
                    }
                    delivery.onLost(
                        () -> {
                          lost.add(delivery);
                          told.countDown();
                        });
                    inHandler.countDown();
                    await(told);
                    return Outcome.drop();
                  }));
      await(inHandler);
      bench.killHolders();
      await("gone", () -> bench.count(TABLE, "1 = 1") == 0);
      await("both settled", () -> bench.seen.settled.size() == 2);
      assertThat(bench.seen.settled).containsExactly(Settled.LOST, Settled.ACKED);
      assertThat(lost).allMatch(Delivery::isLost).hasSize(1);
      assertThat(bench.seen.attempts).as("and not before the first ended").containsExactly(1L, 2L);
    }
  }

  @ParameterizedTest
  @MethodSource(DATABASES)
  @DisplayName("B161, SPEC 16: a row that spent its cap in processes that ended is parked, not run")
  void a_row_beyond_its_cap_is_parked_at_the_claim(DatabaseKind kind) throws Exception {
    try (Workbench bench = new Workbench(kind)) {
      bench.insert(TABLE, "poison", "good");
      bench.execute(
          "update %s set %s = 4 where %s"
              .formatted(bench.q(TABLE), bench.q("attempt"), bench.is("payload", "poison")));
      Queue<String> handled = new ConcurrentLinkedQueue<>();
      bench.start(
          keyedJobs()
              .maxAttempts(3, DeadLetter.toGroup("dead"))
              .handle(
                  (message, delivery) -> {
                    handled.add(message);
                    return Outcome.ack();
                  }));
      await("both settled", () -> bench.seen.settled.size() == 2);
      assertThat(bench.seen.settled).containsExactlyInAnyOrder(Settled.PARKED, Settled.ACKED);
      assertThat(handled).containsExactly("good");
      assertThat(bench.text("last_error", TABLE, bench.is("grp", "dead")))
          .isEqualTo("lock lost: the process or the session was lost in attempt 3 of 3");
      await("no key is held", () -> bench.heldKeys() == 0);
    }
  }

  @ParameterizedTest
  @MethodSource(SERVERS)
  @DisplayName("B100: an unlock that is not confirmed closes the connection; a WARN names the key")
  void an_unlock_that_is_not_confirmed_cuts_the_connection_off(DatabaseKind kind) throws Exception {
    try (Workbench bench = new Workbench(kind);
        LogLines log = LogLines.capture()) {
      bench.insert(TABLE, "a", "b");
      // The unlock fails and leaves the key locked.
      bench.faults.on("advisory/unlock", "advisory/unlock-last").fails("40001", 1213);
      bench.start(keyedJobs().handle((message, delivery) -> Outcome.ack()));
      await("settled", () -> bench.seen.settled.size() == 2);
      await("no key is held", () -> bench.heldKeys() == 0);
      assertThat(bench.seen.settled).containsExactly(Settled.ACKED, Settled.ACKED);
      assertThat(log.at(Level.WARN))
          .filteredOn(line -> line.contains("orders/a was not confirmed to be given back"))
          .hasSize(1);
      await(
          "the connections are back",
          () -> bench.pool.getHikariPoolMXBean().getActiveConnections() == 0);
    }
  }

  @ParameterizedTest
  @MethodSource(DATABASES)
  @DisplayName("B101: a settlement that fails is repeated, and never keeps its key")
  void a_settlement_that_fails_is_repeated(DatabaseKind kind) throws Exception {
    try (Workbench bench = new Workbench(kind)) {
      bench.insert(TABLE, "a");
      bench
          .faults
          .on("advisory/ack")
          .times(2)
          .fails("40001", kind == DatabaseKind.SQLITE ? 5 : 1213);
      bench.start(
          keyedJobs()
              .errorBackoff(Backoff.fixed(Duration.ofMillis(1)))
              .handle((message, delivery) -> Outcome.ack()));
      await("settled", () -> bench.seen.settled.size() == 1);
      assertThat(bench.seen.settled).containsExactly(Settled.ACKED);
      await("no key is held", () -> bench.heldKeys() == 0);
    }
  }

  @ParameterizedTest
  @MethodSource(DATABASES)
  @DisplayName("B102, B103, B282, SPEC 10: close() gives back what it interrupts, attempt included")
  void close_gives_back_the_row_and_its_attempt(DatabaseKind kind) throws Exception {
    try (Workbench bench = new Workbench(kind)) {
      bench.insert(TABLE, "a");
      CountDownLatch inHandler = new CountDownLatch(1);
      Rowqueue rowqueue =
          bench
              .rowqueue(
                  keyedJobs()
                      .handle(
                          (message, delivery) -> {
                            inHandler.countDown();
                            new CountDownLatch(1).await();
                            return Outcome.ack();
                          }))
              .drainTimeout(Duration.ofMillis(50))
              .start();
      await(inHandler);
      rowqueue.close();
      assertThat(bench.seen.settled).containsExactly(Settled.RELEASED);
      assertThat(rowqueue.summary().interrupted()).isEqualTo(1);
      assertThat(bench.text("attempt", TABLE, "1 = 1")).isEqualTo("1");
      assertThat(bench.heldKeys()).isZero();
    }
  }

  @ParameterizedTest
  @MethodSource(DATABASES)
  @DisplayName("SPEC 10: a handler that ignores the interrupt leaves no locked connection behind")
  void an_abandoned_handler_gives_its_key_up_or_keeps_it_here(DatabaseKind kind) throws Exception {
    try (Workbench bench = new Workbench(kind)) {
      bench.insert(TABLE, "a");
      CountDownLatch inHandler = new CountDownLatch(1);
      CountDownLatch gate = new CountDownLatch(1);
      Rowqueue rowqueue =
          bench
              .rowqueue(
                  keyedJobs()
                      .handle(
                          (message, delivery) -> {
                            inHandler.countDown();
                            boolean open = false;
                            while (!open) {
                              try {
                                await(gate);
                                open = true;
                              } catch (InterruptedException ignored) {
                                inHandler.countDown();
                              }
                            }
                            return Outcome.ack();
                          }))
              .drainTimeout(Duration.ofMillis(50))
              .start();
      await(inHandler);
      rowqueue.close();
      assertThat(rowqueue.summary().stillRunning()).hasSize(1);
      if (kind.isServer()) {
        await("the session is gone, and its lock", () -> bench.heldKeys() == 0);
      } else {
        assertThat(bench.heldKeys()).as("nobody takes it while it runs").isEqualTo(1);
      }
      gate.countDown();
      await("no key is held", () -> bench.heldKeys() == 0);
      await(
          "the connections are back",
          () -> bench.pool.getHikariPoolMXBean().getActiveConnections() == 0);
    }
  }

  @ParameterizedTest
  @MethodSource(DATABASES)
  @DisplayName("PAINS 16, SPEC 3: after thousands of rows no lock is left")
  void no_lock_is_left_after_many_rows(DatabaseKind kind) throws Exception {
    int rows = Boolean.getBoolean("rowqueue.thorough") ? 10_000 : 600;
    try (Workbench bench = new Workbench(kind)) {
      String[] payloads = new String[rows];
      Arrays.setAll(payloads, i -> "p" + i % 50);
      bench.insert(TABLE, payloads);
      try (Rowqueue rowqueue =
          bench
              .rowqueue(keyedJobs().workers(5).handle((message, delivery) -> Outcome.ack()))
              .start()) {
        assertThat(rowqueue.wake(Workbench.GROUP)).isTrue();
        await("settled", Duration.ofMinutes(4), () -> bench.seen.settled.size() == rows);
        assertThat(List.copyOf(bench.seen.settled)).containsOnly(Settled.ACKED);
        await("no key is held, though the pool is open", () -> bench.heldKeys() == 0);
      }
    }
  }

  @ParameterizedTest
  @MethodSource(SERVERS)
  @DisplayName(
      "SPEC 16, lockSessions: with a shared session every delivery on it is lost, and told")
  void with_a_shared_session_every_delivery_on_it_is_lost(DatabaseKind kind) throws Exception {
    try (Workbench bench = new Workbench(kind, 4)) {
      bench.insert(TABLE, "p0", "p1", "p2", "p3", "p4", "p5");
      CountDownLatch inHandler = new CountDownLatch(6);
      CountDownLatch told = new CountDownLatch(6);
      Queue<Delivery> lost = new ConcurrentLinkedQueue<>();
      bench.start(
          keyedJobs()
              .workers(6)
              .lockSessions(1)
              .handle(
                  (message, delivery) -> {
                    if (delivery.attempt().orElseThrow() > 1) {
                      return Outcome.ack();
                    }
                    delivery.onLost(
                        () -> {
                          lost.add(delivery);
                          told.countDown();
                        });
                    inHandler.countDown();
                    await(told);
                    return Outcome.drop();
                  }));
      await(inHandler);
      assertThat(bench.pool.getHikariPoolMXBean().getActiveConnections())
          .as("six deliveries on one connection")
          .isEqualTo(1);
      assertThat(bench.heldKeys()).isEqualTo(6);
      bench.killHolders();
      await("gone", () -> bench.count(TABLE, "1 = 1") == 0);
      await("all settled", () -> bench.seen.settled.size() == 12);
      assertThat(bench.seen.settled.stream().filter(Settled.LOST::equals)).hasSize(6);
      assertThat(bench.seen.settled.stream().filter(Settled.ACKED::equals)).hasSize(6);
      assertThat(lost).allMatch(Delivery::isLost).hasSize(6);
      await("no key is held", () -> bench.heldKeys() == 0);
    }
  }

  @ParameterizedTest
  @MethodSource(SERVERS)
  @DisplayName("lockSessions: a session gets its own lock again, so the process keeps the keys")
  void rows_of_one_key_follow_each_other_on_a_shared_session(DatabaseKind kind) throws Exception {
    try (Workbench bench = new Workbench(kind)) {
      bench.insert(TABLE, "a", "a", "a", "b");
      AtomicInteger inWork = new AtomicInteger();
      AtomicInteger most = new AtomicInteger();
      bench.start(
          keyedJobs()
              .workers(4)
              .lockSessions(1)
              .handle(
                  (message, delivery) -> {
                    if (message.equals("a")) {
                      most.accumulateAndGet(inWork.incrementAndGet(), Math::max);
                      int claims = bench.seen.claims.get();
                      await("others look", () -> bench.seen.claims.get() > claims + 1);
                      inWork.decrementAndGet();
                    }
                    return Outcome.ack();
                  }));
      await("all settled", () -> bench.seen.settled.size() == 4);
      assertThat(most).hasValue(1);
      await("no key is held", () -> bench.heldKeys() == 0);
    }
  }
}
