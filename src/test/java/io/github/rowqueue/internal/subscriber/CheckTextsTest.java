package io.github.rowqueue.internal.subscriber;

import static io.github.rowqueue.internal.subscriber.Infos.column;
import static io.github.rowqueue.internal.subscriber.Infos.jobs;
import static io.github.rowqueue.internal.subscriber.Infos.nullable;
import static io.github.rowqueue.internal.subscriber.Infos.time;
import static io.github.rowqueue.internal.subscriber.Infos.timed;
import static io.github.rowqueue.internal.subscriber.Infos.withDefault;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowqueue.codec.Codecs;
import io.github.rowqueue.dialect.Dialect;
import io.github.rowqueue.dialect.Dialects;
import io.github.rowqueue.internal.jdbc.ServerInfo;
import io.github.rowqueue.internal.jdbc.TimeStorage;
import io.github.rowqueue.internal.jdbc.TypeFamily;
import io.github.rowqueue.subscribe.DeadLetter;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.RowqueueListener;
import io.github.rowqueue.subscribe.Subscription;
import io.github.rowqueue.table.ColumnSpec;
import io.github.rowqueue.table.QueueClock;
import io.github.rowqueue.table.Role;
import io.github.rowqueue.table.Table;
import io.github.rowqueue.table.TableName;
import io.github.rowqueue.table.TableSpec;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Every text of the start check, literally, over tables made by hand. */
class CheckTextsTest {

  private static final String WHERE = "subscription \"mails\", table jobs (table jobs): ";

  private final Dialect postgres = Dialects.postgresql();
  private final Dialect mySql = Dialects.mySql();
  private final TableSpec spec =
      TableSpec.builder("jobs")
          .id("id")
          .group("grp")
          .priority("priority")
          .retryAfter("retry_after")
          .attempt("attempt")
          .lockedUntil("locked_until")
          .processedAt("processed_at")
          .payload("payload")
          .build();
  private final Subscription mails = subscription("mails", spec);
  private final Findings all = Findings.none();
  private final Findings findings = all.about(mails);

  @Test
  void a_table_in_order_has_no_findings() {
    check(jobs("jobs"));

    assertThat(all.problems()).isEmpty();
    assertThat(all.warnings()).isEmpty();
  }

  @Test
  @DisplayName(
      "Rule 19: what needs locks that all see is refused on a cluster of several primaries")
  void a_cluster_whose_nodes_do_not_see_each_others_locks() {
    ServerInfo galera = new ServerInfo("a Galera cluster", false);
    ExclusivityCheck.check(spec, galera, findings);
    assertThat(all.problems()).as("leases are rows").isEmpty();
    ExclusivityCheck.check(spec.without(Role.LOCKED_UNTIL), galera, findings);
    ExclusivityCheck.check(fifo(), galera, findings);

    String use = "use the lease form without fifo, or a server that alone is written to";
    assertThat(texts(all.problems()))
        .containsExactly(
            WHERE
                + "the server is a node of a Galera cluster, where no node sees the locks of another, so that the row-lock form would not hold: "
                + use,
            WHERE
                + "the server is a node of a Galera cluster, where no node sees the locks of another, so that @Group(fifo = true) would not hold: "
                + use);
  }

  @Test
  @DisplayName("SPEC 11: the order of a group is refused on H2 behind a server")
  void an_order_that_a_process_keeps_for_a_server() {
    ServerInfo remote = new ServerInfo("", true);
    ExclusivityCheck.check(spec, remote, findings);
    assertThat(all.problems()).isEmpty();
    ExclusivityCheck.check(fifo(), remote, findings);

    problem(
        "@Group(fifo = true) is kept on H2 by the process that has the database embedded, and this one reaches it through a server: embed it, leave fifo out, or use another database");
  }

  private static TableSpec fifo() {
    return TableSpec.builder("jobs")
        .id("id")
        .group("grp")
        .fifo()
        .lockedUntil("locked_until")
        .build();
  }

  @Test
  void a_missing_column() {
    check(jobs("jobs").without("attempt"));

    problem(
        "the table has no column attempt (@Attempt): add it, or describe the one it has\n"
            + postgres.fixDdl(spec, spec.column(Role.ATTEMPT).orElseThrow(), false)
            + ";");
  }

  @Test
  void a_column_in_another_case() {
    check(jobs("jobs").without("priority").add(column("Priority", TypeFamily.INTEGER, "int4")));

    problem(
        "the table has no column priority (@Priority), but Priority, and the database tells their cases apart:"
            + " describe it as it is, or add it\n"
            + "alter table \"jobs\" add column \"priority\" integer default 0 not null;");
  }

  @Test
  void a_column_of_another_type() {
    check(jobs("jobs").add(column("payload", TypeFamily.INTEGER, "int4")));

    problem(
        "column payload (@Payload) is int4 in the database, which a byte[] is not read from: change the type of one"
            + " of them; Rowqueue would add the column so\n"
            + "alter table \"jobs\" add column \"payload\" bytea not null;");
  }

  @Test
  void a_role_column_that_accepts_null() {
    check(jobs("jobs").add(nullable(column("grp", TypeFamily.TEXT, "text"))));

    problem(
        "column grp (@Group) accepts null, and a row with a null there is never claimed: make it NOT NULL\n"
            + "alter table \"jobs\" alter column \"grp\" set not null;");
  }

  @Test
  void columns_that_must_accept_null() {
    check(jobs("jobs").add(time("locked_until", false)).add(time("processed_at", false)));

    assertThat(texts(all.problems()))
        .containsExactly(
            WHERE
                + "column locked_until (@LockedUntil) is NOT NULL, but null is what marks a row as free there: let it"
                + " accept null",
            WHERE
                + "column processed_at (@ProcessedAt) is NOT NULL, but null is what marks a row as unfinished there:"
                + " let it accept null");
  }

  @Test
  void an_attempt_with_another_default() {
    check(jobs("jobs").add(withDefault(column("attempt", TypeFamily.INTEGER, "int2"), "0")));

    warning(
        "column attempt (@Attempt) has DEFAULT 0, so that a row inserted without it counts its first delivery as 0 and"
            + " a cap of n allows n + 1 deliveries: declare it DEFAULT 1");
  }

  @Test
  void an_attempt_without_a_default() {
    check(jobs("jobs").add(column("attempt", TypeFamily.INTEGER, "int2")));

    warning(
        "column attempt (@Attempt) has no default, so that a row inserted without it is refused: declare it DEFAULT 1");
  }

  @Test
  void a_default_of_1_is_seen_through_casts_and_quotes() {
    for (String one : List.of("1", "'1'::smallint", "(1)", "'1'")) {
      check(jobs("jobs").add(withDefault(column("attempt", TypeFamily.INTEGER, "int2"), one)));
    }

    assertThat(all.warnings()).isEmpty();
  }

  @Test
  void whole_seconds() {
    check(
        jobs("jobs").add(timed("locked_until", "timestamptz", TimeStorage.OFFSET, 0, true, false)));

    warning(
        "column locked_until (@LockedUntil) keeps whole seconds, so that leases and delays are cut to them: declare it"
            + " with 6 fraction digits");
  }

  @Test
  void a_column_the_clock_of_the_database_would_shift() {
    TableSpec clocked =
        TableSpec.builder("jobs")
            .id("id")
            .retryAfter("retry_after")
            .clock(QueueClock.DATABASE)
            .build();
    TableCheck.check(
        clocked,
        jobs("jobs")
            .add(timed("retry_after", "timestamp", TimeStorage.LOCAL, 6, false, false))
            .table(),
        postgres,
        findings);

    problem(
        "column retry_after (@RetryAfter) is timestamp, to which the database's clock is not written exactly for a"
            + " Instant: leave clock = DATABASE out, or change the column; Rowqueue would add it so\n"
            + postgres.fixDdl(clocked, clocked.column(Role.RETRY_AFTER).orElseThrow(), false)
            + ";");
  }

  @Test
  void a_timestamp_of_mysql() {
    TableCheck.check(
        spec,
        jobs("jobs")
            .add(timed("retry_after", "timestamp(6)", TimeStorage.LOCAL_AS_TEXT, 6, false, false))
            .table(),
        mySql,
        findings);

    problem(
        "column retry_after (@RetryAfter) is TIMESTAMP(6), which driver and server shift by the zone of the session:"
            + " use DATETIME(6), which keeps UTC as it is written\n"
            + mySql.fixDdl(spec, spec.column(Role.RETRY_AFTER).orElseThrow(), true)
            + ";");
  }

  @Test
  void a_float_of_mysql() {
    TableSpec rated = TableSpec.builder("jobs").id("id").column("rate", float.class).build();
    TableCheck.check(
        rated,
        Infos.of("jobs")
            .add(column("id", TypeFamily.INTEGER, "bigint"))
            .add(column("rate", TypeFamily.FLOATING, "float"))
            .table(),
        mySql,
        findings);

    warning(
        "column rate is FLOAT, which the server sends with six digits, so that other values are read than were"
            + " written: use DOUBLE\n"
            + mySql.fixDdl(rated, rated.columns().get(1), true)
            + ";");
  }

  @Test
  void a_column_that_changes_itself() {
    TableCheck.check(
        spec,
        jobs("jobs")
            .add(timed("locked_until", "datetime(6)", TimeStorage.LOCAL_AS_TEXT, 6, true, true))
            .table(),
        mySql,
        findings);

    problem(
        "column locked_until (@LockedUntil) changes itself at every update of its row (ON UPDATE), so that no"
            + " settlement finds what it wrote: declare it without");
  }

  @Test
  void a_collation_that_folds_case() {
    TableCheck.check(
        spec,
        jobs("jobs").add(Infos.collated("grp", "utf8mb4_0900_ai_ci")).table(),
        mySql,
        findings);

    problem(
        "column grp (@Group) has the collation utf8mb4_0900_ai_ci, which takes Orders and orders for one: use a binary"
            + " one\n"
            + mySql.fixDdl(spec, spec.column(Role.GROUP).orElseThrow(), true)
            + ";");
  }

  @Test
  void binary_and_case_sensitive_collations_are_fine() {
    for (String fine : List.of("binary", "utf8mb4_bin", "utf8mb4_0900_as_cs")) {
      TableCheck.check(
          spec, jobs("jobs").add(Infos.collated("grp", fine)).table(), mySql, findings);
    }

    assertThat(all.problems()).isEmpty();
  }

  @Test
  void rule_25_an_id_without_a_unique_index() {
    check(jobs("jobs").index("jobs_pkey", true, null, "id", "grp"));

    problem(
        "column id (@Id) has no unique index of its own, so that a settlement by it could finish other rows: make it"
            + " the primary key, or add a unique index over exactly it\n"
            + "create unique index \"jobs_id\" on \"jobs\" (\"id\");");
  }

  @Test
  void no_index_in_claim_order() {
    check(jobs("jobs").index("jobs_claim", false, null, "grp", "retry_after", "priority", "id"));

    warning(
        "no index begins with the claim order (grp, priority, retry_after, id), so that every claim reads and may lock"
            + " all rows that wait: create it\n"
            + postgres.indexDdl(spec).get(0)
            + ";");
  }

  @Test
  void an_index_with_a_condition_of_its_own_does_not_serve() {
    check(
        jobs("jobs")
            .index("jobs_claim", false, "(attempt < 3)", "grp", "priority", "retry_after", "id"));

    assertThat(texts(all.warnings()))
        .singleElement()
        .asString()
        .startsWith(WHERE + "no index begins");
  }

  @Test
  void an_index_that_keeps_processed_rows() {
    check(
        jobs("jobs").index("jobs_claim", false, null, "grp", "priority", "retry_after", "id", "x"));

    warning(
        "the index jobs_claim also holds the rows that are processed and kept, which a claim reads past when few are"
            + " left: create one without them\n"
            + postgres.indexDdl(spec).get(0)
            + ";");
  }

  @Test
  void no_index_for_suspects() {
    check(jobs("jobs").withoutIndex("jobs_suspect"));

    warning(
        "no index leads to column locked_until (@LockedUntil), so that the look for rows whose holder died reads all"
            + " rows: create it\n"
            + postgres.indexDdl(spec).get(1)
            + ";");
  }

  @Test
  void a_generated_column_that_nothing_fills() {
    TableSpec generated = TableSpec.builder("jobs").id("id").generated().build();
    TableCheck.check(generated, jobs("jobs").table(), postgres, findings);

    warning(
        "column id (@Id) is described as generated, but has neither a default nor an identity: inserts leave it out and"
            + " fail unless a trigger fills it");
  }

  @Test
  void a_missing_dead_letter_table() {
    DeadLetterCheck.missing(spec, new TableName("", "dead"), postgres, findings);

    assertThat(texts(all.problems()))
        .singleElement()
        .asString()
        .startsWith(
            WHERE
                + "the dead-letter table dead does not exist: create it\ncreate table \"dead\" (\n  \"id\" bigint not null"
                + " primary key,");
  }

  @Test
  void a_dead_letter_table_that_differs() {
    DeadLetterCheck.check(
        spec,
        jobs("jobs").table(),
        jobs("dead")
            .without("priority")
            .add(column("payload", TypeFamily.TEXT, "text"))
            .add(time("processed_at", false))
            .add(column("parked_by", TypeFamily.TEXT, "text"))
            .table(),
        postgres,
        findings);

    assertThat(texts(all.problems()))
        .containsExactly(
            WHERE
                + "the dead-letter table dead has no column priority (@Priority): add it\n"
                + "alter table \"dead\" add column \"priority\" integer default 0 not null;",
            WHERE
                + "column processed_at (@ProcessedAt) is NOT NULL in the dead-letter table dead, where rows arrive with"
                + " null there: let it accept null",
            WHERE
                + "column payload (@Payload) is bytea, but text in the dead-letter table dead, so that no row can move"
                + " there: give both the same type",
            WHERE
                + "column parked_by of the dead-letter table dead is NOT NULL without a default and is not described, so"
                + " that no row can move there: give it a default, or describe it");
  }

  @Test
  void rule_14_ids_that_are_drawn_again() {
    DeadLetterCheck.check(
        spec, jobs("jobs").reusesIds().table(), jobs("dead").table(), Dialects.sqlite(), findings);

    assertThat(texts(all.problems()))
        .singleElement()
        .asString()
        .startsWith(
            WHERE
                + "column id (@Id) is a rowid without AUTOINCREMENT, so that a new row gets the id of one that moved to"
                + " the dead-letter table dead, and its own move is refused there: create the table anew with"
                + " AUTOINCREMENT\ncreate table `jobs` (\n  `id` integer primary key autoincrement,");
  }

  @Test
  void a_dead_letter_group_whose_subscription_has_a_cap() {
    Subscription parked =
        Subscription.of("parked", table(spec))
            .codec(Codecs.bytes())
            .maxAttempts(3, DeadLetter.toGroup("gone"))
            .handle((message, delivery) -> Outcome.ack());
    Subscription moving =
        Subscription.of("mails", table(spec))
            .codec(Codecs.bytes())
            .maxAttempts(5, DeadLetter.toGroup("parked"))
            .handle((message, delivery) -> Outcome.ack());
    DeadLetterCheck.group(moving, List.of(moving, parked), findings);

    warning(
        "the dead letter is group parked, whose subscription has a cap of 3, and rows arrive there with the attempts"
            + " they have spent: let that subscription run without a cap");
  }

  @Test
  void a_pool_of_one() {
    PoolCheck.check(List.of(mails), OptionalInt.of(1), all);

    warning(
        "the pool has 1 connection, so that a claim and the extension of leases wait for each other: give it at least 2");
  }

  @Test
  void a_pool_smaller_than_the_row_lock_workers() {
    TableSpec rowLock = TableSpec.builder("jobs").id("id").payload("payload").build();
    PoolCheck.check(
        List.of(subscription("mails", rowLock), subscription("more", rowLock)),
        OptionalInt.of(4),
        all);

    warning(
        "the row lock form holds a connection for each delivery: 4 workers in all need 5 connections with the one that"
            + " is kept free, but the pool has 4, so that 1 of the workers stay idle: enlarge the pool, or lower"
            + " workers");
  }

  @Test
  void a_fifo_group_needs_one_connection_whatever_its_workers() {
    TableSpec ordered = TableSpec.builder("jobs").id("id").group("grp").fifo().payload("p").build();
    Subscription mails =
        Subscription.of("mails", table(ordered))
            .codec(Codecs.bytes())
            .workers(9)
            .handle((message, delivery) -> Outcome.ack());
    PoolCheck.check(List.of(mails), OptionalInt.of(2), all);

    assertThat(all.warnings()).isEmpty();
  }

  @Test
  void a_pool_that_suffices_or_is_unknown_says_nothing() {
    PoolCheck.check(List.of(mails), OptionalInt.of(2), all);
    PoolCheck.check(List.of(mails), OptionalInt.empty(), all);

    assertThat(all.warnings()).isEmpty();
  }

  @Test
  void a_statement_timeout_that_outlasts_the_lease() {
    Subscription own =
        Subscription.of("mails", table(spec))
            .codec(Codecs.bytes())
            .lease(Duration.ofSeconds(5))
            .statementTimeout(Duration.ofSeconds(5))
            .handle((message, delivery) -> Outcome.ack());

    assertThat(texts(TimeoutCheck.warnings(List.of(own), settings(Optional.empty()))))
        .containsExactly(
            WHERE
                + "the statement timeout of PT5S is not shorter than the lease of PT5S, so that leases run out while a"
                + " claim or a settlement still waits, and their rows are delivered again: set"
                + " .statementTimeout(…) below the lease, or leave it out for a quarter of the lease, at most 10 s");
    assertThat(
            texts(
                TimeoutCheck.warnings(
                    List.of(mails), settings(Optional.of(Duration.ofMinutes(1))))))
        .singleElement()
        .asString()
        .startsWith(
            WHERE + "the statement timeout of PT1M is not shorter than the lease of PT30S, ");
  }

  @Test
  void a_statement_timeout_within_the_lease_or_without_one_says_nothing() {
    Subscription rowLock =
        subscription("mails", TableSpec.builder("jobs").id("id").payload("payload").build());

    assertThat(TimeoutCheck.warnings(List.of(mails), settings(Optional.of(Duration.ofSeconds(29)))))
        .isEmpty();
    assertThat(TimeoutCheck.warnings(List.of(mails), settings(Optional.empty()))).isEmpty();
    assertThat(TimeoutCheck.warnings(List.of(rowLock), settings(Optional.of(Duration.ofHours(1)))))
        .isEmpty();
  }

  private static EngineSettings settings(Optional<Duration> statementTimeout) {
    return new EngineSettings(
        Duration.ofSeconds(30),
        Duration.ofSeconds(1),
        statementTimeout,
        Duration.ofSeconds(30),
        OptionalInt.empty(),
        Optional.empty(),
        new RowqueueListener() {},
        Threads.platform());
  }

  @Test
  void a_default_in_another_format() {
    ColumnSpec column = spec.column(Role.RETRY_AFTER).orElseThrow();
    TimeTextCheck.defaultValue(
        column, TimeStorage.TEXT, "CURRENT_TIMESTAMP", "2026-11-30 12:00:00", findings);
    TimeTextCheck.defaultValue(
        column, TimeStorage.TEXT, "x", "2026-11-30T12:00:00.000+00:00", findings);

    problem(
        "column retry_after (@RetryAfter) has DEFAULT CURRENT_TIMESTAMP, which yields the text 2026-11-30 12:00:00 and"
            + " not a text like 2026-11-30T12:00:00.000+00:00, so that it compares wrongly: create the table anew with"
            + " DEFAULT (strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now'))");
  }

  @Test
  void rows_in_another_format() {
    ColumnSpec column = spec.column(Role.RETRY_AFTER).orElseThrow();
    TimeTextCheck.samples(
        spec,
        column,
        TimeStorage.TEXT,
        List.of("2026-11-30T12:00:00.000+00:00", 1_796_000_000_000L, "2026-11-30T12:00:00Z"),
        Dialects.sqlite(),
        findings);

    problem(
        "column retry_after (@RetryAfter) holds the number 1796000000000 in 2 of the 3 rows looked at, and not a text"
            + " like 2026-11-30T12:00:00.000+00:00, so that it compares wrongly: rewrite these rows\n"
            + "update `jobs` set `retry_after` = case typeof(`retry_after`) when 'integer' then"
            + " strftime('%Y-%m-%dT%H:%M:%f+00:00', `retry_after` / 1000.0, 'unixepoch') else"
            + " strftime('%Y-%m-%dT%H:%M:%f+00:00', `retry_after`) end where `retry_after` not like"
            + " '____-__-__T__:__:__.___+00:00';");
  }

  @Test
  void text_among_milliseconds() {
    ColumnSpec column = spec.column(Role.RETRY_AFTER).orElseThrow();
    TimeTextCheck.defaultValue(
        column, TimeStorage.MILLIS, "CURRENT_TIMESTAMP", "2026-11-30 12:00:00", findings);

    problem(
        "column retry_after (@RetryAfter) has DEFAULT CURRENT_TIMESTAMP, which yields the text 2026-11-30 12:00:00 and"
            + " not milliseconds since 1970, so that it compares wrongly: create the table anew with DEFAULT"
            + " (CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER))");
  }

  private void check(Infos infos) {
    TableCheck.check(spec, infos.table(), postgres, findings);
    IndexCheck.check(spec, infos.table(), postgres, findings);
  }

  private void problem(String text) {
    assertThat(texts(all.problems())).containsExactly(WHERE + text);
    assertThat(all.warnings()).isEmpty();
  }

  private void warning(String text) {
    assertThat(texts(all.warnings())).containsExactly(WHERE + text);
    assertThat(all.problems()).isEmpty();
  }

  private static List<String> texts(List<Finding> findings) {
    return findings.stream().map(Finding::toString).toList();
  }

  private static Table<Object> table(TableSpec spec) {
    return Table.of(spec, row -> row);
  }

  static Subscription subscription(String name, TableSpec spec) {
    return Subscription.of(name, table(spec))
        .codec(Codecs.bytes())
        .workers(2)
        .handle((message, delivery) -> Outcome.ack());
  }
}
