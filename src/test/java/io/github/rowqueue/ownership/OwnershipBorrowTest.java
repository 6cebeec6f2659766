package io.github.rowqueue.ownership;

import static io.github.rowqueue.ownership.OwnershipTransactionTest.createEffects;
import static io.github.rowqueue.ownership.OwnershipTransactionTest.effects;
import static io.github.rowqueue.ownership.OwnershipTransactionTest.on;
import static io.github.rowqueue.ownership.OwnershipTransactionTest.write;
import static io.github.rowqueue.ownership.Workbench.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.github.rowqueue.Rowqueue;
import io.github.rowqueue.publish.PublishOptions;
import io.github.rowqueue.publish.Publisher;
import io.github.rowqueue.servers.DatabaseKind;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.Subscription;
import io.github.rowqueue.subscribe.TransactionalHandler;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What Rowqueue does with the connections of a pool, which commit by themselves or not, and which
 * the pool resets or not (PAINS 36, SPEC 13, 23).
 */
final class OwnershipBorrowTest {

  private static final String[] WAYS = {"ack", "retry", "exception", "refused", "plain"};

  static Stream<Arguments> databasesTablesAndAutoCommit() {
    return OwnershipTransactionTest.databasesAndTables()
        .flatMap(
            one ->
                Stream.of(true, false)
                    .map(autoCommit -> Arguments.of(one.get()[0], one.get()[1], autoCommit)));
  }

  @ParameterizedTest
  @MethodSource("databasesTablesAndAutoCommit")
  @DisplayName(
      "PAINS 36, rule 23: a pool that resets nothing gets each connection back as it was lent, whatever ran on it")
  void a_pool_that_resets_nothing_gets_its_connections_back_as_they_were(
      DatabaseKind kind, String table, boolean autoCommit) throws Exception {
    try (Workbench bench = new Workbench(kind);
        WatchfulPool pool = new WatchfulPool(bench.database().dataSource(), kind, 6, autoCommit)) {
      createEffects(bench);
      work(bench, pool, table);
      assertThat(pool.changes()).isEmpty();
      assertThat(pool.lent()).as("all came back").isZero();
      assertThat(pool.lendings()).isGreaterThan(WAYS.length);
    }
  }

  @ParameterizedTest
  @MethodSource("databasesTablesAndAutoCommit")
  @DisplayName("PAINS 36: with a pool that resets its connections all is committed too")
  void with_a_pool_that_resets_all_is_committed_too(
      DatabaseKind kind, String table, boolean autoCommit) throws Exception {
    try (Workbench bench = new Workbench(kind)) {
      createEffects(bench);
      HikariConfig config = new HikariConfig();
      config.setDataSource(bench.database().dataSource());
      config.setMaximumPoolSize(6);
      config.setAutoCommit(autoCommit);
      try (HikariDataSource pool = new HikariDataSource(config)) {
        work(bench, pool, table);
        assertThat(pool.getHikariPoolMXBean().getActiveConnections()).isZero();
      }
    }
  }

  /** Handlers of all endings, one of whose messages is published and settled without them. */
  private static void work(Workbench bench, DataSource pool, String table) throws Exception {
    AtomicReference<Publisher<?>> publisher = new AtomicReference<>();
    TransactionalHandler<String> handler =
        (message, delivery, connection) -> {
          write(connection, message);
          if (delivery.attempt().orElseThrow() == 1) {
            switch (message) {
              case "retry" -> {
                return Outcome.retry();
              }
              case "exception" -> throw new IllegalStateException("failed on purpose");
              case "refused" -> OwnershipTransactionTest.execute(connection, "no statement");
              default ->
                  publisher
                      .get()
                      .publishMessage(connection, "of " + message, PublishOptions.to("next"));
            }
          }
          return Outcome.ack();
        };
    Subscription next =
        on(table, "next").handle((message, delivery) -> Outcome.ack()); // settled as ever
    Rowqueue rowqueue =
        Rowqueue.on(pool)
            .connections(6)
            .pollInterval(Duration.ofMillis(50))
            .listener(bench.seen)
            .subscribe(on(table).workers(2).handleInTransaction(handler), next)
            .start();
    try {
      publisher.set(rowqueue.publisher(rowClass(table)));
      for (String way : WAYS) {
        publisher.get().publishMessage(way, PublishOptions.to(Workbench.GROUP));
      }
      await("all are done", () -> done(bench, table));
    } finally {
      rowqueue.close();
    }
    assertThat(effects(bench)).isEqualTo(WAYS.length);
  }

  private static boolean done(Workbench bench, String table) throws SQLException {
    return effects(bench) == WAYS.length && bench.count(table, "1 = 1") == 0;
  }

  private static Class<?> rowClass(String table) {
    return switch (table) {
      case "jobs" -> Job.class;
      case "keyed_jobs" -> KeyedJob.class;
      default -> LockedJob.class;
    };
  }
}
