package io.github.rowqueue.ownership;

import static io.github.rowqueue.ownership.Workbench.await;
import static io.github.rowqueue.ownership.Workbench.jobs;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowqueue.Rowqueue;
import io.github.rowqueue.dialect.Dialect;
import io.github.rowqueue.dialect.Event;
import io.github.rowqueue.dialect.ForwardingDialect;
import io.github.rowqueue.dialect.Statement;
import io.github.rowqueue.faults.Fault;
import io.github.rowqueue.publish.Publisher;
import io.github.rowqueue.servers.DatabaseKind;
import io.github.rowqueue.subscribe.Backoff;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.OwnStatements;
import io.github.rowqueue.subscribe.Settled;
import io.github.rowqueue.table.TableSpec;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Code of the service's own that writes while Rowqueue writes: on SQLite there is one writer. */
final class OwnershipWriterTest {

  private static final String DATABASES = "io.github.rowqueue.ownership.Workbench#databases";

  private static PlainJob plain(String payload) {
    return new PlainJob(0, null, payload);
  }

  @ParameterizedTest
  @MethodSource(DATABASES)
  @DisplayName("B76: who is told of a lost row may publish")
  void an_on_lost_action_may_publish(DatabaseKind kind) throws Exception {
    try (Workbench bench = new Workbench(kind)) {
      CountDownLatch gate = new CountDownLatch(1);
      CountDownLatch published = new CountDownLatch(1);
      AtomicReference<Publisher<PlainJob>> publisher = new AtomicReference<>();
      bench.insert("jobs", "one");
      Rowqueue rowqueue =
          bench.start(
              jobs()
                  .lease(Duration.ofSeconds(6))
                  .handle(
                      (message, delivery) -> {
                        await("the publisher", () -> publisher.get() != null);
                        delivery.onLost(
                            () -> {
                              publisher.get().publish(plain("lost"));
                              published.countDown();
                            });
                        bench.execute("delete from " + bench.q("jobs"));
                        await(gate);
                        return Outcome.ack();
                      }));
      publisher.set(rowqueue.publisher(PlainJob.class));
      await(published);
      gate.countDown();
      await("settled", () -> !bench.seen.settled.isEmpty());
      assertThat(bench.seen.settled).containsExactly(Settled.LOST);
      assertThat(bench.count("plain_jobs", "1 = 1")).isEqualTo(1);
    }
  }

  /** Fails to build the statement of an ack while {@code broken}. */
  private static final class BrokenDialect extends ForwardingDialect {

    private final AtomicBoolean broken;

    BrokenDialect(Dialect ours, AtomicBoolean broken) {
      super(ours);
      this.broken = broken;
    }

    @Override
    protected Statement settlement(TableSpec spec, Event event, Statement ours) {
      if (broken.get() && event.equals(Event.ACK)) {
        throw new IllegalStateException("a defect of the dialect");
      }
      return ours;
    }
  }

  @ParameterizedTest
  @MethodSource(DATABASES)
  @DisplayName("SPEC 13, 5: settlements that wait together are not lost by a defect of one")
  void settlements_that_wait_together_are_not_taken_for_lost(DatabaseKind kind) throws Exception {
    try (Workbench bench = new Workbench(kind)) {
      AtomicBoolean broken = new AtomicBoolean();
      CountDownLatch answer = new CountDownLatch(1);
      Queue<Thread> acking = new ConcurrentLinkedQueue<>();
      Fault held = bench.faults.on("lease/retry-after").waitsBefore(answer);
      bench.insert("jobs", "later", "one", "two");
      bench.start(
          bench
              .rowqueue(
                  jobs()
                      .workers(3)
                      .prefetch(0) // so that each worker waits for its settlement
                      .lease(Duration.ofSeconds(6))
                      .handle(
                          (message, delivery) -> {
                            if (message.equals("later")) {
                              return Outcome.retryAfter(Duration.ofHours(1));
                            }
                            if (delivery.attempt().orElse(0) > 1) {
                              await("mended", () -> !broken.get());
                              return Outcome.ack();
                            }
                            await("the retry holds the connection", () -> held.hits() == 1);
                            acking.add(Thread.currentThread());
                            return Outcome.ack();
                          }))
              .dialect(ours -> new BrokenDialect(ours, broken)));
      await(
          "both wait",
          () ->
              bench.seen.ended.get() == 3
                  && acking.stream().allMatch(thread -> thread.getState() == Thread.State.WAITING));
      broken.set(true);
      answer.countDown();
      await("delivered again", () -> bench.seen.started.size() > 3);
      broken.set(false);
      await("acked", () -> bench.seen.settled.size() == 3);
      assertThat(bench.seen.settled).containsExactly(Settled.RETRIED, Settled.ACKED, Settled.ACKED);
    }
  }

  @Test
  @DisplayName("SPEC 13, 22: a publish inside an own statement is refused, not waited for")
  void a_publish_of_its_own_inside_an_own_statement_is_refused() throws Exception {
    try (Workbench bench = new Workbench(DatabaseKind.SQLITE)) {
      AtomicReference<Publisher<PlainJob>> publisher = new AtomicReference<>();
      CountDownLatch ready = new CountDownLatch(1);
      OwnStatements own =
          OwnStatements.builder()
              .ack(
                  (connection, row) -> {
                    publisher.get().publish(plain("next"));
                    return 1;
                  })
              .build();
      bench.insert("jobs", "one");
      Rowqueue rowqueue =
          bench.start(
              jobs()
                  .statements(own)
                  .backoff(Backoff.fixed(Duration.ofHours(1)))
                  .handle(
                      (message, delivery) -> {
                        await(ready);
                        return Outcome.ack();
                      }));
      publisher.set(rowqueue.publisher(PlainJob.class));
      ready.countDown();
      await("settled", () -> !bench.seen.settled.isEmpty());
      assertThat(bench.seen.settled).containsExactly(Settled.RETRIED);
      assertThat(bench.text("last_error", "jobs", "1 = 1"))
          .contains(
              "sqlite/lease/own-ack failed: the service's own code failed: java.lang.IllegalStateException: a write was begun inside"
                  + " another one, by code that an own statement or insert or a handler in a transaction runs, and would wait for itself for ever, since this"
                  + " database has one writer: use the connection the code was given, as in publish(connection, row)");
      assertThat(bench.count("plain_jobs", "1 = 1")).isZero();
    }
  }
}
