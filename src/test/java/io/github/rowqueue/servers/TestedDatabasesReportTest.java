package io.github.rowqueue.servers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * The report's lines are read by scripts, so their form is a promise. That tests are counted by
 * class shows in the file this very run leaves behind.
 */
class TestedDatabasesReportTest {

  @Test
  void each_database_has_a_line() {
    try (TestDatabase h2 = TestDatabases.create(DatabaseKind.H2)) {
      List<String> lines = TestedDatabasesReport.lines(Map.of(DatabaseKind.H2, 7));

      assertThat(lines).hasSize(DatabaseKind.values().length);
      assertThat(lines)
          .contains("database=h2 version=" + h2.version() + " source=in-process tests=7");
    }
  }
}
