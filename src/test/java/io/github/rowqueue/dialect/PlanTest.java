package io.github.rowqueue.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowqueue.table.TableSpec;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The plans of the two databases that run in the process, on a table with the indexes of the DDL.
 */
final class PlanTest {

  private static final TableSpec SPEC = ReferenceTables.lease();

  @Test
  void sqlite_claims_in_index_order_also_after_analyze() throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite::memory:")) {
      Dialect sqlite = Dialects.sqlite();
      fill(
          connection,
          sqlite,
          "insert into jobs (grp, priority, retry_after, payload) with recursive s(n) as (select 1 union all"
              + " select n + 1 from s where n < 5000) select 'g' || (n % 3), n % 3,"
              + " '2020-01-01T00:00:00.' || printf('%03d', n % 1000) || '+00:00', x'01' from s");
      run(connection, "analyze");
      assertThat(plan(connection, "explain query plan ", sqlite.leaseClaim(SPEC).take(0)))
          .contains("SEARCH jobs USING INDEX jobs_claim (grp=?)")
          .doesNotContain("TEMP B-TREE")
          .doesNotContain("SCAN jobs");
      assertThat(plan(connection, "explain query plan ", sqlite.leaseClaimSuspect(SPEC).take(0)))
          .contains("USING INDEX jobs_suspect (locked_until<?)");
      for (int tokens : List.of(1, 2, 50)) {
        Write.Returning ack = (Write.Returning) sqlite.leaseWriteAll(SPEC, Event.ACK, tokens);
        assertThat(plan(connection, "explain query plan ", ack.statement()))
            .contains("SEARCH jobs USING INTEGER PRIMARY KEY (rowid=?)")
            .doesNotContain("SCAN jobs");
      }
    }
  }

  @Test
  void h2_reads_candidates_sorted_by_the_index_and_locks_by_id() throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:")) {
      Dialect h2 = Dialects.h2();
      fill(
          connection,
          h2,
          "insert into \"jobs\" (\"grp\", \"priority\", \"payload\") select 'g' || mod(x, 3), mod(x, 3), x'01' from"
              + " system_range(1, 5000)");
      run(connection, "analyze");
      Claim claim = h2.leaseClaim(SPEC);
      assertThat(plan(connection, "explain ", claim.candidates().orElseThrow()))
          .contains("jobs_claim")
          .contains("/* index sorted */");
      assertThat(plan(connection, "explain ", claim.take(10))).contains("PRIMARY_KEY");
      for (int tokens : List.of(1, 2, 50)) {
        Write.LockThenWrite ack = (Write.LockThenWrite) h2.leaseWriteAll(SPEC, Event.ACK, tokens);
        assertThat(plan(connection, "explain ", ack.lock())).contains("PRIMARY_KEY");
        assertThat(plan(connection, "explain ", ack.writes().get(0))).contains("PRIMARY_KEY");
      }
    }
  }

  private static void fill(Connection connection, Dialect dialect, String insert)
      throws SQLException {
    for (String statement : dialect.ddl(SPEC)) {
      run(connection, statement);
    }
    run(connection, insert);
  }

  private static String plan(Connection connection, String explain, Statement statement)
      throws SQLException {
    StringBuilder plan = new StringBuilder();
    try (PreparedStatement prepared = connection.prepareStatement(explain + statement.sql())) {
      for (int i = 1; i <= statement.params().size(); i++) {
        prepared.setString(
            i, statement.params().get(i - 1).meaning() == Param.Meaning.GROUP ? "g1" : "1");
      }
      try (ResultSet rows = prepared.executeQuery()) {
        while (rows.next()) {
          plan.append(rows.getString(rows.getMetaData().getColumnCount())).append('\n');
        }
      }
    }
    return plan.toString();
  }

  private static void run(Connection connection, String sql) throws SQLException {
    try (java.sql.Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
