package io.github.rowqueue.dialect;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;

final class H2ExecutedStatementsTest extends ExecutedStatementsTest {

  H2ExecutedStatementsTest() {
    super(Dialects.h2());
  }

  @Override
  Connection connect() throws SQLException {
    return DriverManager.getConnection("jdbc:h2:mem:");
  }

  @Override
  Object time(Instant instant) {
    return LocalDateTime.ofInstant(instant, ZoneOffset.UTC);
  }
}
