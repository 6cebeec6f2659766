package io.github.rowqueue.ownership;

import static io.github.rowqueue.ownership.OwnershipTransactionTest.createEffects;
import static io.github.rowqueue.ownership.OwnershipTransactionTest.effects;
import static io.github.rowqueue.ownership.OwnershipTransactionTest.execute;
import static io.github.rowqueue.ownership.OwnershipTransactionTest.free;
import static io.github.rowqueue.ownership.OwnershipTransactionTest.on;
import static io.github.rowqueue.ownership.OwnershipTransactionTest.write;
import static io.github.rowqueue.ownership.Workbench.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowqueue.servers.DatabaseKind;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.Settled;
import io.github.rowqueue.subscribe.TransactionalHandler;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Two handlers that wait for each other, of which the database undoes one (SPEC 13, 10). */
final class OwnershipDeadlockTest {

  /** As PostgreSQL says it, and the others. */
  private static final Set<String> DEADLOCK = Set.of("40P01", "40001");

  static Stream<Arguments> databasesAndTables() {
    return Workbench.withRowLocks()
        .flatMap(
            kind ->
                Stream.of("jobs", "locked_jobs", "keyed_jobs")
                    .map(table -> Arguments.of(kind, table)));
  }

  @ParameterizedTest
  @MethodSource("databasesAndTables")
  @DisplayName(
      "Rule 10: a handler that goes on as if it were no deadlock's victim is not acked; its effects come once")
  void a_deadlocks_victim_is_never_acked(DatabaseKind kind, String table) throws Exception {
    try (Workbench bench = new Workbench(kind)) {
      createEffects(bench);
      bench.execute(
          "create table accounts (id int primary key, n int)",
          "insert into accounts (id, n) values (1, 0)",
          "insert into accounts (id, n) values (2, 0)");
      AtomicInteger victims = new AtomicInteger();
      CountDownLatch both = new CountDownLatch(2);
      TransactionalHandler<String> handler =
          (message, delivery, connection) -> {
            if (kind == DatabaseKind.H2) { // it gives up after 2 s, perhaps before there is a cycle
              execute(connection, "set lock_timeout 60000");
            }
            write(connection, message);
            add(connection, message.equals("a") ? 1 : 2);
            both.countDown();
            await(both);
            try {
              add(connection, message.equals("a") ? 2 : 1);
            } catch (SQLException deadlock) {
              victims.incrementAndGet();
              goOnAfter(deadlock, connection, kind);
            }
            return Outcome.ack();
          };
      bench.insert(table, "a", "b");
      bench.start(on(table).workers(2).handleInTransaction(handler));
      await("both acked", () -> bench.count(table, "1 = 1") == 0);
      await("all settled", () -> bench.seen.settled.size() == 3);
      assertThat(victims).hasValue(1);
      assertThat(bench.seen.settled)
          .containsExactlyInAnyOrder(
              Settled.ACKED, Settled.ACKED, losesRow(kind, table) ? Settled.LOST : Settled.RETRIED);
      assertThat(effects(bench)).isEqualTo(2);
      assertThat(bench.value("select min(n) from accounts")).hasToString("2");
      assertThat(bench.value("select max(n) from accounts")).hasToString("2");
      await("no connection is missing", () -> free(bench));
    }
  }

  /** PostgreSQL only aborts the transaction: back at its savepoint it still has the row. */
  private static boolean losesRow(DatabaseKind kind, String table) {
    return table.equals("locked_jobs") && kind != DatabaseKind.POSTGRESQL;
  }

  /** Elsewhere a next statement begins another transaction; PostgreSQL refuses it. */
  private static void goOnAfter(SQLException deadlock, Connection connection, DatabaseKind kind)
      throws SQLException {
    assertThat(deadlock.getSQLState()).isIn(DEADLOCK);
    if (kind != DatabaseKind.POSTGRESQL) {
      write(connection, "after the deadlock");
    }
  }

  private static void add(Connection connection, int account) throws SQLException {
    execute(connection, "update accounts set n = n + 1 where id = " + account);
  }
}
