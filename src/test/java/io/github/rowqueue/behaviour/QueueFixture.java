package io.github.rowqueue.behaviour;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.github.rowqueue.Rowqueue;
import io.github.rowqueue.RowqueueBuilder;
import io.github.rowqueue.dialect.Dialect;
import io.github.rowqueue.dialect.Dialects;
import io.github.rowqueue.servers.DatabaseKind;
import io.github.rowqueue.servers.TestDatabase;
import io.github.rowqueue.servers.TestDatabases;
import io.github.rowqueue.subscribe.Subscription;
import io.github.rowqueue.table.Table;
import io.github.rowqueue.table.TableSpec;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A fresh database with the tables a test asks for, and what tests ask of it. Closing it drops
 * everything.
 */
final class QueueFixture implements AutoCloseable {

  /** How long anything here may take before the test fails instead of hanging. */
  static final Duration LIMIT = Duration.ofSeconds(30);

  private final TestDatabase database;
  private final Dialect dialect;
  private final HikariDataSource pool;
  private final List<Rowqueue> running = new ArrayList<>();

  QueueFixture(DatabaseKind kind, int poolSize) {
    this.database = TestDatabases.create(kind);
    this.dialect = dialect(kind);
    this.pool = database.pool(poolSize);
  }

  static Dialect dialect(DatabaseKind kind) {
    return switch (kind) {
      case POSTGRESQL -> Dialects.postgresql();
      case MYSQL -> Dialects.mySql();
      case MARIADB -> Dialects.mariaDb();
      case SQLITE -> Dialects.sqlite();
      case H2 -> Dialects.h2();
    };
  }

  TestDatabase database() {
    return database;
  }

  Dialect dialect() {
    return dialect;
  }

  DataSource pool() {
    return pool;
  }

  /** Creates the table and the indexes its description asks for. */
  void createTable(TableSpec spec) throws SQLException {
    database.execute(dialect.ddl(spec).toArray(String[]::new));
  }

  void createTable(Class<?> rowClass) throws SQLException {
    createTable(Table.of(rowClass).spec());
  }

  /**
   * A builder with a short poll interval, so that tests do not wait for what only a poll can find.
   */
  RowqueueBuilder rowqueue(Subscription... subscriptions) {
    return Rowqueue.on(pool).pollInterval(Duration.ofMillis(100)).subscribe(subscriptions);
  }

  /** Starts {@code builder}; closed with this fixture at the latest. */
  Rowqueue start(RowqueueBuilder builder) {
    Rowqueue rowqueue = builder.start();
    running.add(rowqueue);
    return rowqueue;
  }

  Rowqueue start(Subscription... subscriptions) {
    return start(rowqueue(subscriptions));
  }

  /**
   * The first column of the first row; names in {@code sql} may be written unquoted on every
   * database but H2.
   */
  @Nullable Object value(String sql) throws SQLException {
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      return rows.next() ? rows.getObject(1) : null;
    }
  }

  long count(String table, String condition) throws SQLException {
    Object count =
        value("select count(*) from %s where %s".formatted(dialect.quote(table), condition));
    return count instanceof Number number ? number.longValue() : -1;
  }

  /** A column name as this database quotes it. */
  String q(String name) {
    return dialect.quote(name);
  }

  void execute(String... sql) throws SQLException {
    database.execute(sql);
  }

  /** Waits for a condition without sleeping a fixed time. */
  static void await(String what, BooleanSupplier condition) throws InterruptedException {
    CountDownLatch never = new CountDownLatch(1);
    long deadline = System.nanoTime() + LIMIT.toNanos();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("waited %s for: %s", LIMIT, what).isLessThan(deadline);
      assertThat(never.await(5, TimeUnit.MILLISECONDS)).isFalse();
    }
  }

  @Override
  public void close() {
    running.forEach(Rowqueue::close);
    pool.close();
    database.close();
  }
}
