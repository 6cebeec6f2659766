package io.github.rowqueue.behaviour;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowqueue.Rowqueue;
import io.github.rowqueue.servers.DatabaseKind;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.RowqueueListener;
import io.github.rowqueue.subscribe.Settled;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * What a first outside user broke: a mishap of the JVM or of the service must not end a
 * subscription in silence.
 */
class MishapTest {

  private static final String[] ROWS =
      IntStream.range(0, 20).mapToObj(String::valueOf).toArray(String[]::new);

  private QueueFixture queue;

  @BeforeEach
  void open() throws Exception {
    queue = new QueueFixture(DatabaseKind.H2, 8);
    queue.createTable(LeaseJob.class);
  }

  @AfterEach
  void close() {
    queue.close();
  }

  @Test
  void an_error_in_a_claim_is_told_and_the_claim_tried_again() throws Exception {
    String group = QueueFixture.newGroup();
    AtomicInteger errors = new AtomicInteger();
    Queue<RuntimeException> told = new ConcurrentLinkedQueue<>();
    DataSource failing = failingOnWorkers(queue.pool(), errors);
    errors.set(2);
    queue.start(
        Rowqueue.on(failing)
            .connections(8)
            .pollInterval(Duration.ofMillis(50))
            .listener(
                new RowqueueListener() {
                  @Override
                  public void failed(String subscription, RuntimeException failure) {
                    told.add(failure);
                  }
                })
            .subscribe(
                JobForm.LEASE.subscription(group).handle((message, delivery) -> Outcome.ack())));
    QueueFixture.await("both errors are met", () -> errors.get() == 0);
    queue.insert(JobForm.LEASE, group, ROWS);
    queue.awaitGone(JobForm.LEASE, group);
    assertThat(told)
        .hasSize(2)
        .allSatisfy(failure -> assertThat(failure).hasRootCauseMessage("no memory"));
  }

  /** Fails the next {@code errors} connections a worker asks for. */
  private static DataSource failingOnWorkers(DataSource real, AtomicInteger errors) {
    return (DataSource)
        Proxy.newProxyInstance(
            MishapTest.class.getClassLoader(),
            new Class<?>[] {DataSource.class},
            (proxy, method, arguments) -> {
              boolean worker = Thread.currentThread().getName().startsWith("rowqueue-worker");
              if (worker && method.getName().equals("getConnection") && errors.get() > 0) {
                errors.decrementAndGet();
                throw new OutOfMemoryError("no memory");
              }
              try {
                return method.invoke(real, arguments);
              } catch (InvocationTargetException thrown) {
                throw thrown.getCause();
              }
            });
  }

  @Test
  void rows_for_which_there_is_no_thread_are_run_by_the_others() throws Exception {
    String group = QueueFixture.newGroup();
    queue.insert(JobForm.LEASE, group, ROWS);
    AtomicInteger asked = new AtomicInteger();
    queue.start(
        queue
            .rowqueue(
                JobForm.LEASE
                    .subscription(group)
                    .workers(8)
                    .handle((message, delivery) -> Outcome.ack()))
            .threads(
                task -> {
                  if (asked.incrementAndGet() % 3 == 0) {
                    throw new OutOfMemoryError("unable to create native thread");
                  }
                  Thread thread = new Thread(task);
                  thread.setDaemon(true);
                  return thread;
                }));
    queue.awaitGone(JobForm.LEASE, group);
    assertThat(asked).hasValueGreaterThan(2);
  }

  @Test
  void a_handler_that_outlives_close_keeps_its_row_and_settles_it_also_on_a_pool_of_its_own()
      throws Exception {
    String url = "jdbc:h2:mem:outlives;DB_CLOSE_DELAY=-1";
    try (Connection keeper = DriverManager.getConnection(url)) {
      for (String ddl :
          queue.dialect().ddl(io.github.rowqueue.table.Table.of(LeaseJob.class).spec())) {
        try (Statement statement = keeper.createStatement()) {
          statement.execute(ddl);
        }
      }
      Gate<String> gate = Gate.stubborn();
      Events events = new Events();
      Rowqueue rowqueue =
          Rowqueue.on(url)
              .drainTimeout(Duration.ofMillis(50))
              .lease(Duration.ofSeconds(1))
              .listener(events)
              .subscribe(JobForm.LEASE.subscription("g").handle(gate))
              .start();
      rowqueue.publisher(LeaseJob.class).publish(LeaseJob.of("g", "one"));
      gate.awaitEntered(1);
      rowqueue.close();
      assertThat(rowqueue.summary().stillRunning())
          .containsExactly("subscription \"g\", table lease_jobs, row 1");
      gate.open();
      assertThat(events.awaitSettled(1)).containsExactly(Settled.ACKED);
      try (Statement statement = keeper.createStatement()) {
        statement.execute("shutdown");
      }
    }
  }

  @Test
  void a_second_close_waits_for_the_first() throws Exception {
    String group = QueueFixture.newGroup();
    queue.insert(JobForm.LEASE, group, "one");
    Gate<String> gate = Gate.stubborn();
    Events events = new Events();
    Rowqueue rowqueue =
        queue.start(
            queue.rowqueue(JobForm.LEASE.subscription(group).handle(gate)).listener(events));
    gate.awaitEntered(1);
    CompletableFuture<Void> first = CompletableFuture.runAsync(rowqueue::close);
    QueueFixture.await("the first close has begun", () -> !rowqueue.wake(group));
    CompletableFuture<Void> second = CompletableFuture.runAsync(rowqueue::close);
    assertThat(second).isNotDone();
    gate.open();
    second.get(30, TimeUnit.SECONDS);
    first.get(30, TimeUnit.SECONDS);
    assertThat(events.settled())
        .as("written before either close returned")
        .containsExactly(Settled.ACKED);
  }
}
