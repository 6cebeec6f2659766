package io.github.rowqueue.internal.form;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.github.rowqueue.servers.DatabaseKind;
import io.github.rowqueue.servers.TestDatabase;
import java.util.List;

/** A database and a driver for it, and the column types that keep times there. */
enum TimeLane {
  POSTGRESQL(
      DatabaseKind.POSTGRESQL,
      List.of("timestamptz", "timestamptz(0)", "timestamp", "timestamp(3)", "bigint")),
  MYSQL(DatabaseKind.MYSQL, List.of("datetime(6)", "datetime(3)", "datetime", "bigint")),
  MARIADB(DatabaseKind.MARIADB, List.of("datetime(6)", "datetime(3)", "datetime", "bigint")),
  /**
   * To a MariaDB before 11, which it takes for MySQL 5.5.5, it sends no fraction of any
   * LocalDateTime. The option makes it do so to every server.
   */
  CONNECTOR_J_ON_MARIADB(
      DatabaseKind.MARIADB, List.of("datetime(6)", "datetime(3)", "datetime", "bigint")),
  SQLITE(DatabaseKind.SQLITE, List.of("text", "bigint")),
  H2(
      DatabaseKind.H2,
      List.of(
          "timestamp with time zone",
          "timestamp(0) with time zone",
          "timestamp",
          "timestamp(9)",
          "timestamp(0)",
          "bigint"));

  private final DatabaseKind kind;
  private final List<String> types;

  TimeLane(DatabaseKind kind, List<String> types) {
    this.kind = kind;
    this.types = types;
  }

  DatabaseKind kind() {
    return kind;
  }

  List<String> types() {
    return types;
  }

  /** What turns a column of {@code type} into text in UTC, without the library and its drivers. */
  String utcText(String type, String column) {
    boolean zoned = type.contains("zone") || type.startsWith("timestamptz");
    String value = zoned ? "(%s at time zone 'UTC')".formatted(column) : column;
    boolean mySql = kind == DatabaseKind.MYSQL || kind == DatabaseKind.MARIADB;
    return "cast(%s as %s)".formatted(value, mySql ? "char" : "varchar(60)");
  }

  HikariDataSource pool(TestDatabase test) {
    if (this != CONNECTOR_J_ON_MARIADB) {
      return test.pool(2);
    }
    String address = test.jdbcUrl().replaceFirst("\\?.*", "");
    HikariConfig config = new HikariConfig();
    config.setMaximumPoolSize(2);
    config.setJdbcUrl(
        address.replaceFirst("jdbc:mariadb:", "jdbc:mysql:")
            + "?sslMode=DISABLED&allowPublicKeyRetrieval=true&sendFractionalSeconds=false");
    config.setUsername(test.username());
    config.setPassword(test.password());
    return new HikariDataSource(config);
  }
}
