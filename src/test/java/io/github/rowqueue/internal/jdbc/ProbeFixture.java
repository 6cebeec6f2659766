package io.github.rowqueue.internal.jdbc;

import io.github.rowqueue.dialect.Dialect;
import io.github.rowqueue.dialect.Dialects;
import io.github.rowqueue.servers.DatabaseKind;
import io.github.rowqueue.servers.TestDatabase;
import io.github.rowqueue.servers.TestDatabases;
import io.github.rowqueue.table.TableName;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.TimeZone;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;

/** One database for all tests of a class, in a JVM whose zone is neither UTC nor the session's. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ProbeFixture {

  static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final TimeZone ZONE = TimeZone.getDefault();

  final DatabaseKind kind;
  private @Nullable TestDatabase opened;
  private @Nullable Database learnt;

  ProbeFixture(DatabaseKind kind) {
    this.kind = kind;
  }

  @BeforeAll
  void open() throws SQLException {
    TimeZone.setDefault(TimeZone.getTimeZone("Europe/Berlin"));
    opened = TestDatabases.create(kind);
    learnt = Database.connect(opened.dataSource(), (product, version) -> dialect());
  }

  @AfterAll
  void close() {
    TimeZone.setDefault(ZONE);
    if (opened != null) {
      opened.close();
    }
  }

  final TestDatabase test() {
    return java.util.Objects.requireNonNull(opened);
  }

  final Database database() {
    return java.util.Objects.requireNonNull(learnt);
  }

  final Dialect dialect() {
    return switch (kind) {
      case POSTGRESQL -> Dialects.postgresql();
      case MYSQL -> Dialects.mySql();
      case MARIADB -> Dialects.mariaDb();
      case SQLITE -> Dialects.sqlite();
      case H2 -> Dialects.h2();
    };
  }

  final Optional<TableInfo> probe(String schema, String name) throws SQLException {
    try (Connection connection = test().dataSource().getConnection()) {
      return DatabaseProbe.read(connection, new TableName(schema, name));
    }
  }

  final TableInfo table(String name) throws SQLException {
    return probe("", name).orElseThrow();
  }

  final ColumnInfo column(String table, String name) throws SQLException {
    return table(table).column(name).orElseThrow();
  }

  final String q(String name) {
    return dialect().quote(name);
  }

  /** A name as this database keeps it when it is not quoted. */
  final String folded(String name) {
    return kind == DatabaseKind.H2 ? name.toUpperCase(java.util.Locale.ROOT) : name;
  }
}
