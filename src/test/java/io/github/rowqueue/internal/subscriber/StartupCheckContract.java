package io.github.rowqueue.internal.subscriber;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.rowqueue.codec.Codecs;
import io.github.rowqueue.dialect.Dialect;
import io.github.rowqueue.dialect.Dialects;
import io.github.rowqueue.error.StartException;
import io.github.rowqueue.internal.jdbc.Database;
import io.github.rowqueue.servers.DatabaseKind;
import io.github.rowqueue.servers.TestDatabase;
import io.github.rowqueue.servers.TestDatabases;
import io.github.rowqueue.subscribe.DeadLetter;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.OwnStatements;
import io.github.rowqueue.subscribe.Subscription;
import io.github.rowqueue.table.ColumnSpec;
import io.github.rowqueue.table.Role;
import io.github.rowqueue.table.Table;
import io.github.rowqueue.table.TableSpec;
import io.github.rowqueue.table.TableSpecBuilder;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** What the start check says of real tables, and that its suggestions satisfy it. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class StartupCheckContract {

  final DatabaseKind kind;
  private @Nullable TestDatabase opened;
  private @Nullable Database learnt;

  StartupCheckContract(DatabaseKind kind) {
    this.kind = kind;
  }

  @BeforeAll
  void open() throws SQLException {
    opened = TestDatabases.create(kind);
    learnt = Database.connect(opened.dataSource(), (product, version) -> dialect());
  }

  @AfterAll
  void close() {
    if (opened != null) {
      opened.close();
    }
  }

  final TestDatabase test() {
    return Objects.requireNonNull(opened);
  }

  final Dialect dialect() {
    return switch (kind) {
      case POSTGRESQL -> Dialects.postgresql();
      case MYSQL -> Dialects.mySql();
      case MARIADB -> Dialects.mariaDb();
      case SQLITE -> Dialects.sqlite();
      case H2 -> Dialects.h2();
    };
  }

  final StartReport check(Subscription... subscriptions) {
    return StartupCheck.check(Objects.requireNonNull(learnt), List.of(subscriptions));
  }

  static TableSpecBuilder lease(String table) {
    return TableSpec.builder(table)
        .id("id")
        .generated()
        .group("grp")
        .priority("priority")
        .retryAfter("retry_after")
        .attempt("attempt")
        .lockedUntil("locked_until")
        .processedAt("processed_at")
        .payload("payload")
        .lastError("last_error");
  }

  @Test
  @DisplayName("SPEC 13, 14: a dead letter to the queue itself, its schema named")
  void a_dead_letter_table_that_is_the_queue_under_another_name_is_refused() throws SQLException {
    TableSpec spec = lease("same_table").build();
    for (String ddl : dialect().ddl(spec)) {
      test().execute(ddl);
    }
    String schema = defaultSchema();
    Subscription mails =
        Subscription.of("mails", Table.of(spec, row -> row))
            .codec(Codecs.bytes())
            .deadLetter(DeadLetter.toTable(schema + ".same_table"))
            .handle((message, delivery) -> Outcome.ack());

    assertThat(texts(check(mails).problems()))
        .containsExactly(
            "subscription \"mails\", table same_table (table same_table): the dead letter is the queue table same_table"
                + " itself, named %s.same_table: use another table".formatted(schema));
  }

  private String defaultSchema() throws SQLException {
    if (kind == DatabaseKind.SQLITE) {
      return "main";
    }
    try (Connection connection = test().dataSource().getConnection()) {
      boolean mySql = kind == DatabaseKind.MYSQL || kind == DatabaseKind.MARIADB;
      return mySql ? connection.getCatalog() : connection.getSchema();
    }
  }

  static Subscription subscription(TableSpec spec) {
    return Subscription.of("mails", Table.of(spec, row -> row))
        .codec(Codecs.bytes())
        .handle((message, delivery) -> Outcome.ack());
  }

  static Subscription parking(TableSpec spec, String destination) {
    return Subscription.of("mails", Table.of(spec, row -> row))
        .codec(Codecs.bytes())
        .maxAttempts(3, DeadLetter.toTable("", destination))
        .handle((message, delivery) -> Outcome.ack());
  }

  static List<String> texts(List<Finding> findings) {
    return findings.stream().map(Finding::toString).toList();
  }

  final void create(TableSpec spec) throws SQLException {
    test().execute(dialect().ddl(spec).toArray(String[]::new));
  }

  /**
   * Changes a table. MySQL 8.0.15 refuses that in strict mode where a time has a default
   * expression.
   */
  final void alter(String ddl) throws SQLException {
    if (kind == DatabaseKind.MYSQL) {
      test().execute("set session sql_mode = ''", ddl);
    } else {
      test().execute(ddl);
    }
  }

  /** The create statement with a part of it changed. */
  final void create(TableSpec spec, String part, String instead) throws SQLException {
    String ddl = dialect().ddl(spec).get(0);
    assertThat(ddl).contains(part);
    test().execute(ddl.replace(part, instead));
  }

  @Test
  void the_suggested_ddl_of_a_missing_table_satisfies_the_check() throws SQLException {
    Subscription mails = subscription(lease("missing %_'s").build());

    StartReport before = check(mails);
    assertThat(before.problems()).singleElement();
    assertThat(before.problems().get(0).toString())
        .startsWith(
            "subscription \"mails\", table missing %_'s (table missing %_'s): there is no such table: create it\n");
    assertThat(before.binding(mails)).isEmpty();
    assertThatThrownBy(before::orThrow).isInstanceOf(StartException.class);

    test().execute(before.problems().get(0).ddl().toArray(String[]::new));

    StartReport after = check(mails);
    assertThat(texts(after.problems())).isEmpty();
    assertThat(texts(after.warnings())).isEmpty();
    assertThat(after.binding(mails)).isPresent();
    assertThat(after.orThrow()).isSameAs(after);
  }

  @Test
  void the_suggested_ddl_of_a_table_of_fifo_groups_satisfies_the_check() throws SQLException {
    TableSpec spec =
        TableSpec.builder("ordered")
            .id("id")
            .generated()
            .group("grp")
            .fifo()
            .retryAfter("retry_after")
            .attempt("attempt")
            .lockedUntil("locked_until")
            .processedAt("processed_at")
            .payload("payload")
            .build();
    create(spec);

    StartReport report = check(subscription(spec));

    assertThat(texts(report.problems())).isEmpty();
    assertThat(texts(report.warnings())).isEmpty();
  }

  @Test
  void the_suggested_ddl_of_a_missing_column_satisfies_the_check() throws SQLException {
    TableSpec spec = lease("grows").column("note", String.class).nullable().build();
    ColumnSpec note = spec.columns().get(spec.columns().size() - 1);
    create(lease("grows").build());

    StartReport before = check(subscription(spec));
    assertThat(texts(before.problems()))
        .containsExactly(
            "subscription \"mails\", table grows (table grows): the table has no column note: add it, or describe the one it has\n"
                + dialect().fixDdl(spec, note, false)
                + ";");
    alter(before.problems().get(0).ddl().get(0));

    assertThat(texts(check(subscription(spec)).problems())).isEmpty();
  }

  @Test
  void the_dead_letter_table_is_checked_and_its_ddl_satisfies() throws SQLException {
    Subscription mails = parking(lease("source").build(), "parked");
    create(mails.spec());

    StartReport before = check(mails);
    assertThat(texts(before.problems()))
        .singleElement()
        .asString()
        .contains("the dead-letter table parked does not exist: create it\n");
    test().execute(before.problems().get(0).ddl().toArray(String[]::new));

    assertThat(texts(check(mails).problems())).isEmpty();
  }

  @Test
  void all_problems_of_all_subscriptions_come_at_once() throws SQLException {
    TableSpec rowLock = TableSpec.builder("no_table").id("id").build();
    Subscription row =
        Subscription.of("rows", Table.of(rowLock, one -> one))
            .lease(java.time.Duration.ofSeconds(5))
            .handle((message, delivery) -> Outcome.ack());

    assertThat(texts(check(row, subscription(lease("nor_this").build())).problems()))
        .anyMatch(
            text ->
                text.startsWith(
                    "subscription \"rows\", table no_table (table no_table): a lease is set"))
        .anyMatch(
            text ->
                text.startsWith(
                    "subscription \"rows\", table no_table (table no_table): there is no such table"))
        .anyMatch(
            text ->
                text.startsWith(
                    "subscription \"mails\", table nor_this (table nor_this): there is no such table"));
  }

  @Test
  void a_cap_in_the_row_lock_form_is_told() throws SQLException {
    TableSpec spec = TableSpec.builder("loops").id("id").generated().attempt("attempt").build();
    create(spec);
    Subscription mails =
        Subscription.of("mails", Table.of(spec, row -> row))
            .maxAttempts(3, DeadLetter.toTable("", "parked_loops"))
            .handle((message, delivery) -> Outcome.ack());

    assertThat(texts(check(mails).warnings()))
        .contains(
            "subscription \"mails\", table loops (table loops): the row lock form counts an attempt when it settles, so that a message whose handler ends the process is never parked by the cap: add @LockedUntil to a component for the lease form, if that can happen");
  }

  @Test
  @DisplayName("Own locks hold a connection for each delivery on every database")
  void own_locks_count_among_the_connections_of_the_pool() throws SQLException {
    TableSpec spec =
        TableSpec.builder("own_locked").id("id").generated().payload("p").lockKey("{id}").build();
    create(spec);
    String answer = "select case when :key = 'x' then 1 else 0 end";
    Subscription mails =
        Subscription.of("mails", Table.of(spec, row -> row))
            .codec(Codecs.bytes())
            .workers(2)
            .statements(OwnStatements.builder().lock(answer).unlock(answer).build())
            .handle((message, delivery) -> Outcome.ack());

    StartReport report =
        StartupCheck.check(Objects.requireNonNull(learnt), List.of(mails), OptionalInt.of(2), 0);

    assertThat(texts(report.problems())).isEmpty();
    assertThat(texts(report.warnings()))
        .contains(
            "subscription \"mails\", table own_locked (table own_locked): the advisory form holds a connection for each delivery: 2 workers in all need 3 connections with the one that is kept free, but the pool has 2, so that 1 of the workers stay idle: enlarge the pool, or lower workers");
  }

  @Test
  void a_role_column_that_accepts_null_is_refused() throws SQLException {
    TableSpec spec = lease("nulls").build();
    ColumnSpec priority = spec.column(Role.PRIORITY).orElseThrow();
    create(spec, "default 0 not null", "default 0");

    assertThat(texts(check(subscription(spec)).problems()))
        .containsExactly(
            "subscription \"mails\", table nulls (table nulls): column priority (@Priority) accepts null, and a row with a null there is never claimed: make it NOT NULL\n"
                + dialect().fixDdl(spec, priority, true)
                + ";");
  }

  @Test
  void a_table_without_indexes_is_warned_and_the_suggested_index_satisfies() throws SQLException {
    TableSpec spec = lease("bare").build();
    test().execute(dialect().ddl(spec).get(0));
    if (kind == DatabaseKind.MYSQL || kind == DatabaseKind.MARIADB) {
      alter("drop index " + dialect().quote("bare_claim") + " on " + dialect().quote("bare"));
    }

    List<Finding> before = check(subscription(spec)).warnings();
    assertThat(texts(before))
        .anyMatch(
            text ->
                text.startsWith(
                    "subscription \"mails\", table bare (table bare): no index begins with the claim order (grp, priority, retry_after, id)"));
    for (Finding warning : before) {
      alter(warning.ddl().get(0));
    }

    assertThat(texts(check(subscription(spec)).warnings())).isEmpty();
  }
}
