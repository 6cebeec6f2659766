package io.github.rowqueue.examples.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.github.rowqueue.Rowqueue;
import io.github.rowqueue.dialect.Dialects;
import io.github.rowqueue.publish.Publisher;
import io.github.rowqueue.table.Table;
import io.github.rowqueue.testing.Await;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The recipes of docs/transactions.md do what the page says. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class TransactionsExampleTest {

  private static final Duration LIMIT = Duration.ofSeconds(60);

  @TempDir private Path folder;

  @Test
  void an_order_is_announced_invoiced_and_booked_once() throws Exception {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl("jdbc:sqlite:" + folder.resolve("orders.db"));
    Queue<String> sent = new ConcurrentLinkedQueue<>();
    AtomicReference<Publisher<OrderStep>> steps = new AtomicReference<>();
    try (HikariDataSource pool = new HikariDataSource(config)) {
      run(pool, "PRAGMA journal_mode = WAL");
      run(pool, "CREATE TABLE orders (number INTEGER PRIMARY KEY)");
      run(pool, "CREATE TABLE invoices (order_number INTEGER NOT NULL)");
      run(pool, "CREATE TABLE revenue (invoices INTEGER NOT NULL)");
      run(pool, "INSERT INTO revenue VALUES (0)");
      run(pool, Dialects.sqlite().ddl(Table.of(OrderStep.class).spec()).toArray(String[]::new));
      try (Rowqueue rowqueue =
          Rowqueue.on(pool)
              .subscribe(
                  Transactions.relay((key, event) -> sent.add(key + ": " + event)),
                  Transactions.invoicing(steps::get),
                  Transactions.booking())
              .start()) {
        steps.set(rowqueue.publisher(OrderStep.class));
        for (long number = 1; number <= 3; number++) {
          Transactions.place(pool, steps.get(), number);
        }
        Await.until(
            () -> "all steps done",
            LIMIT,
            () -> value(pool, "SELECT count(*) FROM order_steps") == 0);
      }
      assertThat(sent)
          .containsExactlyInAnyOrder(
              "order-placed-1: order placed",
              "order-placed-2: order placed",
              "order-placed-3: order placed");
      assertThat(value(pool, "SELECT count(*) FROM invoices")).isEqualTo(3);
      assertThat(value(pool, "SELECT invoices FROM revenue")).isEqualTo(3);
    }
  }

  private static void run(HikariDataSource pool, String... statements) throws SQLException {
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  private static long value(HikariDataSource pool, String sql) throws SQLException {
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      return rows.getLong(1);
    }
  }
}
