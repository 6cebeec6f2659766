package io.github.rowqueue.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowqueue.dialect.Param.Meaning;
import io.github.rowqueue.table.TableSpec;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

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

  @Test
  void a_row_lock_retry_counts_and_delays_by_whole_microseconds_of_the_databases_clock()
      throws SQLException {
    TableSpec spec = ReferenceTables.databaseClock();
    create(ReferenceTables.lease());
    insert(1, -60);
    assertThat(claim(dialect.rowLockClaim(spec), 1)).containsExactly("1 attempt 1");
    StatementRun values = new StatementRun().list(Meaning.ID, 1).set(Meaning.ATTEMPT_ROOM, 32766);
    values.set(Meaning.LAST_ERROR, "because").set(Meaning.DELAY, 3_600_000_000L);
    assertThat(values.update(connection, dialect.rowLockSettle(spec, Event.RETRY))).isOne();
    assertThat(claim(dialect.rowLockClaim(spec), 1)).containsExactly("1 attempt 2");
    assertThat(values.update(connection, dialect.rowLockSettle(spec, Event.RETRY_AFTER))).isOne();
    assertThat(claim(dialect.rowLockClaim(spec), 1)).isEmpty();
    values.set(Meaning.DELAY, -1_000_000L);
    assertThat(values.update(connection, dialect.rowLockSettle(spec, Event.RETRY_AFTER))).isOne();
    assertThat(claim(dialect.rowLockClaim(spec), 1)).containsExactly("1 attempt 4");
    assertThat(values.update(connection, dialect.rowLockSettle(spec, Event.ACK))).isOne();
    assertThat(claim(dialect.rowLockClaim(spec), 1)).isEmpty();
    assertThat(count("jobs")).isOne();
  }
}
