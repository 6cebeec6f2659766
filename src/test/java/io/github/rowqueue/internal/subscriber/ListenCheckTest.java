package io.github.rowqueue.internal.subscriber;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.zaxxer.hikari.HikariDataSource;
import io.github.rowqueue.Rowqueue;
import io.github.rowqueue.RowqueueBuilder;
import io.github.rowqueue.codec.Codecs;
import io.github.rowqueue.dialect.Dialects;
import io.github.rowqueue.error.PublishException;
import io.github.rowqueue.error.StartException;
import io.github.rowqueue.publish.ListenNotify;
import io.github.rowqueue.servers.DatabaseKind;
import io.github.rowqueue.servers.OnDatabase;
import io.github.rowqueue.servers.TestDatabase;
import io.github.rowqueue.servers.TestDatabases;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.Subscription;
import io.github.rowqueue.table.Table;
import io.github.rowqueue.table.TableSpec;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** What {@code start()} refuses of {@code listenNotify()}, word for word. */
@OnDatabase(DatabaseKind.POSTGRESQL)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ListenCheckTest {

  private static final String LONG = "ä".repeat(27) + "xyz";
  private static final TableSpec JOBS = spec("jobs");
  private static final TableSpec LONG_JOBS = spec(LONG);

  private TestDatabase database;

  @BeforeAll
  void open() throws Exception {
    database = TestDatabases.create(DatabaseKind.POSTGRESQL);
    database.execute(Dialects.postgresql().ddl(JOBS).toArray(String[]::new));
    database.execute(Dialects.postgresql().ddl(LONG_JOBS).toArray(String[]::new));
  }

  @AfterAll
  void close() {
    database.close();
  }

  private static TableSpec spec(String name) {
    return TableSpec.builder(name).id("id").generated().payload("p").lockedUntil("until").build();
  }

  private static Subscription subscription(TableSpec spec) {
    return Subscription.of("mails", Table.of(spec, row -> row))
        .codec(Codecs.bytes())
        .handle((message, delivery) -> Outcome.ack());
  }

  private static void refused(RowqueueBuilder builder, String... problems) {
    assertThatExceptionOfType(StartException.class)
        .isThrownBy(
            () -> {
              try (Rowqueue started = builder.start()) {
                assertThat(started).as("not started").isNull();
              }
            })
        .satisfies(refusal -> assertThat(refusal.problems()).containsExactly(problems));
    assertThat(builder.check().problems()).hasSize(problems.length);
  }

  @Test
  @DisplayName("B260: a qualified name over 63 bytes, with the byte count; also without the schema")
  void a_qualified_name_over_63_bytes() {
    try (HikariDataSource pool = database.pool(4)) {
      refused(
          Rowqueue.on(pool).listenNotify().subscribe(subscription(LONG_JOBS)),
          "subscription \"mails\", table %1$s (table %1$s): the channel \"public.%1$s\" has 64 bytes, 63 are allowed by PostgreSQL: shorten the name of the table or of its schema, or leave listenNotify() out"
              .formatted(LONG));
    }
  }

  @Test
  @DisplayName("B260: a route to such a table is refused, unless nothing is to be sent")
  void a_route_to_such_a_table() {
    Table<?> table = Table.of(LONG_JOBS, row -> row);
    try (HikariDataSource pool = database.pool(2)) {
      refused(
          Rowqueue.on(pool).listenNotify().route("mails.*", table),
          "listenNotify(): route \"mails.*\": the channel \"public.%1$s\" has 64 bytes, 63 are allowed by PostgreSQL: shorten the name of the table or of its schema, or leave listenNotify() out"
              .formatted(LONG));
      Rowqueue.on(pool)
          .listenNotify(ListenNotify.defaults().listenOnly())
          .route("mails.*", table)
          .start()
          .close();
    }
  }

  @Test
  @DisplayName("B260: a publisher of such a table is refused too, unless nothing is to be sent")
  void a_publisher_of_such_a_table() {
    Table<?> table = Table.of(LONG_JOBS, row -> row);
    try (HikariDataSource pool = database.pool(2);
        Rowqueue sends = Rowqueue.on(pool).listenNotify().start();
        Rowqueue listens =
            Rowqueue.on(pool).listenNotify(ListenNotify.defaults().listenOnly()).start()) {
      assertThatExceptionOfType(PublishException.class)
          .isThrownBy(() -> sends.publisher(table))
          .withMessage(
              "publisher of table %1$s: the channel \"public.%1$s\" has 64 bytes, 63 are allowed by PostgreSQL: shorten the name of the table or of its schema, or leave listenNotify() out",
              LONG);
      assertThat(listens.publisher(table)).isNotNull();
    }
  }

  @Test
  @DisplayName("B261: another database")
  void another_database() throws Exception {
    try (TestDatabase h2 = TestDatabases.create(DatabaseKind.H2);
        HikariDataSource pool = h2.pool(4)) {
      h2.execute(Dialects.h2().ddl(JOBS).toArray(String[]::new));
      refused(
          Rowqueue.on(pool).listenNotify().subscribe(subscription(JOBS)),
          "listenNotify(): h2 has no LISTEN and NOTIFY, which PostgreSQL alone has: leave listenNotify() out; rows of other processes are found by the poll");
    }
  }

  @Test
  void a_pool_that_would_have_nothing_left() {
    try (HikariDataSource pool = database.pool(1);
        HikariDataSource other = database.pool(1)) {
      refused(
          Rowqueue.on(pool).listenNotify().subscribe(subscription(JOBS)),
          "listenNotify(): it keeps one connection of the pool to listen on, and the pool has 1, so that none would be left: enlarge the pool, or have it listen outside of it, by ListenNotify.defaults().connection(…)");
      try (Rowqueue outside =
          Rowqueue.on(pool)
              .listenNotify(ListenNotify.defaults().connection(other))
              .subscribe(subscription(JOBS))
              .start()) {
        assertThat(outside.summary().stillRunning()).isEmpty();
      }
    }
  }

  @Test
  void a_connection_to_another_database() throws Exception {
    try (HikariDataSource pool = database.pool(4);
        TestDatabase other = TestDatabases.create(DatabaseKind.POSTGRESQL)) {
      String theirs = other.jdbcUrl().replaceAll(".*/([^?]+).*", "$1");
      String ours = database.jdbcUrl().replaceAll(".*/([^?]+).*", "$1");
      refused(
          Rowqueue.on(pool)
              .listenNotify(ListenNotify.defaults().connection(other.dataSource()))
              .subscribe(subscription(JOBS)),
          "listenNotify(): its connection is to the database \"%s\" and the pool's to \"%s\", and notifications stay within one database: give it a data source of the latter"
              .formatted(theirs, ours));
    }
  }

  @Test
  void a_driver_without_notifications_or_no_connection_at_all() throws Exception {
    try (HikariDataSource pool = database.pool(4);
        TestDatabase h2 = TestDatabases.create(DatabaseKind.H2);
        HikariDataSource closed = h2.pool(1)) {
      RowqueueBuilder builder = Rowqueue.on(pool).subscribe(subscription(JOBS));
      assertThat(
              builder
                  .listenNotify(ListenNotify.defaults().connection(h2.dataSource()))
                  .check()
                  .problems())
          .anyMatch(
              problem ->
                  problem
                      .text()
                      .equals(
                          "the driver hands out no notifications, since there is no org.postgresql.PGConnection (pgjdbc) behind its connections: use that driver, or leave listenNotify() out"));
      closed.close();
      assertThat(
              builder.listenNotify(ListenNotify.defaults().connection(closed)).check().problems())
          .singleElement()
          .satisfies(
              problem ->
                  assertThat(problem.text())
                      .startsWith(
                          "no connection to listen on: listenNotify(): statement postgresql/connection failed: ")
                      .endsWith("; check the data source it was given"));
    }
  }
}
