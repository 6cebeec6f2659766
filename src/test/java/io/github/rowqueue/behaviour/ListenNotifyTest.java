package io.github.rowqueue.behaviour;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.rowqueue.codec.Codecs;
import io.github.rowqueue.error.PublishException;
import io.github.rowqueue.error.StatementException;
import io.github.rowqueue.publish.ListenNotify;
import io.github.rowqueue.publish.PublishOptions;
import io.github.rowqueue.publish.Publisher;
import io.github.rowqueue.servers.DatabaseKind;
import io.github.rowqueue.servers.OnDatabase;
import io.github.rowqueue.subscribe.Subscription;
import io.github.rowqueue.table.Table;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Processes that wake each other over PostgreSQL (B254 to B263). No subscription here ever polls,
 * so that a row which is handled was notified of.
 */
@OnDatabase(DatabaseKind.POSTGRESQL)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class ListenNotifyTest {

  private static final ListenNotify DEFAULTS = ListenNotify.defaults();
  private static final String CHANNEL = "public.lease_jobs";

  private QueueFixture queue;

  @BeforeAll
  void open() throws Exception {
    queue = new QueueFixture(DatabaseKind.POSTGRESQL, 4);
    queue.createTable(LeaseJob.class);
    queue.createTable(LockJob.class);
  }

  @AfterAll
  void close() {
    queue.close();
  }

  private static PublishOptions to(String group) {
    return PublishOptions.to(group);
  }

  private static Publisher<LeaseJob> jobs(ListeningProcess process) {
    return process.rowqueue.publisher(LeaseJob.class);
  }

  @ParameterizedTest
  @EnumSource(JobForm.class)
  @DisplayName("B254, B255: a publish of one process is handled by another at once")
  void a_publish_of_one_process_is_handled_by_another(JobForm form) throws Exception {
    String group = QueueFixture.newGroup();
    Notes<String> handled = Notes.acking();
    try (ListeningProcess writer = ListeningProcess.start(queue, DEFAULTS);
        ListeningProcess reader =
            ListeningProcess.start(queue, DEFAULTS, form.subscription(group).handle(handled))) {
      for (int i = 1; i <= 20; i++) {
        form.publisher(writer.rowqueue).publishMessage("m" + i, to(group));
        handled.await(i);
      }
      form.publisher(writer.rowqueue).publishMessages(List.of("m21", "m22"), to(group));
      assertThat(handled.await(22).count()).isEqualTo(22);
      assertThat(writer.connectionsInUse()).as("who only publishes listens to nothing").isZero();
    }
  }

  @Test
  @DisplayName("A notification of any group wakes a subscription to all groups")
  void a_notification_of_any_group_wakes_a_subscription_to_all_groups() throws Exception {
    queue.createTable(FifoLeaseJob.class);
    Notes<String> handled = Notes.acking();
    try (ListeningProcess writer = ListeningProcess.start(queue, DEFAULTS);
        ListeningProcess reader =
            ListeningProcess.start(
                queue,
                DEFAULTS,
                Subscription.allGroups(FifoLeaseJob.class).codec(Codecs.text()).handle(handled))) {
      Publisher<FifoLeaseJob> publisher = writer.rowqueue.publisher(FifoLeaseJob.class);
      for (int i = 1; i <= 20; i++) {
        publisher.publishMessage("m" + i, to("group " + i % 7));
        handled.await(i);
      }
      assertThat(reader.rowqueue.wake("group 3")).isTrue();
      assertThat(handled.count()).isEqualTo(20);
    }
  }

  @Test
  @DisplayName("B254, B262: a foreign notification wakes its group, an empty one all groups")
  void a_foreign_notification_wakes_its_group_and_an_empty_one_all() throws Exception {
    String one = QueueFixture.newGroup();
    String other = QueueFixture.newGroup();
    Notes<String> handled = Notes.acking();
    try (ListeningProcess reader =
        ListeningProcess.start(
            queue,
            DEFAULTS,
            JobForm.LEASE.subscription(one).handle(handled),
            JobForm.LEASE.subscription(other).handle(handled))) {
      queue.insert(JobForm.LEASE, one, "first");
      queue.value("select pg_notify('%s', '%s')::text".formatted(CHANNEL, one));
      handled.await(1);
      queue.insert(JobForm.LEASE, one, "second");
      queue.insert(JobForm.LEASE, other, "third");
      queue.value("select pg_notify('%s', '')::text".formatted(CHANNEL));
      assertThat(handled.await(3).messages()).contains("first", "second", "third");
      assertThat(reader.faults.executed())
          .as("B263: the channel is listened on once")
          .containsOnlyOnce("listen \"" + CHANNEL + "\"");
    }
  }

  @Test
  @DisplayName("B255: the payload is the group; nobody is notified of delayed and refused rows")
  void the_payload_is_the_group_and_delayed_or_refused_rows_are_kept_quiet() throws Exception {
    String group = QueueFixture.newGroup();
    String last = QueueFixture.newGroup();
    try (ListeningProcess writer = ListeningProcess.start(queue, DEFAULTS);
        Observer observer = new Observer(queue, CHANNEL)) {
      jobs(writer).publishMessage("later", to("delayed").delay(Duration.ofHours(1)));
      jobs(writer).publishMessage("now", to(group));
      assertThatThrownBy(() -> jobs(writer).publish(LeaseJob.of("refused", null)))
          .isInstanceOf(PublishException.class);
      Publisher<LeaseJob> failing =
          writer.rowqueue.publisher(
              LeaseJob.class,
              (row, on, options) -> {
                throw new SQLException("refused", "23514");
              });
      assertThatThrownBy(() -> failing.publish(LeaseJob.of("refused", "x")))
          .isInstanceOf(StatementException.class);
      jobs(writer).publishMessage("end", to(last));
      assertThat(observer.upTo(last)).containsExactly(group, last);
    }
  }

  @Test
  @DisplayName("A row of the caller's transaction is told of by wake(name), and never if undone")
  void a_callers_transaction_notifies_when_it_is_woken_for() throws Exception {
    String group = QueueFixture.newGroup();
    try (ListeningProcess writer =
            ListeningProcess.start(
                queue, DEFAULTS, JobForm.LEASE.subscription(group).handle(Notes.acking()));
        Observer observer = new Observer(queue, CHANNEL);
        Connection connection = queue.database().dataSource().getConnection()) {
      connection.setAutoCommit(false);
      jobs(writer).publishMessage(connection, "undone", to("undone"));
      connection.rollback();
      jobs(writer).publishMessage(connection, "kept", to(group));
      connection.commit();
      assertThat(writer.rowqueue.wake(group)).isTrue();
      assertThat(observer.upTo(group)).containsExactly(group);
    }
  }

  @Test
  @DisplayName("In the transaction: one per group and transaction, and none for a rollback")
  void in_the_transaction_there_is_one_per_group_and_none_for_a_rollback() throws Exception {
    String group = QueueFixture.newGroup();
    String other = QueueFixture.newGroup();
    String last = QueueFixture.newGroup();
    try (ListeningProcess writer = ListeningProcess.start(queue, DEFAULTS.inTransaction());
        Observer observer = new Observer(queue, CHANNEL);
        Connection connection = queue.database().dataSource().getConnection()) {
      connection.setAutoCommit(false);
      jobs(writer).publishMessage(connection, "undone", to("undone"));
      connection.rollback();
      for (int i = 0; i < 5; i++) {
        jobs(writer).publishMessage(connection, "m" + i, to(group));
        jobs(writer).publishMessage(connection, "m" + i, to(other));
      }
      jobs(writer).publishMessage(connection, "later", to("later").delay(Duration.ofHours(1)));
      connection.commit();
      jobs(writer).publishMessage("own", to(group));
      jobs(writer).publishMessages(List.of("a", "b", "c"), to(other));
      writer
          .rowqueue
          .publisher(LeaseJob.class, (row, on, options) -> {})
          .publish(LeaseJob.of("unseen", "x"), to(last));
      assertThat(observer.upTo(last)).containsExactly(group, other, group, other, last);
      assertThat(queue.rows(JobForm.LEASE, group)).hasSize(6);
      assertThat(queue.rows(JobForm.LEASE, "undone")).isEmpty();
    }
  }

  @Test
  @DisplayName("In the transaction: what the writer's statement is refused undoes the notification")
  void in_the_transaction_a_refused_batch_sends_nothing() throws Exception {
    String last = QueueFixture.newGroup();
    try (ListeningProcess writer = ListeningProcess.start(queue, DEFAULTS.inTransaction());
        Observer observer = new Observer(queue, CHANNEL)) {
      writer.faults.on("commit").fails("40001", 0);
      assertThatThrownBy(() -> jobs(writer).publishMessage("x", to("refused")))
          .isInstanceOf(StatementException.class);
      jobs(writer).publishMessage("end", to(last));
      assertThat(observer.upTo(last)).containsExactly(last);
      assertThat(queue.rows(JobForm.LEASE, "refused")).isEmpty();
    }
  }

  @Test
  @DisplayName("PAINS 52: 1,000 publishes of 8 writers are one notification per interval")
  void a_thousand_publishes_are_one_notification_per_interval() throws Exception {
    String group = QueueFixture.newGroup();
    ExecutorService writers = Executors.newFixedThreadPool(8);
    try (ListeningProcess writer =
            ListeningProcess.start(queue, DEFAULTS.interval(Duration.ofHours(1)));
        Observer observer = new Observer(queue, CHANNEL)) {
      Publisher<LeaseJob> publisher = jobs(writer);
      List<Future<Object>> all = new ArrayList<>();
      for (int i = 0; i < 1000; i++) {
        Callable<Object> publish =
            () -> {
              publisher.publishMessage("x", to(group));
              return "published";
            };
        all.add(writers.submit(publish));
      }
      for (Future<Object> one : all) {
        assertThat(one.get()).isEqualTo("published");
      }
      assertThat(observer.upTo(group)).containsExactly(group);
      assertThat(writer.faults.count("notify/send")).isEqualTo(1);
      writer.rowqueue.close();
      assertThat(writer.faults.count("notify/send")).as("what came since").isEqualTo(2);
    } finally {
      writers.shutdown();
    }
  }

  @Test
  @DisplayName("The trigger notifies of rows of any writer, once per group and statement")
  void the_trigger_notifies_of_rows_of_any_writer() throws Exception {
    String group = QueueFixture.newGroup();
    Notes<String> handled = Notes.acking();
    queue.execute(queue.dialect().notifyDdl(Table.of(LockJob.class).spec()).toArray(String[]::new));
    try (ListeningProcess reader =
            ListeningProcess.start(
                queue,
                DEFAULTS.listenOnly(),
                JobForm.ROW_LOCK.subscription(group).handle(handled));
        Observer observer = new Observer(queue, "public.lock_jobs")) {
      for (int i = 1; i <= 10; i++) {
        queue.insert(JobForm.ROW_LOCK, group, "m" + i);
        handled.await(i);
      }
      queue.execute(
          "insert into lock_jobs (grp, payload) select 'b' || (i % 3), 'x' from generate_series(1, 99) as i",
          "insert into lock_jobs (grp, payload) select 'none', 'x' where false",
          "insert into lock_jobs (grp, payload) values (repeat('g', 8000), 'x')");
      assertThat(observer.upTo(""))
          .hasSize(14)
          .contains("b0", "b1", "b2", "")
          .doesNotContain("none");
    } finally {
      queue.execute("drop trigger lock_jobs_notify on lock_jobs");
    }
  }

  @Test
  @DisplayName("B259: after a close no session of the pool listens, and none is kept")
  void after_a_close_no_session_of_the_pool_listens() throws Exception {
    ListeningProcess reader =
        ListeningProcess.start(
            queue,
            DEFAULTS,
            JobForm.LEASE.subscription(QueueFixture.newGroup()).handle(Notes.acking()),
            JobForm.ROW_LOCK.subscription(QueueFixture.newGroup()).handle(Notes.acking()));
    try (reader) {
      QueueFixture.await(
          "one to listen and one for leases, while idle", () -> reader.connectionsInUse() == 2);
      reader.rowqueue.close();
      assertThat(reader.connectionsInUse()).isZero();
      List<Connection> all = new ArrayList<>();
      for (int i = 0; i < reader.pool.getMaximumPoolSize(); i++) {
        all.add(reader.pool.getConnection());
      }
      for (Connection one : all) {
        try (var rows =
            one.createStatement().executeQuery("select count(*) from pg_listening_channels()")) {
          assertThat(rows.next()).isTrue();
          assertThat(rows.getInt(1)).isZero();
        }
        one.close();
      }
    }
  }
}
