package io.github.rowqueue.internal.subscriber;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.zaxxer.hikari.HikariDataSource;
import io.github.rowqueue.dialect.Dialects;
import io.github.rowqueue.dialect.OtherTime;
import io.github.rowqueue.internal.clock.AlignedClock;
import io.github.rowqueue.internal.jdbc.Database;
import io.github.rowqueue.servers.DatabaseKind;
import io.github.rowqueue.servers.TestDatabase;
import io.github.rowqueue.servers.TestDatabases;
import java.sql.SQLException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.LoggerFactory;

class ClockKeeperTest {

  /** Far more than a machine needs to answer, far less than the error of a wrong zone. */
  private static final Duration CLOSE = Duration.ofMinutes(10);

  private final Logger logger = (Logger) LoggerFactory.getLogger(ClockKeeper.class);
  private final ListAppender<ILoggingEvent> lines = new ListAppender<>();

  @BeforeEach
  void listen() {
    lines.start();
    logger.addAppender(lines);
  }

  @AfterEach
  void listenNoMore() {
    logger.detachAppender(lines);
  }

  @ParameterizedTest
  @EnumSource(DatabaseKind.class)
  void the_databases_clock_is_read_in_utc_in_whatever_zone_sessions_are(DatabaseKind kind)
      throws SQLException {
    try (TestDatabase test = TestDatabases.create(kind);
        HikariDataSource pool = test.pool(1)) {
      ClockKeeper keeper =
          keeper(Database.connect(pool, Dialects::forProduct), Duration.ofHours(1));
      keeper.measure();
      assertThat(keeper.offset().abs()).isLessThan(CLOSE);
      assertThat(warnings()).isEmpty();
    }
  }

  @Test
  void a_database_ahead_moves_the_clock_and_is_warned_of() throws SQLException {
    try (TestDatabase test = TestDatabases.create(DatabaseKind.H2)) {
      ClockKeeper keeper = keeper(ahead(test, Duration.ofHours(3)), Duration.ofSeconds(30));
      keeper.measure();
      assertThat(keeper.offset()).isCloseTo(Duration.ofHours(3), CLOSE);
      assertThat(keeper.instant())
          .isCloseTo(
              java.time.Instant.now().plus(Duration.ofHours(3)),
              within(CLOSE.toMinutes(), ChronoUnit.MINUTES));
      assertThat(warnings())
          .singleElement()
          .asString()
          .matches(
              "the database's clock is PT[\\dHM.S]+ ahead of this host's \\(negative: behind\\); Rowqueue allows for it, but set the clocks");
    }
  }

  @Test
  void a_database_behind_is_warned_of() throws SQLException {
    try (TestDatabase test = TestDatabases.create(DatabaseKind.H2)) {
      ClockKeeper keeper = keeper(ahead(test, Duration.ofHours(-3)), Duration.ofSeconds(30));
      keeper.measure();
      assertThat(keeper.offset()).isNegative();
      assertThat(warnings()).hasSize(1);
    }
  }

  @Test
  void a_skew_within_a_quarter_of_the_shortest_lease_is_allowed_for_in_silence()
      throws SQLException {
    try (TestDatabase test = TestDatabases.create(DatabaseKind.H2)) {
      Database database = ahead(test, Duration.ofHours(3));
      keeper(database, Duration.ofHours(14)).measure();
      assertThat(warnings()).isEmpty();
      keeper(database, Duration.ofHours(10)).measure();
      assertThat(warnings()).hasSize(1);
    }
  }

  @Test
  void a_database_that_does_not_answer_leaves_the_clock_as_it_runs() throws SQLException {
    try (TestDatabase test = TestDatabases.create(DatabaseKind.H2)) {
      Database database =
          Database.connect(
              test.dataSource(), (product, version) -> OtherTime.told("select nothing"));
      ClockKeeper keeper = keeper(database, Duration.ofSeconds(30));
      keeper.measure();
      assertThat(keeper.offset().abs()).isLessThan(CLOSE);
      assertThat(warnings())
          .containsExactly(
              "the database's clock could not be read; this host's clock runs on from the last measurement");
    }
  }

  private static ClockKeeper keeper(Database database, Duration shortestLease) {
    return new ClockKeeper(new AlignedClock(), database, shortestLease);
  }

  private static Database ahead(TestDatabase test, Duration skew) throws SQLException {
    return Database.connect(test.dataSource(), (product, version) -> OtherTime.ahead(skew));
  }

  private List<String> warnings() {
    return lines.list.stream()
        .filter(line -> line.getLevel() == Level.WARN)
        .map(ILoggingEvent::getFormattedMessage)
        .toList();
  }
}
