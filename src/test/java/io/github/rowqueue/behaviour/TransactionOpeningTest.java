package io.github.rowqueue.behaviour;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowqueue.Rowqueue;
import io.github.rowqueue.codec.Codecs;
import io.github.rowqueue.servers.DatabaseKind;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.Settled;
import io.github.rowqueue.subscribe.Subscription;
import io.github.rowqueue.subscribe.TransactionalHandler;
import io.github.rowqueue.table.Isolation;
import io.github.rowqueue.table.SqliteMode;
import io.github.rowqueue.table.Table;
import io.github.rowqueue.table.TableSpec;
import io.github.rowqueue.table.TableSpecBuilder;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** How the transaction of a leased row's handler is opened. */
class TransactionOpeningTest {

  static Stream<Arguments> snapshots() {
    return Stream.of(
        Arguments.of(DatabaseKind.POSTGRESQL, Isolation.REPEATABLE_READ),
        Arguments.of(DatabaseKind.POSTGRESQL, Isolation.SERIALIZABLE),
        Arguments.of(DatabaseKind.H2, Isolation.REPEATABLE_READ));
  }

  @ParameterizedTest
  @MethodSource("snapshots")
  @DisplayName(
      "B216: a level at which the ack would meet the lease's extension is refused, but for plain handlers")
  void a_level_at_which_the_ack_meets_an_extension_is_refused(DatabaseKind kind, Isolation level)
      throws Exception {
    TableSpec spec = jobs().isolation(level).build();
    try (QueueFixture fixture = new QueueFixture(kind, 3)) {
      fixture.createTable(spec);
      assertThat(
              Rowqueue.check(
                      fixture.pool(),
                      subscription(spec, (message, delivery, connection) -> Outcome.ack()))
                  .problems())
          .singleElement()
          .asString()
          .contains(
              "isolation = %s does not go with handleInTransaction in the lease form on"
                  .formatted(level),
              "use READ_COMMITTED, or the row lock form");
      Subscription plain =
          Subscription.of("mails", Table.of(spec, row -> row))
              .codec(Codecs.text())
              .handle((message, delivery) -> Outcome.ack());
      assertThat(Rowqueue.check(fixture.pool(), plain).problems()).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = DatabaseKind.class,
      names = {"MYSQL", "MARIADB"})
  @DisplayName("B216: at REPEATABLE READ an ack on MySQL and MariaDB survives an extension")
  void an_ack_survives_an_extension(DatabaseKind kind) throws Exception {
    TableSpec spec = jobs().isolation(Isolation.REPEATABLE_READ).build();
    Events events = new Events();
    try (QueueFixture fixture = new QueueFixture(kind, 4)) {
      fixture.createTable(spec);
      insert(fixture);
      fixture.start(
          fixture
              .rowqueue(
                  subscription(
                      spec,
                      (message, delivery, connection) -> {
                        String before = lease(fixture);
                        read(connection, fixture); // takes the snapshot
                        QueueFixture.await("extended", () -> !lease(fixture).equals(before));
                        return Outcome.ack();
                      }))
              .lease(Duration.ofSeconds(3))
              .listener(events));
      assertThat(events.awaitSettled(1)).containsExactly(Settled.ACKED);
    }
  }

  @ParameterizedTest
  @EnumSource(SqliteMode.class)
  @DisplayName(
      "B214: the mode says when SQLite's write lock is taken; by default it is at the beginning")
  void the_mode_says_when_the_write_lock_is_taken(SqliteMode mode) throws Exception {
    TableSpec spec = jobs().sqliteMode(mode).build();
    List<Boolean> free = new CopyOnWriteArrayList<>();
    Events events = new Events();
    try (QueueFixture fixture = new QueueFixture(DatabaseKind.SQLITE, 4)) {
      fixture.createTable(spec);
      fixture.execute("create table other (what integer)");
      insert(fixture);
      fixture.start(
          fixture
              .rowqueue(
                  subscription(
                      spec,
                      (message, delivery, connection) -> {
                        free.add(canWrite(fixture));
                        execute(connection, "insert into other values (1)");
                        free.add(canWrite(fixture));
                        return Outcome.ack();
                      }))
              .listener(events));
      assertThat(events.awaitSettled(1)).containsExactly(Settled.ACKED);
    }
    assertThat(free).containsExactly(mode == SqliteMode.DEFERRED, false);
  }

  private static boolean canWrite(QueueFixture fixture) throws SQLException {
    try (Connection second = fixture.database().dataSource().getConnection()) {
      execute(second, "pragma busy_timeout = 0");
      execute(second, "insert into other values (2)");
      return true;
    } catch (SQLException busy) {
      assertThat(busy.getErrorCode() & 0xff).as("SQLITE_BUSY").isEqualTo(5);
      return false;
    }
  }

  private static Subscription subscription(TableSpec spec, TransactionalHandler<String> handler) {
    return Subscription.of("mails", Table.of(spec, row -> row))
        .codec(Codecs.text())
        .handleInTransaction(handler);
  }

  private static void insert(QueueFixture fixture) throws SQLException {
    fixture.execute(
        "insert into %s (%s) values ('job')".formatted(fixture.q("jobs"), fixture.q("payload")));
  }

  private static void read(Connection connection, QueueFixture fixture) throws SQLException {
    execute(connection, "select count(*) from " + fixture.q("jobs"));
  }

  private static String lease(QueueFixture fixture) {
    return QueueFixture.unchecked(
        () ->
            String.valueOf(
                fixture.value(
                    "select %s from %s".formatted(fixture.q("locked_until"), fixture.q("jobs")))));
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static TableSpecBuilder jobs() {
    return TableSpec.builder("jobs")
        .id("id")
        .generated()
        .retryAfter("retry_after")
        .generated()
        .attempt("attempt")
        .generated()
        .lockedUntil("locked_until")
        .payload("payload", String.class);
  }
}
