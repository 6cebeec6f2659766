package io.github.rowqueue.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * What every test may expect of its database, whatever the kind and wherever it came from. The kit
 * is tested by itself, so that a broken database does not look like a broken Rowqueue.
 */
abstract class TestDatabaseContract {
  private final DatabaseKind kind;
  private TestDatabase database;

  TestDatabaseContract(DatabaseKind kind) {
    this.kind = kind;
  }

  @BeforeEach
  void create() {
    assumeFalse(TestDatabases.leftOut().contains(kind), kind + " is left out");
    database = TestDatabases.create(kind);
  }

  @AfterEach
  void close() {
    if (database != null) {
      database.close();
    }
  }

  @Test
  void a_table_keeps_its_rows() throws SQLException {
    database.execute(
        "CREATE TABLE t (id INT PRIMARY KEY, name VARCHAR(20))",
        "INSERT INTO t VALUES (1, 'grün'), (2, '二')");

    assertThat(texts(database, "SELECT name FROM t ORDER BY id")).containsExactly("grün", "二");
  }

  @Test
  void version_and_source_are_known() {
    assertThat(database.version()).matches("\\d+(\\.\\d+)+");
    assertThat(database.source()).matches("env|docker:.+|maven:\\d.*|in-process");
    assertThat(database.kind()).isEqualTo(kind);
    assertThat(database.serverPid().isPresent()).isEqualTo(database.source().startsWith("maven"));
  }

  @Test
  void two_databases_are_separate() throws SQLException {
    try (TestDatabase other = TestDatabases.create(kind)) {
      database.execute("CREATE TABLE t (id INT PRIMARY KEY)", "INSERT INTO t VALUES (1)");
      other.execute("CREATE TABLE t (id INT PRIMARY KEY)");

      assertThat(texts(other, "SELECT id FROM t")).isEmpty();
    }
    assertThat(texts(database, "SELECT id FROM t")).containsExactly("1");
  }

  @Test
  void a_pool_connects() throws SQLException {
    try (HikariDataSource pool = database.pool(2);
        Connection first = pool.getConnection();
        Connection second = pool.getConnection()) {
      assertThat(first.isValid(1)).isTrue();
      assertThat(second.isValid(1)).isTrue();
    }
  }

  @Test
  void url_options_reach_the_driver() throws SQLException {
    Map<String, String> option =
        switch (kind) {
          case POSTGRESQL -> Map.of("ApplicationName", "rq");
          case MYSQL, MARIADB -> Map.of("sessionVariables", "lock_wait_timeout=17");
          case SQLITE -> Map.of("busy_timeout", "17");
          case H2 -> Map.of("MODE", "MySQL");
        };
    try (TestDatabase other = TestDatabases.create(kind, option)) {
      String query =
          switch (kind) {
            case POSTGRESQL -> "SHOW application_name";
            case MYSQL, MARIADB -> "SELECT @@lock_wait_timeout";
            case SQLITE -> "PRAGMA busy_timeout";
            case H2 ->
                "SELECT setting_value FROM information_schema.settings WHERE setting_name='MODE'";
          };
      assertThat(texts(other, query)).first().isIn("rq", "17", "MySQL");
    }
  }

  @Test
  void closing_drops_the_database_even_under_an_open_transaction() throws SQLException {
    database.execute("CREATE TABLE t (id INT PRIMARY KEY)");
    try (Connection open = database.dataSource().getConnection()) {
      open.setAutoCommit(false);
      texts(open, "SELECT id FROM t");
      database.close();
      database.close(); // the second time does nothing
    } catch (SQLException endedByServer) {
      // Connector/J complains when it closes a connection that the server has ended
    }
    assertThatThrownBy(() -> texts(database, "SELECT id FROM t")).isInstanceOf(SQLException.class);
  }

  final TestDatabase database() {
    return database;
  }

  static List<String> texts(TestDatabase database, String query) throws SQLException {
    try (Connection connection = database.dataSource().getConnection()) {
      return texts(connection, query);
    }
  }

  static List<String> texts(Connection connection, String query) throws SQLException {
    List<String> texts = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      while (rows.next()) {
        texts.add(rows.getString(1));
      }
    }
    return texts;
  }
}
