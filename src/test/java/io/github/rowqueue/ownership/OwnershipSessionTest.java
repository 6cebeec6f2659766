package io.github.rowqueue.ownership;

import static io.github.rowqueue.ownership.Workbench.await;
import static io.github.rowqueue.ownership.Workbench.jobs;
import static io.github.rowqueue.ownership.Workbench.lockedJobs;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowqueue.Rowqueue;
import io.github.rowqueue.servers.DatabaseKind;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.Settled;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The rules 23 and 24 of SPEC 13: as what connections come back, and that an interrupt meets the
 * handler it is for.
 */
final class OwnershipSessionTest {

  private static final String DATABASES = "io.github.rowqueue.ownership.Workbench#databases";

  @ParameterizedTest
  @MethodSource("io.github.rowqueue.ownership.Workbench#servers")
  void rule_23_statements_run_read_committed_and_connections_come_back_as_they_were(
      DatabaseKind kind) throws Exception {
    String[] settings =
        kind == DatabaseKind.POSTGRESQL
            ? new String[] {
              "do $$ begin execute format('alter database %I set default_transaction_isolation ="
                  + " ''repeatable read''', current_database()); end $$"
            }
            : new String[0]; // REPEATABLE READ is the default there
    try (Workbench bench = new Workbench(kind, 3, settings)) {
      bench.insert("jobs", "one", "two", "three");
      bench.insert("locked_jobs", "one", "two", "three");
      List<String> levels = new CopyOnWriteArrayList<>();
      List<String> sessions = new CopyOnWriteArrayList<>();
      bench
          .faults
          .on("lease/claim", "lease/ack", "row-lock/claim", "row-lock/ack")
          .always()
          .runsBefore(
              connection -> {
                if (kind == DatabaseKind.POSTGRESQL) {
                  levels.add(one(connection, "show transaction_isolation"));
                  sessions.add(one(connection, "show default_transaction_isolation"));
                }
              });
      Rowqueue rowqueue =
          bench.start(
              jobs().handle((message, delivery) -> Outcome.ack()),
              lockedJobs().handle((message, delivery) -> Outcome.ack()));
      await("settled", () -> bench.seen.settled.size() == 6);
      rowqueue.close();
      assertThat(bench.seen.settled).containsOnly(Settled.ACKED);
      assertThat(new HashSet<>(levels)).isSubsetOf("read committed");
      assertThat(new HashSet<>(sessions))
          .as("never as state of the session")
          .isSubsetOf("repeatable read");
      List<Connection> all = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        Connection connection = bench.pool.getConnection();
        all.add(connection);
        assertThat(connection.getAutoCommit()).isTrue();
        assertThat(connection.getTransactionIsolation())
            .isEqualTo(Connection.TRANSACTION_REPEATABLE_READ);
        assertThat(connection.getNetworkTimeout()).isZero();
        String level =
            switch (kind) {
              case POSTGRESQL -> "show transaction_isolation";
              case MYSQL -> "select @@session.transaction_isolation";
              default -> "select @@session.tx_isolation";
            };
        assertThat(one(connection, level).replace('-', ' ').toLowerCase(java.util.Locale.ROOT))
            .isEqualTo("repeatable read");
      }
      for (Connection connection : all) {
        connection.close();
      }
    }
  }

  private static String one(Connection connection, String sql) throws java.sql.SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getString(1);
    }
  }

  @ParameterizedTest
  @MethodSource(DATABASES)
  void rule_24_an_interrupt_that_comes_as_the_handler_ends_hits_no_sql(DatabaseKind kind)
      throws Exception {
    try (Workbench bench = new Workbench(kind)) {
      int rows = 60;
      String[] payloads = new String[rows];
      java.util.Arrays.setAll(payloads, Integer::toString);
      bench.insert("jobs", payloads);
      bench.start(
          jobs()
              .handlerTimeout(Duration.ofMillis(3))
              .handle(
                  (message, delivery) -> {
                    long end = System.nanoTime() + 3_000_000;
                    while (System.nanoTime() - end < 0) {
                      Thread.onSpinWait();
                    }
                    return Outcome.ack();
                  }));
      await("all settled", () -> bench.seen.settled.size() == rows);
      assertThat(bench.seen.settled).containsOnly(Settled.ACKED);
      assertThat(bench.seen.failures).isEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource("io.github.rowqueue.ownership.OwnershipTransactionTest#databasesAndTables")
  void rule_24_an_interrupt_that_comes_as_the_handler_ends_hits_no_commit(
      DatabaseKind kind, String table) throws Exception {
    try (Workbench bench = new Workbench(kind)) {
      int rows = 30;
      String[] payloads = new String[rows];
      java.util.Arrays.setAll(payloads, i -> "p" + i);
      bench.insert(table, payloads);
      bench.start(
          OwnershipTransactionTest.on(table)
              .handlerTimeout(Duration.ofMillis(3))
              .handleInTransaction(
                  (message, delivery, connection) -> {
                    long end = System.nanoTime() + 3_000_000;
                    while (System.nanoTime() - end < 0) {
                      Thread.onSpinWait();
                    }
                    return Outcome.ack();
                  }));
      await("all settled", () -> bench.seen.settled.size() == rows);
      assertThat(bench.seen.settled).containsOnly(Settled.ACKED);
      assertThat(bench.seen.failures).isEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource(DATABASES)
  void rule_24_an_interrupt_does_not_reach_the_next_delivery(DatabaseKind kind) throws Exception {
    try (Workbench bench = new Workbench(kind)) {
      bench.insert("jobs", "slow", "quick", "slow", "quick", "slow", "quick");
      AtomicInteger inherited = new AtomicInteger();
      bench.start(
          jobs()
              .handlerTimeout(Duration.ofSeconds(1)) // no quick handler takes as long
              .handle(
                  (message, delivery) -> {
                    if (message.equals("slow")) {
                      while (!Thread.currentThread().isInterrupted()) {
                        Thread.onSpinWait();
                      }
                    } else if (Thread.currentThread().isInterrupted()) {
                      inherited.incrementAndGet();
                    }
                    return Outcome.ack(); // a handler that leaves its interrupt standing
                  }));
      await("all settled", () -> bench.seen.settled.size() == 6);
      assertThat(bench.seen.settled).containsOnly(Settled.ACKED);
      assertThat(bench.seen.failures).isEmpty();
      assertThat(inherited).hasValue(0);
    }
  }
}
