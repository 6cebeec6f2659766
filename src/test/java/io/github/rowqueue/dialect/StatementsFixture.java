package io.github.rowqueue.dialect;

import io.github.rowqueue.table.TableSpec;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A database of its own for each test, and its tables and rows. */
abstract class StatementsFixture {

  static final Instant NOW = Instant.parse("2026-01-01T10:00:00Z");

  final Dialect dialect;
  Connection connection;

  StatementsFixture(Dialect dialect) {
    this.dialect = dialect;
  }

  /** A connection to an empty database. */
  abstract Connection connect() throws SQLException;

  /** A time as this database's columns take it. */
  abstract Object time(Instant instant);

  @BeforeEach
  void open() throws SQLException {
    connection = connect();
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
  }

  /** What must exist before a table in {@code schema} can be created. */
  List<String> createSchema(String schema) {
    return List.of("create schema " + dialect.quote(schema));
  }

  void insert(int priority, int due) throws SQLException {
    String sql =
        "insert into %s (%s, %s, %s, %s) values ('a', ?, ?, ?)"
            .formatted(
                dialect.quote("jobs"),
                dialect.quote("grp"),
                dialect.quote("priority"),
                dialect.quote("retry_after"),
                dialect.quote("payload"));
    try (PreparedStatement prepared = connection.prepareStatement(sql)) {
      prepared.setInt(1, priority);
      prepared.setObject(2, time(NOW.plusSeconds(due)));
      prepared.setBytes(3, new byte[] {1});
      prepared.executeUpdate();
    }
  }

  int count(String table) throws SQLException {
    return new StatementRun()
        .rows(
            connection,
            new Statement("count", "select count(*) from " + dialect.quote(table), List.of()),
            row -> ((Number) row.values().iterator().next()).intValue())
        .get(0);
  }

  void create(TableSpec spec) throws SQLException {
    for (String statement : dialect.ddl(spec)) {
      run(statement);
    }
    run(deadLetters(dialect.ddl(spec).get(0)));
  }

  private String deadLetters(String createTable) {
    String name = createTable.substring(0, createTable.indexOf(" ("));
    return createTable.replace(name, "create table " + dialect.quote(ReferenceTables.DEAD.name()));
  }

  void run(String sql) throws SQLException {
    try (java.sql.Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
