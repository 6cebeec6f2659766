package io.github.rowqueue.behaviour;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowqueue.Rowqueue;
import io.github.rowqueue.codec.Codecs;
import io.github.rowqueue.internal.jdbc.LentConnection;
import io.github.rowqueue.internal.jdbc.WatchedConnection;
import io.github.rowqueue.servers.DatabaseKind;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.Subscription;
import io.github.rowqueue.table.Isolation;
import io.github.rowqueue.table.SqliteMode;
import io.github.rowqueue.table.Table;
import io.github.rowqueue.table.TableSpec;
import io.github.rowqueue.table.TableSpecBuilder;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class IsolationTest {

  private static final int SERVICES_OWN = Connection.TRANSACTION_SERIALIZABLE;

  static Stream<Arguments> levels() {
    return Stream.of(DatabaseKind.values())
        .filter(kind -> kind != DatabaseKind.SQLITE)
        .flatMap(
            kind ->
                Stream.of(Isolation.values())
                    .filter(level -> isKept(kind, level))
                    .map(level -> Arguments.of(kind, level)));
  }

  private static boolean isKept(DatabaseKind kind, Isolation level) {
    return switch (kind) {
      case POSTGRESQL -> level != Isolation.READ_UNCOMMITTED;
      case H2 -> level != Isolation.SERIALIZABLE;
      default -> true;
    };
  }

  @ParameterizedTest
  @DisplayName(
      "B209, B210, B211: the claim's transaction is opened at the table's level, and the pooled"
          + " connection gets its own back")
  @MethodSource("levels")
  void the_claims_transaction_is_opened_at_the_tables_level(DatabaseKind kind, Isolation level)
      throws Exception {
    AtomicReference<String> inside = new AtomicReference<>("no handler ran");
    try (QueueFixture fixture = new QueueFixture(kind, 2);
        Connection plain = fixture.database().dataSource().getConnection()) {
      TableSpec spec = jobs().isolation(level).build();
      fixture.createTable(spec);
      insert(fixture, 2);
      plain.setTransactionIsolation(SERVICES_OWN);
      plain.setAutoCommit(false);
      // Only this subscription's one worker uses the connection, so its handler may look too.
      try (Rowqueue running =
          Rowqueue.on(new LentConnection(plain))
              .subscribe(
                  Subscription.of("mails", Table.of(spec, row -> row))
                      .codec(Codecs.text())
                      .workers(1)
                      .handle(
                          (message, delivery) -> {
                            if (message.equals("job 1")) {
                              throw new IllegalStateException("a failure settles too");
                            }
                            inside.set(levelInside(kind, plain));
                            return Outcome.ack();
                          }))
              .start()) {
        QueueFixture.await("job 2 is gone", () -> remaining(fixture) == 1);
      }
      assertThat(inside.get()).isEqualToIgnoringCase(level.sql());
      assertThat(plain.getAutoCommit()).isFalse();
      assertThat(plain.getTransactionIsolation()).isEqualTo(SERVICES_OWN);
      plain.rollback();
    }
  }

  @ParameterizedTest
  @DisplayName("B211: claimers that meet at a higher level turn each other away, and get through")
  @EnumSource(value = DatabaseKind.class, mode = EnumSource.Mode.EXCLUDE, names = "SQLITE")
  void claimers_that_meet_at_a_higher_level_get_through(DatabaseKind kind) throws Exception {
    Queue<String> handled = new ConcurrentLinkedQueue<>();
    try (QueueFixture fixture = new QueueFixture(kind, 6)) {
      TableSpec spec = jobs().isolation(Isolation.REPEATABLE_READ).build();
      fixture.createTable(spec);
      insert(fixture, 30);
      fixture.start(
          Subscription.of("mails", Table.of(spec, row -> row))
              .codec(Codecs.text())
              .workers(4)
              .handle(
                  (message, delivery) -> {
                    handled.add(message);
                    return Outcome.ack();
                  }));
      QueueFixture.await("all are handled", () -> remaining(fixture) == 0);
    }
    assertThat(handled).hasSizeGreaterThanOrEqualTo(30);
    assertThat(handled.stream().distinct()).hasSize(30);
  }

  @ParameterizedTest
  @DisplayName("B215: a lease claim stays at READ COMMITTED, whatever level its table declares")
  @EnumSource(
      value = DatabaseKind.class,
      names = {"POSTGRESQL", "MYSQL", "MARIADB"})
  void a_lease_claim_stays_at_read_committed(DatabaseKind kind) throws Exception {
    try (QueueFixture fixture = new QueueFixture(kind, 2);
        Connection plain = fixture.database().dataSource().getConnection()) {
      TableSpec spec = jobs().lockedUntil("locked_until").isolation(Isolation.SERIALIZABLE).build();
      fixture.createTable(spec);
      insert(fixture, 1);
      WatchedConnection watched = new WatchedConnection(plain);
      try (Rowqueue running =
          Rowqueue.on(new LentConnection(watched.proxy()))
              .lease(Duration.ofMinutes(5))
              .subscribe(
                  Subscription.of("mails", Table.of(spec, row -> row))
                      .codec(Codecs.text())
                      .workers(1)
                      .handle((message, delivery) -> Outcome.ack()))
              .start()) {
        QueueFixture.await("the row is gone", () -> remaining(fixture) == 0);
      }
      assertThat(watched.calls()).noneMatch(call -> call.contains("SERIALIZABLE"));
      assertThat(watched.calls())
          .doesNotContain("setTransactionIsolation " + Connection.TRANSACTION_SERIALIZABLE);
      assertThat(watched.calls()).anyMatch(call -> call.contains("skip locked"));
    }
  }

  @ParameterizedTest
  @DisplayName("B212: a level or mode the database does not keep is a problem of the start")
  @EnumSource(DatabaseKind.class)
  void an_opening_the_database_does_not_keep_stops_the_start(DatabaseKind kind) throws Exception {
    TableSpecBuilder jobs = jobs().lockedUntil("locked_until");
    TableSpec spec =
        kind == DatabaseKind.SQLITE
            ? jobs.isolation(Isolation.SERIALIZABLE).build()
            : jobs.sqliteMode(SqliteMode.IMMEDIATE).build();
    try (QueueFixture fixture = new QueueFixture(kind, 1)) {
      fixture.createTable(spec);
      Subscription mails =
          Subscription.of("mails", Table.of(spec, row -> row))
              .codec(Codecs.text())
              .handle((message, delivery) -> Outcome.ack());
      assertThat(Rowqueue.check(fixture.pool(), mails).problems())
          .singleElement()
          .asString()
          .contains(
              kind == DatabaseKind.SQLITE
                  ? "isolation = SERIALIZABLE is no choice on SQLite"
                  : "sqliteMode = IMMEDIATE is SQLite's");
    }
  }

  /** Read on the very connection that holds the row, while it holds it. */
  private static String levelInside(DatabaseKind kind, Connection connection) throws Exception {
    String sql =
        switch (kind) {
          case POSTGRESQL -> "select current_setting('transaction_isolation')";
          case MYSQL, MARIADB ->
              "select trx_isolation_level from information_schema.innodb_trx where trx_mysql_thread_id = connection_id()";
          case H2 ->
              "select isolation_level from information_schema.sessions where session_id = session_id()";
          case SQLITE -> throw new IllegalArgumentException("SQLite has no levels");
        };
    String level = text(connection, sql);
    // InnoDB shows a copy, and makes a new one only if nobody has looked for 100 ms.
    CountDownLatch never = new CountDownLatch(1);
    long deadline = System.nanoTime() + QueueFixture.LIMIT.toNanos();
    while (level.isEmpty() && System.nanoTime() < deadline) {
      assertThat(never.await(150, TimeUnit.MILLISECONDS)).isFalse();
      level = text(connection, sql);
    }
    return level;
  }

  private static String text(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      return rows.next() ? rows.getString(1) : "";
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
        .payload("payload", String.class);
  }

  private static void insert(QueueFixture fixture, int jobs) throws SQLException {
    String[] inserts = new String[jobs];
    Arrays.setAll(
        inserts,
        i ->
            "insert into %s (%s) values ('job %d')"
                .formatted(fixture.q("jobs"), fixture.q("payload"), i + 1));
    fixture.execute(inserts);
  }

  private static long remaining(QueueFixture fixture) {
    try {
      return fixture.count("jobs", "1 = 1");
    } catch (SQLException failed) {
      throw new IllegalStateException(failed);
    }
  }
}
