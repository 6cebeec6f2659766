package io.github.rowqueue.dialect;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;

final class SqliteExecutedStatementsTest extends ExecutedStatementsTest {

  private static final DateTimeFormatter FORMAT =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'+00:00'").withZone(ZoneOffset.UTC);

  SqliteExecutedStatementsTest() {
    super(Dialects.sqlite());
  }

  @Override
  Connection connect() throws SQLException {
    return DriverManager.getConnection("jdbc:sqlite::memory:");
  }

  @Override
  Object time(Instant instant) {
    return FORMAT.format(instant);
  }

  @Override
  List<String> createSchema(String schema) {
    return List.of("attach ':memory:' as `" + schema + "`");
  }
}
