package io.github.rowqueue.behaviour;

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
import io.github.rowqueue.testing.Await;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A fresh database with the tables a test asks for, and what tests ask of it. Closing it drops
 * everything.
 */
final class QueueFixture implements AutoCloseable {

  /** How long anything here may take before the test fails instead of hanging. */
  static final Duration LIMIT = Duration.ofSeconds(90);

  /** How long a subscription waits that found nothing; tests of wake-ups set a minute. */
  static final Duration POLL = Duration.ofMillis(50);

  private static final AtomicInteger GROUPS = new AtomicInteger();

  private final TestDatabase database;
  private final Dialect dialect;
  private final HikariDataSource pool;
  private final List<Rowqueue> running = new CopyOnWriteArrayList<>();
  private final Set<String> created = new HashSet<>();

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
    return Rowqueue.on(pool).pollInterval(POLL).subscribe(subscriptions);
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

  /** A group of its own for a test, so that tests can share a table. */
  static String newGroup() {
    return "g" + GROUPS.incrementAndGet();
  }

  /** The same table, empty; created when it is first asked for. */
  void emptied(Class<?> rowClass) throws SQLException {
    emptied(Table.of(rowClass).spec());
  }

  /** Whether {@link #emptied} has not created the table yet. */
  boolean isNew(Class<?> rowClass) {
    return !created.contains(Table.of(rowClass).spec().table().name());
  }

  /** Creates a table by other statements than its description suggests. */
  void created(Class<?> rowClass, List<String> ddl) throws SQLException {
    execute(ddl.toArray(String[]::new));
    created.add(Table.of(rowClass).spec().table().name());
  }

  void emptied(TableSpec spec) throws SQLException {
    if (created.add(spec.table().name())) {
      createTable(spec);
    } else {
      execute("delete from " + q(spec.table().name()));
    }
  }

  /** Writes jobs as a service would by its own SQL: nobody is woken. */
  void insert(JobForm form, String group, String... payloads) throws SQLException {
    insert(form.table(), group, List.of(payloads));
  }

  void insert(String table, String group, List<String> payloads) throws SQLException {
    String sql =
        "insert into %s (%s, %s) values (?, ?)".formatted(q(table), q("grp"), q("payload"));
    try (Connection connection = database.dataSource().getConnection();
        PreparedStatement insert = connection.prepareStatement(sql)) {
      connection.setAutoCommit(false);
      for (String payload : payloads) {
        insert.setString(1, group);
        insert.setString(2, payload);
        insert.addBatch();
      }
      insert.executeBatch();
      connection.commit();
    }
  }

  /** The rows of a group in the order of their ids. */
  List<StoredJob> rows(JobForm form, String group) throws SQLException {
    return rows(form.table(), form == JobForm.LEASE, group);
  }

  List<StoredJob> rows(String table, boolean lease, String group) throws SQLException {
    String sql =
        "select %s, %s, %s, %s, %s, %s from %s where %s = '%s' order by %s"
            .formatted(
                q("id"),
                q("grp"),
                q("attempt"),
                lease ? q("locked_until") : "null",
                q("last_error"),
                q("payload"),
                q(table),
                q("grp"),
                group,
                q("id"));
    List<StoredJob> all = new ArrayList<>();
    try (Connection connection = database.dataSource().getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      while (rows.next()) {
        all.add(
            new StoredJob(
                rows.getLong(1),
                rows.getString(2),
                rows.getLong(3),
                rows.getString(4) != null,
                rows.getString(5),
                rows.getString(6)));
      }
    }
    return all;
  }

  /** Waits until no row of the group is left. */
  void awaitGone(JobForm form, String group) throws InterruptedException {
    await("no rows of group " + group, () -> unchecked(() -> rows(form, group)).isEmpty());
  }

  static <T> T unchecked(Callable<T> call) {
    try {
      return call.call();
    } catch (Exception failed) {
      throw new IllegalStateException(failed);
    }
  }

  /** An instant as a literal of this database's time columns. */
  String time(Instant instant) {
    String text = instant.truncatedTo(ChronoUnit.SECONDS).toString().replace("Z", "");
    return switch (database.kind()) {
      case POSTGRESQL -> "timestamptz '%s+00'".formatted(text.replace('T', ' '));
      case MYSQL, MARIADB, H2 -> "timestamp '%s'".formatted(text.replace('T', ' '));
      case SQLITE -> "'%s.000+00:00'".formatted(text);
    };
  }

  /** Runs an update on a connection of its own; fails if it waits for a lock. */
  int update(String sql) throws SQLException {
    try (Connection connection = database.dataSource().getConnection();
        Statement statement = connection.createStatement()) {
      statement.setQueryTimeout(10);
      return statement.executeUpdate(sql);
    }
  }

  /** Sets columns of a group's rows: {@code set("lease_jobs", "g1", "attempt", "3", …)}. */
  int set(String table, String group, String... columnsAndValues) throws SQLException {
    List<String> sets = new ArrayList<>();
    for (int i = 0; i < columnsAndValues.length; i += 2) {
      sets.add(q(columnsAndValues[i]) + " = " + columnsAndValues[i + 1]);
    }
    return update(
        "update %s set %s where %s = '%s'"
            .formatted(q(table), String.join(", ", sets), q("grp"), group));
  }

  /** What another process's claim does to rows whose lease ran out. */
  void takeOver(String group) throws SQLException {
    set(
        "lease_jobs",
        group,
        "attempt",
        q("attempt") + " + 1",
        "locked_until",
        time(Instant.now().plusSeconds(3600)));
  }

  /** What a process leaves behind that died {@code crashes} times with these rows. */
  void abandon(String group, int crashes) throws SQLException {
    set(
        "lease_jobs",
        group,
        "attempt",
        String.valueOf(1 + crashes),
        "locked_until",
        time(Instant.now().minusSeconds(60)));
  }

  int connectionsInUse() {
    return pool.getHikariPoolMXBean().getActiveConnections();
  }

  /** Closes what a test started. */
  void stopAll() {
    running.forEach(Rowqueue::close);
    running.clear();
  }

  /** Waits for a condition without sleeping a fixed time. */
  static void await(String what, BooleanSupplier condition) throws InterruptedException {
    await(() -> what, condition);
  }

  static void await(Supplier<String> what, BooleanSupplier condition) throws InterruptedException {
    Await.until(what, LIMIT, condition::getAsBoolean);
  }

  @Override
  public void close() {
    stopAll();
    pool.close();
    database.close();
  }
}
