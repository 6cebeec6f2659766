package io.github.rowqueue.behaviour;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.github.rowqueue.faults.Fault;
import io.github.rowqueue.faults.FaultyDataSource;
import io.github.rowqueue.publish.ListenNotify;
import io.github.rowqueue.publish.PublishOptions;
import io.github.rowqueue.servers.DatabaseKind;
import io.github.rowqueue.servers.OnDatabase;
import io.github.rowqueue.testing.LogLines;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** What a lost connection and a lost notification cost: a poll at most (B256 to B258, PAINS 49). */
@OnDatabase(DatabaseKind.POSTGRESQL)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class ListenNotifyLossTest {

  private static final ListenNotify DEFAULTS = ListenNotify.defaults();

  /** The session that listens, by the statement it ran last. */
  private static final String LISTENERS =
      "from pg_stat_activity where query = 'select count(*) from pg_listening_channels()'"
          + " and datname = current_database() and pid <> pg_backend_pid()";

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

  private ListeningProcess writer() throws InterruptedException {
    return ListeningProcess.start(queue, DEFAULTS);
  }

  private static void publish(ListeningProcess writer, String message, String group) {
    writer.rowqueue.publisher(LeaseJob.class).publishMessage(message, PublishOptions.to(group));
  }

  private void killListener() throws SQLException {
    assertThat(queue.value("select count(pg_terminate_backend(pid)) " + LISTENERS)).isEqualTo(1L);
  }

  @Test
  @DisplayName("B257: a killed connection listens again, wakes all once, and is the only one")
  void a_killed_connection_listens_again_and_wakes_all_once() throws Exception {
    String group = QueueFixture.newGroup();
    String other = QueueFixture.newGroup();
    Notes<String> handled = Notes.acking();
    try (ListeningProcess writer = writer();
        ListeningProcess reader =
            ListeningProcess.start(
                queue,
                DEFAULTS,
                JobForm.LEASE.subscription(group).handle(handled),
                JobForm.ROW_LOCK.subscription(other).handle(handled))) {
      for (int i = 1; i <= 3; i++) {
        queue.insert(JobForm.LEASE, group, "unseen " + i);
        queue.insert(JobForm.ROW_LOCK, other, "unseen " + i);
        killListener();
        reader.events.awaitListening(1 + i);
        handled.await(3 * i - 1);
        publish(writer, "told " + i, group);
        handled.await(3 * i);
        assertThat(queue.value("select count(*) " + LISTENERS)).isEqualTo(1L);
      }
      assertThat(reader.events.kinds())
          .filteredOn("listening"::equals)
          .as("up, and three times down and up again")
          .hasSize(7);
    }
  }

  @Test
  @DisplayName(
      "B258: a failed attempt to listen is repeated with backoff, and polls go on meanwhile")
  void a_failed_attempt_to_listen_is_repeated_while_polls_go_on() throws Exception {
    String group = QueueFixture.newGroup();
    Notes<String> handled = Notes.acking();
    FaultyDataSource direct = ListeningProcess.faulty(queue, queue.database().dataSource());
    try (LogLines log = LogLines.capture();
        ListeningProcess reader =
            ListeningProcess.start(
                queue,
                builder ->
                    builder
                        .pollInterval(QueueFixture.POLL)
                        .listenNotify(DEFAULTS.connection(direct)),
                JobForm.LEASE.subscription(group).handle(handled))) {
      assertThat(reader.connectionsInUse()).as("it listens outside of the pool").isLessThan(3);
      Fault away = direct.on("connection").always().cutsBefore();
      killListener();
      QueueFixture.await("three attempts", () -> away.hits() >= 3);
      queue.insert(JobForm.LEASE, group, "polled");
      assertThat(handled.await(1).messages()).containsExactly("polled");
      away.lift();
      reader.events.awaitListening(2);
      assertThat(log.all())
          .filteredOn(line -> line.startsWith("the connection that listens is lost"))
          .as("one line per attempt")
          .hasSize(1 + away.hits());
    }
    assertThat(direct.executed()).as("given back listening on nothing").contains("notify/unlisten");
    QueueFixture.await(
        "no session listens",
        () -> QueueFixture.unchecked(() -> queue.value("select count(*) " + LISTENERS)).equals(0L));
  }

  @Test
  @DisplayName(
      "B256: a notification that fails is logged; the publish succeeds and is told of later")
  void a_notification_that_fails_is_logged_and_sent_later() throws Exception {
    String group = QueueFixture.newGroup();
    Notes<String> handled = Notes.acking();
    try (LogLines log = LogLines.capture();
        ListeningProcess writer = writer();
        ListeningProcess reader =
            ListeningProcess.start(
                queue, DEFAULTS, JobForm.LEASE.subscription(group).handle(handled))) {
      Fault broken = writer.faults.on("notify/send").times(2).fails("53200", 0);
      publish(writer, "one", group);
      publish(writer, "two", group);
      handled.await(2); // perhaps by the claim with which it began to listen
      QueueFixture.await("told of", () -> writer.faults.count("notify/send") >= 3);
      assertThat(broken.hits()).isEqualTo(2);
      assertThat(log.all())
          .filteredOn(line -> line.startsWith("tables "))
          .containsExactly(
              "tables [lease_jobs]: no notification could be sent, so that other processes find their rows by polls; the rows are committed, and it is tried again with backoff",
              "tables [lease_jobs]: no notification could be sent, so that other processes find their rows by polls; the rows are committed, and it is tried again with backoff");
    }
  }

  @Test
  @DisplayName("SPEC 13, 24: a row committed while its group is told of is told of once more")
  void a_row_committed_while_its_group_is_told_of_is_told_of_once_more() throws Exception {
    String group = QueueFixture.newGroup();
    CountDownLatch gate = new CountDownLatch(1);
    try (ListeningProcess writer = writer();
        Observer observer = new Observer(queue, "public.lease_jobs")) {
      Fault held = writer.faults.on("notify/send").waitsBefore(gate);
      publish(writer, "one", group);
      held.awaitHit();
      publish(writer, "two", group);
      publish(writer, "three", group);
      gate.countDown();
      QueueFixture.await("told twice", () -> writer.faults.count("notify/send") == 2);
      publish(writer, "end", "last");
      assertThat(observer.upTo("last")).containsExactly(group, group, "last");
    }
  }

  @Test
  @DisplayName(
      "PAINS 50: with all notifications blocked a row waits for the next poll, and no longer")
  void with_all_notifications_blocked_a_row_is_found_by_the_poll() throws Exception {
    String group = QueueFixture.newGroup();
    Notes<String> handled = Notes.acking();
    CountDownLatch gate = new CountDownLatch(1);
    FaultyDataSource direct = ListeningProcess.faulty(queue, queue.database().dataSource());
    try (ListeningProcess writer = writer();
        ListeningProcess reader =
            ListeningProcess.start(
                queue,
                builder ->
                    builder
                        .pollInterval(QueueFixture.POLL)
                        .listenNotify(DEFAULTS.connection(direct)),
                JobForm.LEASE.subscription(group).handle(handled))) {
      Fault deaf = direct.on("connection").always().waitsBefore(gate);
      Fault mute = writer.faults.on("notify/send").always().waitsBefore(gate);
      killListener();
      deaf.awaitHit();
      publish(writer, "one", group);
      mute.awaitHit();
      handled.await(1);
      publish(writer, "two", group);
      int empty = reader.events.emptyClaims();
      assertThat(handled.await(2).messages()).containsExactly("one", "two");
      assertThat(reader.events.emptyClaims() - empty)
          .as("found by the poll that follows, but for claims and sweeps under way")
          .isLessThanOrEqualTo(3);
      gate.countDown();
      reader.events.awaitListening(2);
    } finally {
      gate.countDown();
    }
  }

  @Test
  @DisplayName(
      "A connection is replaced before its pool would retire it, wakes all, and none is lost")
  void a_connection_that_grows_old_is_replaced() throws Exception {
    String group = QueueFixture.newGroup();
    Notes<String> handled = Notes.acking();
    HikariConfig config = new HikariConfig();
    config.setDataSource(queue.database().dataSource());
    config.setMaximumPoolSize(1);
    try (HikariDataSource own = new HikariDataSource(config);
        LogLines log = LogLines.capture();
        ListeningProcess writer = writer()) {
      own.setMaxLifetime(300); // no less than 30 s can be configured
      FaultyDataSource direct = ListeningProcess.faulty(queue, own);
      try (ListeningProcess reader =
          ListeningProcess.start(
              queue,
              DEFAULTS.connection(direct),
              JobForm.LEASE.subscription(group).handle(handled))) {
        for (int i = 1; i <= 3; i++) {
          long renewed = direct.count("notify/unlisten");
          publish(writer, "told " + i, group);
          handled.await(2 * i - 1);
          queue.insert(JobForm.LEASE, group, "unseen " + i);
          handled.await(2 * i); // by nothing but the wake of a new connection
          QueueFixture.await("renewed", () -> direct.count("notify/unlisten") > renewed);
        }
        assertThat(reader.events.kinds()).containsOnlyOnce("listening");
      }
      assertThat(log.all()).noneMatch(line -> line.startsWith("the connection that listens"));
    }
  }

  @Test
  @DisplayName(
      "PAINS 49: a connection whose packets vanish is noticed by the heartbeat and replaced")
  void a_connection_whose_packets_vanish_is_replaced() throws Exception {
    String group = QueueFixture.newGroup();
    Notes<String> handled = Notes.acking();
    try (FrozenNetwork network = FrozenNetwork.before(queue.database());
        ListeningProcess writer = writer();
        ListeningProcess reader =
            ListeningProcess.start(
                queue,
                DEFAULTS.connection(network).heartbeat(Duration.ofMillis(100)),
                JobForm.LEASE.subscription(group).handle(handled))) {
      publish(writer, "before", group);
      handled.await(1);
      network.freeze();
      publish(writer, "lost on the way", group);
      reader.events.awaitListening(2);
      handled.await(2);
      publish(writer, "after", group);
      assertThat(handled.await(3).messages()).containsExactly("before", "lost on the way", "after");
    }
  }

  @Test
  @DisplayName("A server that goes away and comes back is listened to again")
  void a_server_that_comes_back_is_listened_to_again() throws Exception {
    String group = QueueFixture.newGroup();
    Notes<String> handled = Notes.acking();
    String name = String.valueOf(queue.value("select current_database()"));
    try (ListeningProcess reader =
            ListeningProcess.start(
                queue, DEFAULTS, JobForm.LEASE.subscription(group).handle(handled));
        Connection admin =
            DriverManager.getConnection(
                queue.database().jdbcUrl().replace("/" + name, "/postgres"),
                queue.database().username(),
                queue.database().password());
        Statement server = admin.createStatement()) {
      server.execute("alter database " + name + " allow_connections false");
      server.execute(
          "select pg_terminate_backend(pid) from pg_stat_activity where datname = '" + name + "'");
      QueueFixture.await(
          "it was lost",
          () -> reader.events.kinds().stream().filter("listening"::equals).count() > 1);
      server.execute("alter database " + name + " allow_connections true");
      reader.events.awaitListening(2);
      try (ListeningProcess writer = writer()) {
        publish(writer, "one", group);
        assertThat(handled.await(1).messages()).containsExactly("one");
      }
    }
  }
}
