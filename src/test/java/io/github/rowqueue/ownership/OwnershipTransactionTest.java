package io.github.rowqueue.ownership;

import static io.github.rowqueue.ownership.Workbench.await;
import static io.github.rowqueue.ownership.Workbench.jobs;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowqueue.codec.Codecs;
import io.github.rowqueue.faults.Fault;
import io.github.rowqueue.servers.DatabaseKind;
import io.github.rowqueue.subscribe.Backoff;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.Settled;
import io.github.rowqueue.subscribe.Subscription;
import io.github.rowqueue.subscribe.SubscriptionBuilder;
import io.github.rowqueue.subscribe.TransactionalHandler;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of a handler's writes when its transaction does not end as it should (SPEC 13). */
final class OwnershipTransactionTest {

  /** Each database with the tables of the forms it has. */
  static Stream<Arguments> databasesAndTables() {
    return Workbench.databases()
        .flatMap(
            kind ->
                kind == DatabaseKind.SQLITE
                    ? Stream.of(Arguments.of(kind, "jobs"), Arguments.of(kind, "keyed_jobs"))
                    : Stream.of(
                        Arguments.of(kind, "jobs"),
                        Arguments.of(kind, "locked_jobs"),
                        Arguments.of(kind, "keyed_jobs")));
  }

  static SubscriptionBuilder<String> on(String table) {
    return on(table, Workbench.GROUP);
  }

  static SubscriptionBuilder<String> on(String table, String group) {
    Class<?> rowClass =
        switch (table) {
          case "jobs" -> Job.class;
          case "keyed_jobs" -> KeyedJob.class;
          default -> LockedJob.class;
        };
    return Subscription.of(group, rowClass)
        .codec(Codecs.text())
        .backoff(Backoff.fixed(Duration.ofMillis(5)))
        .errorBackoff(Backoff.fixed(Duration.ofMillis(5)));
  }

  static void createEffects(Workbench bench) throws SQLException {
    bench.execute("create table effects (what varchar(200))");
  }

  static void write(Connection connection, String what) throws SQLException {
    execute(connection, "insert into effects (what) values ('" + what + "')");
  }

  static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  static long effects(Workbench bench) {
    return ((Number) bench.value("select count(*) from effects")).longValue();
  }

  @ParameterizedTest
  @MethodSource("databasesAndTables")
  @DisplayName("Rule 9: a commit that did not take place is a failed attempt, undone as a whole")
  void a_commit_that_did_not_take_place_is_undone(DatabaseKind kind, String table)
      throws Exception {
    commitIsCut(kind, table, plan -> plan.cutsBefore(), 2);
  }

  @ParameterizedTest
  @MethodSource("databasesAndTables")
  @DisplayName("Rule 9: a commit whose answer was lost is found by reading the row, and done once")
  void a_commit_whose_answer_was_lost_is_done(DatabaseKind kind, String table) throws Exception {
    commitIsCut(kind, table, plan -> plan.cutsAfter(), 1);
  }

  private interface Cut {
    Fault of(Fault.Plan plan);
  }

  private static void commitIsCut(DatabaseKind kind, String table, Cut cut, int deliveries)
      throws Exception {
    try (Workbench bench = new Workbench(kind)) {
      createEffects(bench);
      AtomicReference<Fault> fault = new AtomicReference<>();
      bench.insert(table, "one");
      bench.start(
          on(table)
              .handleInTransaction(
                  (message, delivery, connection) -> {
                    write(connection, message);
                    if (fault.get() == null) {
                      fault.set(cut.of(bench.faults.on("commit")));
                    }
                    return Outcome.ack();
                  }));
      await("acked", () -> bench.seen.settled.contains(Settled.ACKED));
      assertThat(fault.get().hits()).isOne();
      assertThat(bench.seen.settled).hasSize(deliveries);
      assertThat(effects(bench)).isOne();
      assertThat(bench.count(table, "1 = 1")).isZero();
      await("no connection is missing", () -> free(bench));
    }
  }

  static boolean free(Workbench bench) {
    return bench.pool.getHikariPoolMXBean().getActiveConnections() <= 1;
  }

  @ParameterizedTest
  @MethodSource("databasesAndTables")
  @DisplayName(
      "Rule 10: a transaction that ended beneath its handler, as that of a deadlock's victim, is never acked")
  void a_transaction_that_ended_beneath_its_handler_is_never_acked(DatabaseKind kind, String table)
      throws Exception {
    // As the server undoes a victim, and the handler goes on as if nothing had been.
    endsBeneath(kind, table, "rollback", 1);
  }

  @ParameterizedTest
  @EnumSource(
      value = DatabaseKind.class,
      names = {"MYSQL", "MARIADB", "H2"})
  @DisplayName("Rule 10: DDL commits what came before it and gives the row away: never acked")
  void a_transaction_that_ddl_has_committed_is_never_acked(DatabaseKind kind) throws Exception {
    // What stood before the DDL is committed twice: nobody can undo it, and the docs say so.
    endsBeneath(kind, "locked_jobs", "create table by_handler (id int)", 2);
    endsBeneath(kind, "jobs", "create table by_handler (id int)", 2);
  }

  private static void endsBeneath(DatabaseKind kind, String table, String statement, int before)
      throws Exception {
    try (Workbench bench = new Workbench(kind)) {
      createEffects(bench);
      AtomicInteger deliveries = new AtomicInteger();
      TransactionalHandler<String> handler =
          (message, delivery, connection) -> {
            write(connection, "before");
            if (deliveries.incrementAndGet() == 1) {
              execute(connection, statement);
              if (kind != DatabaseKind.SQLITE) { // where it would be committed at once
                write(connection, "after");
              }
            }
            return Outcome.ack();
          };
      bench.insert(table, "one");
      bench.start(on(table).handleInTransaction(handler));
      await("acked", () -> bench.seen.settled.contains(Settled.ACKED));
      assertThat(bench.seen.settled)
          .as("a lost lock, or a lease or a key under which it is a failed attempt")
          .containsExactly(
              table.equals("locked_jobs") ? Settled.LOST : Settled.RETRIED, Settled.ACKED);
      assertThat(effects(bench)).isEqualTo(before);
      assertThat(bench.count(table, "1 = 1")).isZero();
    }
  }

  @ParameterizedTest
  @EnumSource(value = DatabaseKind.class, names = "SQLITE", mode = EnumSource.Mode.EXCLUDE)
  @DisplayName(
      "B227: a handler that locks its own row keeps no extension waiting, and its ack waits for none")
  void a_handler_that_locks_its_own_row_keeps_no_extension_waiting(DatabaseKind kind)
      throws Exception {
    try (Workbench bench = new Workbench(kind)) {
      createEffects(bench);
      CountDownLatch end = new CountDownLatch(1);
      bench.insert("jobs", "locks", "neighbour");
      bench.start(
          jobs()
              .workers(2)
              .lease(Duration.ofSeconds(6))
              .handleInTransaction(
                  (message, delivery, connection) -> {
                    if (message.equals("locks")) {
                      execute(
                          connection,
                          "update %s set %s = 'locks' where %s"
                              .formatted(
                                  bench.q("jobs"),
                                  bench.q("payload"),
                                  bench.is("payload", "locks")));
                      write(connection, message);
                    }
                    await(end);
                    return Outcome.ack();
                  }));
      await("both in work", () -> bench.seen.started.size() == 2);
      String claimed = bench.text("locked_until", "jobs", bench.is("payload", "neighbour"));
      await(
          "the keeper passes over the locked row and extends its neighbour",
          () ->
              !bench
                  .text("locked_until", "jobs", bench.is("payload", "neighbour"))
                  .equals(claimed));
      end.countDown();
      await("settled", () -> bench.seen.settled.size() == 2);
      assertThat(bench.seen.settled).containsOnly(Settled.ACKED);
      assertThat(bench.seen.lost).isEmpty();
      assertThat(effects(bench)).isOne();
      assertThat(bench.faults.count("lease/extend"))
          .as("extensions that wait for a row lock")
          .isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"jobs", "keyed_jobs"})
  @DisplayName(
      "Rule 22: on SQLite a handler's transaction is undone after half a lease, in each form, so that leases are kept")
  void a_handler_has_half_a_lease_where_there_is_one_writer(String table) throws Exception {
    try (Workbench bench = new Workbench(DatabaseKind.SQLITE)) {
      createEffects(bench);
      AtomicInteger deliveries = new AtomicInteger();
      AtomicReference<Throwable> refused = new AtomicReference<>();
      AtomicInteger cutOff = new AtomicInteger();
      bench.insert(table, "slow");
      bench.start(
          bench
              .rowqueue(
                  on(table)
                      .handleInTransaction(
                          (message, delivery, connection) -> {
                            write(connection, "delivery " + deliveries.incrementAndGet());
                            if (deliveries.get() == 1) {
                              try {
                                new CountDownLatch(1).await();
                              } catch (InterruptedException told) {
                                cutOff.incrementAndGet();
                              }
                              try {
                                write(connection, "late");
                              } catch (RuntimeException held) {
                                refused.set(held);
                              }
                            }
                            return Outcome.ack();
                          }))
              .lease(Duration.ofSeconds(2)));
      await("acked", () -> bench.seen.settled.contains(Settled.ACKED));
      assertThat(bench.seen.settled).containsExactly(Settled.RETRIED, Settled.ACKED);
      assertThat(cutOff).hasValue(1);
      assertThat(refused.get()).hasMessageContaining("half a lease");
      assertThat(bench.value("select what from effects")).isEqualTo("delivery 2");
      assertThat(effects(bench)).isOne();
      await("no connection is missing", () -> free(bench));
    }
  }

  @ParameterizedTest
  @MethodSource("databasesAndTables")
  @DisplayName(
      "Rule 12: a transaction that cannot be opened gives its row back, and no handler runs")
  void without_a_transaction_no_handler_runs(DatabaseKind kind, String table) throws Exception {
    try (Workbench bench = new Workbench(kind)) {
      createEffects(bench);
      Fault fault = bench.faults.on("SAVEPOINT rowqueue_handler").times(2).fails("40001", 5);
      bench.insert(table, "one");
      bench.start(
          on(table)
              .handleInTransaction(
                  (message, delivery, connection) -> {
                    write(connection, message);
                    return Outcome.ack();
                  }));
      await("acked", () -> bench.seen.settled.contains(Settled.ACKED));
      assertThat(fault.hits()).isEqualTo(2);
      assertThat(bench.seen.settled)
          .containsExactly(Settled.RELEASED, Settled.RELEASED, Settled.ACKED);
      assertThat(bench.seen.attempts).as("attempts of handlers that ran").containsExactly(1L);
      assertThat(effects(bench)).isOne();
    }
  }
}
