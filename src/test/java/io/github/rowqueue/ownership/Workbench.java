package io.github.rowqueue.ownership;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.github.rowqueue.Rowqueue;
import io.github.rowqueue.RowqueueBuilder;
import io.github.rowqueue.codec.Codecs;
import io.github.rowqueue.dialect.Dialect;
import io.github.rowqueue.dialect.Dialects;
import io.github.rowqueue.faults.FaultyDataSource;
import io.github.rowqueue.internal.form.ProcessKeys;
import io.github.rowqueue.servers.DatabaseKind;
import io.github.rowqueue.servers.TestDatabase;
import io.github.rowqueue.servers.TestDatabases;
import io.github.rowqueue.subscribe.Subscription;
import io.github.rowqueue.subscribe.SubscriptionBuilder;
import io.github.rowqueue.table.Table;
import io.github.rowqueue.table.TableName;
import io.github.rowqueue.table.TableSpec;
import io.github.rowqueue.testing.Await;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A fresh database with the tables of this package, seen through a {@link FaultyDataSource}. */
final class Workbench implements AutoCloseable {

  static final String GROUP = "orders";
  static final TableSpec JOBS = Table.of(Job.class).spec();
  static final TableSpec LOCKED = Table.of(LockedJob.class).spec();
  static final TableSpec KEYED = Table.of(KeyedJob.class).spec();
  static final TableSpec PLAIN = Table.of(PlainJob.class).spec();
  static final TableName DEAD = new TableName("", "jobs_dead");

  /** How long anything here may take before the test fails instead of hanging. */
  private static final Duration LIMIT = Duration.ofSeconds(30);

  final DatabaseKind kind;
  final Dialect dialect;
  final HikariDataSource pool;
  final FaultyDataSource faults;
  final Seen seen = new Seen();
  private final TestDatabase database;
  private final List<Rowqueue> running = new ArrayList<>();

  Workbench(DatabaseKind kind) throws SQLException {
    this(kind, 8);
  }

  Workbench(DatabaseKind kind, int poolSize, String... settings) throws SQLException {
    this.kind = kind;
    this.database = TestDatabases.create(kind);
    this.dialect = dialect(kind);
    List<TableSpec> specs =
        kind == DatabaseKind.SQLITE
            ? List.of(JOBS, PLAIN, KEYED)
            : List.of(JOBS, PLAIN, KEYED, LOCKED);
    for (TableSpec spec : specs) {
      database.execute(dialect.ddl(spec).toArray(String[]::new));
    }
    database.execute(
        dialect.ddl(JOBS).stream()
            .map(sql -> sql.replace("jobs", "jobs_dead"))
            .toArray(String[]::new));
    database.execute(settings);
    this.pool = database.pool(poolSize);
    this.faults = new FaultyDataSource(pool, dialect, specs, List.of(DEAD));
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

  static Stream<DatabaseKind> databases() {
    return Stream.of(DatabaseKind.values()).filter(kind -> !TestDatabases.leftOut().contains(kind));
  }

  static Stream<DatabaseKind> withRowLocks() {
    return databases().filter(kind -> kind != DatabaseKind.SQLITE);
  }

  static Stream<DatabaseKind> servers() {
    return databases().filter(DatabaseKind::isServer);
  }

  TestDatabase database() {
    return database;
  }

  static SubscriptionBuilder<String> jobs() {
    return Subscription.of(GROUP, Job.class).codec(Codecs.text());
  }

  static SubscriptionBuilder<String> lockedJobs() {
    return Subscription.of(GROUP, LockedJob.class).codec(Codecs.text());
  }

  static SubscriptionBuilder<String> keyedJobs() {
    return Subscription.of(GROUP, KeyedJob.class).codec(Codecs.text());
  }

  static SubscriptionBuilder<String> plainJobs() {
    return Subscription.of("plain", PlainJob.class).codec(Codecs.text());
  }

  /** A {@code Rowqueue} that polls often and tells {@link #seen}. */
  RowqueueBuilder rowqueue(Subscription... subscriptions) {
    return Rowqueue.on(faults)
        .pollInterval(Duration.ofMillis(50))
        .drainTimeout(Duration.ofSeconds(3))
        .listener(seen)
        .subscribe(subscriptions);
  }

  /** Starts it; closed with this bench at the latest. */
  Rowqueue start(RowqueueBuilder builder) {
    Rowqueue rowqueue = builder.start();
    running.add(rowqueue);
    return rowqueue;
  }

  Rowqueue start(Subscription... subscriptions) {
    return start(rowqueue(subscriptions));
  }

  /** Writes rows as a service would by its own SQL: nobody is woken. */
  void insert(String table, String... payloads) throws SQLException {
    boolean grouped = !table.equals(PLAIN.table().name());
    String sql =
        grouped
            ? "insert into %s (%s, %s) values (?, ?)".formatted(q(table), q("payload"), q("grp"))
            : "insert into %s (%s) values (?)".formatted(q(table), q("payload"));
    try (Connection connection = database.dataSource().getConnection();
        PreparedStatement insert = connection.prepareStatement(sql)) {
      connection.setAutoCommit(false);
      for (String payload : payloads) {
        insert.setString(1, payload);
        if (grouped) {
          insert.setString(2, GROUP);
        }
        insert.addBatch();
      }
      insert.executeBatch();
      connection.commit();
    }
  }

  /** Makes rows look as a process left them that died in an attempt. */
  void abandon(String table, int attempt, String condition) throws SQLException {
    execute(
        "update %s set %s = %s, %s = %d where %s"
            .formatted(q(table), q("locked_until"), past(), q("attempt"), attempt + 1, condition));
  }

  /** Writes a row as a process left it that died in an attempt; nobody ever sees it fresh. */
  void insertAbandoned(String table, int attempt, String payload) throws SQLException {
    String sql =
        "insert into %s (%s, %s, %s, %s) values ('%s', '%s', %s, %d)"
            .formatted(
                q(table),
                q("payload"),
                q("grp"),
                q("locked_until"),
                q("attempt"),
                payload,
                GROUP,
                past(),
                attempt + 1);
    execute(sql);
  }

  /** A literal for a time long ago. */
  private String past() {
    return switch (kind) {
      case POSTGRESQL -> "timestamptz '2020-01-01 00:00:00+00'";
      case SQLITE -> "'2020-01-01T00:00:00.000+00:00'";
      default -> "timestamp '2020-01-01 00:00:00'";
    };
  }

  /** The first column of the first row, outside of the faults. */
  @Nullable Object value(String sql) {
    try (Connection connection = database.dataSource().getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      return rows.next() ? rows.getObject(1) : null;
    } catch (SQLException failed) {
      throw new IllegalStateException(sql, failed);
    }
  }

  /** The column of the first row as text; "null" without one. */
  String text(String column, String table, String condition) {
    String sql = "select %s from %s where %s".formatted(q(column), q(table), condition);
    try (Connection connection = database.dataSource().getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      return rows.next() ? String.valueOf(rows.getString(1)) : "null";
    } catch (SQLException failed) {
      throw new IllegalStateException(sql, failed);
    }
  }

  /** How many keys of this database are held, by sessions or by this process. */
  long heldKeys() {
    return switch (kind) {
      case POSTGRESQL, MYSQL, MARIADB -> holders().size();
      case SQLITE -> {
        Path file =
            ProcessKeys.canonical(String.valueOf(value("select file from pragma_database_list")))
                .orElseThrow();
        yield keys("sqlite:" + file, Optional.of(file));
      }
      case H2 ->
          keys("h2:" + value("select coalesce(database_path(), database())"), Optional.empty());
    };
  }

  private static long keys(String place, Optional<Path> file) {
    try (ProcessKeys keys = ProcessKeys.open(place, file).orElseThrow()) {
      return keys.size();
    }
  }

  /** The server's numbers of the sessions that hold keys, one per key. */
  private List<Long> holders() {
    if (kind == DatabaseKind.POSTGRESQL) {
      return numbers(
          "select pid from pg_locks where locktype = 'advisory' and database ="
              + " (select oid from pg_database where datname = current_database())");
    }
    // A key that is left locked has its row no more; so look for those there may have been.
    List<Long> all = new ArrayList<>();
    for (String key : KEYS) {
      all.addAll(
          numbers(
              "select * from (select is_used_lock(concat(lower(database()), '.orders/%s')) id) k"
                      .formatted(key)
                  + " where id is not null"));
    }
    return all;
  }

  /** The payloads of rows whose keys are looked for. */
  private static final List<String> KEYS =
      Stream.concat(
              Stream.of("a", "b", "gone", "next", "poison", "good", "bad"),
              IntStream.range(0, 50).mapToObj(i -> "p" + i))
          .toList();

  private List<Long> numbers(String sql) {
    try (Connection connection = database.dataSource().getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      List<Long> all = new ArrayList<>();
      while (rows.next()) {
        all.add(rows.getLong(1));
      }
      return all;
    } catch (SQLException failed) {
      throw new IllegalStateException(sql, failed);
    }
  }

  /** Ends every session that holds a key, as an operator would. */
  void killHolders() throws SQLException {
    for (long id : new TreeSet<>(holders())) {
      execute(
          kind == DatabaseKind.POSTGRESQL
              ? "select pg_terminate_backend(" + id + ")"
              : "kill " + id);
    }
  }

  long count(String table, String condition) {
    Object count = value("select count(*) from %s where %s".formatted(q(table), condition));
    return ((Number) count).longValue();
  }

  /** A condition: {@code column} holds {@code value}. */
  String is(String column, Object value) {
    return q(column) + " = " + (value instanceof Number ? value : "'" + value + "'");
  }

  String isNull(String column) {
    return q(column) + " is null";
  }

  String q(String name) {
    return dialect.quote(name);
  }

  void execute(String... sql) throws SQLException {
    database.execute(sql);
  }

  /** Waits for a condition without sleeping a fixed time. */
  static void await(String what, Await.Condition<Exception> condition) throws Exception {
    await(what, LIMIT, condition);
  }

  static void await(Supplier<String> what, Await.Condition<Exception> condition) throws Exception {
    Await.until(what, LIMIT, condition);
  }

  static void await(String what, Duration limit, Await.Condition<Exception> condition)
      throws Exception {
    Await.until(() -> what, limit, condition);
  }

  /** Waits in a handler until the test lets it go on, which may wait for several things before. */
  static void await(CountDownLatch gate) throws InterruptedException {
    assertThat(gate.await(4 * LIMIT.toSeconds(), TimeUnit.SECONDS)).as("the gate opened").isTrue();
  }

  static Instant now() {
    return Instant.now();
  }

  @Override
  public void close() {
    running.forEach(Rowqueue::close);
    pool.close();
    database.close();
  }
}
