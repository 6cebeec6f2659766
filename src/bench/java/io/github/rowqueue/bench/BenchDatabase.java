package io.github.rowqueue.bench;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.github.rowqueue.dialect.Dialect;
import io.github.rowqueue.dialect.Dialects;
import io.github.rowqueue.servers.DatabaseKind;
import io.github.rowqueue.servers.TestDatabase;
import io.github.rowqueue.servers.TestDatabases;
import io.github.rowqueue.table.TableSpec;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A fresh database, its pool, and the tables contenders run on. */
final class BenchDatabase implements AutoCloseable {

  private static final int ROWS_PER_INSERT = 500;
  private static final int INSERTS_PER_COMMIT = 20;

  private final DatabaseKind kind;
  private final TestDatabase database;
  private final HikariDataSource pool;
  private final Dialect dialect;

  /**
   * Creates the database, on a server whose commits are durable.
   *
   * @param durable whether commits wait for the disk here too
   */
  BenchDatabase(DatabaseKind kind, int connections, boolean durable) throws SQLException {
    this.kind = kind;
    this.database = TestDatabases.create(kind, durable ? Map.of() : hasty(kind));
    if (kind == DatabaseKind.MYSQL || kind == DatabaseKind.MARIADB) {
      database.execute("set global innodb_flush_log_at_trx_commit = " + (durable ? 1 : 2));
    }
    this.pool = database.pool(connections);
    if (durable && kind == DatabaseKind.POSTGRESQL) {
      requireDurable();
    }
    this.dialect =
        switch (kind) {
          case POSTGRESQL -> Dialects.postgresql();
          case MYSQL -> Dialects.mySql();
          case MARIADB -> Dialects.mariaDb();
          case SQLITE -> Dialects.sqlite();
          case H2 -> Dialects.h2();
        };
  }

  /** A figure of commits that wait must come from a server whose commits do. */
  private void requireDurable() throws SQLException {
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement()) {
      for (String setting : List.of("fsync", "synchronous_commit", "full_page_writes")) {
        try (ResultSet told = statement.executeQuery("show " + setting)) {
          told.next();
          if (!told.getString(1).equals("on")) {
            throw new IllegalStateException(
                "durable=true needs a PostgreSQL server with %s on, not %s"
                    .formatted(setting, told.getString(1)));
          }
        }
      }
    }
  }

  /** The driver's options that keep commits from waiting for the disk. */
  private static Map<String, String> hasty(DatabaseKind kind) {
    return switch (kind) {
      case POSTGRESQL -> Map.of("options", "-c%20synchronous_commit=off");
      case SQLITE -> Map.of("synchronous", "OFF");
      case MYSQL, MARIADB, H2 -> Map.of();
    };
  }

  DatabaseKind kind() {
    return kind;
  }

  HikariDataSource pool() {
    return pool;
  }

  /** For a process of its own. */
  String jdbcUrl() {
    return database.jdbcUrl();
  }

  String username() {
    return database.username();
  }

  String password() {
    return database.password();
  }

  /** Another pool, for another process; the caller closes it. */
  HikariDataSource morePool(int connections) {
    return database.pool(connections);
  }

  /** The same with options of the driver, beside those of all pools. */
  HikariDataSource morePool(int connections, Map<String, String> options) {
    if (options.isEmpty()) {
      return morePool(connections);
    }
    String url = database.jdbcUrl();
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(
        options.entrySet().stream()
            .map(option -> option.getKey() + "=" + option.getValue())
            .collect(Collectors.joining("&", url + (url.contains("?") ? "&" : "?"), "")));
    config.setUsername(database.username());
    config.setPassword(database.password());
    config.setMaximumPoolSize(connections);
    return new HikariDataSource(config);
  }

  Dialect dialect() {
    return dialect;
  }

  /** Creates the table of {@code spec} anew, with its indexes. */
  void create(TableSpec spec) throws SQLException {
    drop(spec);
    database.execute(dialect.ddl(spec).toArray(String[]::new));
  }

  void drop(TableSpec spec) throws SQLException {
    database.execute("drop table if exists " + dialect.quote(spec.table().name()));
  }

  /** Writes rows of all keys in turn, and lets the database look at them. */
  void fill(TableSpec spec, int keys, int rowsPerKey) throws SQLException {
    String table = dialect.quote(spec.table().name());
    String insert =
        "insert into %s (%s, %s) values "
            .formatted(table, dialect.quote("account"), dialect.quote("payload"));
    long rows = (long) keys * rowsPerKey;
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      int inserts = 0;
      for (long row = 0; row < rows; row += ROWS_PER_INSERT) {
        statement.execute(insert + values(row, Math.min(rows, row + ROWS_PER_INSERT), keys));
        if (++inserts % INSERTS_PER_COMMIT == 0) {
          connection.commit();
        }
      }
      connection.commit();
      connection.setAutoCommit(true);
      statement.execute(
          switch (kind) {
            case POSTGRESQL -> "vacuum analyze " + table;
            case MYSQL, MARIADB -> "analyze table " + table;
            case SQLITE, H2 -> "analyze";
          });
    }
  }

  /** Numbers alone are written into the text, so that one statement can hold many rows. */
  private static String values(long from, long to, int keys) {
    StringBuilder values = new StringBuilder();
    for (long row = from; row < to; row++) {
      long key = row % keys;
      values
          .append(row == from ? "" : ", ")
          .append("('k%d', '{\"key\":%d,\"number\":%d}')".formatted(key, key, row / keys));
    }
    return values.toString();
  }

  long count(TableSpec spec) throws SQLException {
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery("select count(*) from " + dialect.quote(spec.table().name()))) {
      rows.next();
      return rows.getLong(1);
    }
  }

  /** What the record of a run says about this database. */
  Map<String, String> described(boolean durable) throws SQLException {
    Map<String, String> all = new LinkedHashMap<>();
    all.put("database", kind.id());
    all.put("version", database.version());
    all.put("source", database.source());
    try (Connection connection = pool.getConnection()) {
      all.put(
          "driver",
          connection.getMetaData().getDriverName()
              + " "
              + connection.getMetaData().getDriverVersion());
    }
    all.put("commits", commits(durable));
    return all;
  }

  private String commits(boolean durable) {
    return switch (kind) {
      case POSTGRESQL ->
          durable
              ? "durable: fsync, synchronous_commit and full_page_writes on"
              : "not durable: fsync, synchronous_commit and full_page_writes off";
      case MYSQL, MARIADB ->
          durable
              ? "durable: innodb_flush_log_at_trx_commit 1, no binary log"
              : "not durable: innodb_flush_log_at_trx_commit 2, no binary log";
      case SQLITE ->
          "a file in WAL mode, " + (durable ? "durable: synchronous FULL" : "synchronous OFF");
      case H2 -> "in memory";
    };
  }

  @Override
  public void close() {
    pool.close();
    database.close();
  }

  /** A time as this database's column takes it. */
  Object time(Instant instant) {
    return RawTime.of(kind, instant);
  }
}
