package io.github.rowqueue.internal.subscriber;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowqueue.servers.DatabaseKind;
import io.github.rowqueue.servers.OnDatabase;
import io.github.rowqueue.table.TableSpec;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

@OnDatabase(DatabaseKind.SQLITE)
class SqliteStartupCheckTest extends StartupCheckContract {

  private static final String NOW = "(strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now'))";

  SqliteStartupCheckTest() {
    super(DatabaseKind.SQLITE);
  }

  @Test
  void a_row_lock_table_is_refused() throws SQLException {
    TableSpec spec = TableSpec.builder("rows").id("id").generated().payload("payload").build();
    test()
        .execute("create table rows (id integer primary key autoincrement, payload blob not null)");

    assertThat(texts(check(subscription(spec)).problems()))
        .singleElement()
        .asString()
        .startsWith("subscription \"mails\", table rows (table rows): ")
        .contains("row lock");
  }

  @Test
  void a_folding_group_or_key_is_refused() throws SQLException {
    TableSpec spec =
        TableSpec.builder("folding")
            .id("id", String.class)
            .group("grp")
            .partitionKey("k")
            .lockedUntil("locked_until")
            .payload("p")
            .build();
    test()
        .execute(
            "create table folding (id text not null primary key collate nocase, grp text not null collate nocase, k text not null"
                + " collate nocase, locked_until text, p blob not null)");

    assertThat(check(subscription(spec)).problems().stream().map(Finding::text).toList())
        .containsExactly(
            "column grp (@Group) has the collation NOCASE, which takes Orders and orders for one: use a binary one; SQLite needs the table created anew for that",
            "column k (@PartitionKey) has the collation NOCASE, which takes Orders and orders for one: use a binary one; SQLite needs the table created anew for that");
  }

  @Test
  void a_column_that_only_speaks_of_nocase_is_fine() throws SQLException {
    TableSpec spec =
        TableSpec.builder("quiet")
            .id("id", String.class)
            .group("collate nocase")
            .partitionKey("k")
            .lockedUntil("locked_until")
            .payload("p")
            .build();
    test()
        .execute(
            "create table quiet (id text not null primary key, \"collate nocase\" text not null /* collate nocase */,"
                + " k text not null collate rtrim, locked_until text, p blob not null)");

    assertThat(texts(check(subscription(spec)).problems())).isEmpty();
  }

  @Test
  void current_timestamp_is_refused_as_a_default() throws SQLException {
    TableSpec spec = lease("stamped").build();
    create(spec, NOW, "current_timestamp");

    assertThat(texts(check(subscription(spec)).problems()))
        .singleElement()
        .asString()
        .startsWith(
            "subscription \"mails\", table stamped (table stamped): column retry_after (@RetryAfter) has DEFAULT current_timestamp, which yields the text ")
        .endsWith(
            "create the table anew with DEFAULT (strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now'))");
  }

  @Test
  void rows_in_another_format_are_refused_and_the_suggested_update_satisfies() throws SQLException {
    TableSpec spec = lease("mixed").build();
    create(spec);
    test()
        .execute(
            "insert into mixed (grp, retry_after, payload) values ('g', '2026-11-30 12:00:00', x''),"
                + " ('g', '2026-11-30T12:00:00Z', x''), ('g', '2026-11-30T12:00:00.000+00:00', x'')");

    Finding problem = check(subscription(spec)).problems().get(0);
    assertThat(problem.text())
        .isEqualTo(
            "column retry_after (@RetryAfter) holds the text 2026-11-30 12:00:00 in 2 of the 3 rows looked at, and not a text like 2026-11-30T12:00:00.000+00:00, so that it compares wrongly: rewrite these rows");
    test().execute(problem.ddl().get(0));

    assertThat(texts(check(subscription(spec)).problems())).isEmpty();
  }

  @Test
  void rule_14_a_rowid_without_autoincrement_is_refused_where_rows_move_to_a_table()
      throws SQLException {
    TableSpec spec = lease("redrawn").build();
    create(spec, "integer primary key autoincrement", "integer primary key");
    create(lease("grave").build());

    assertThat(texts(check(parking(spec, "grave")).problems()))
        .singleElement()
        .asString()
        .contains("column id (@Id) is a rowid without AUTOINCREMENT");
    assertThat(texts(check(subscription(spec)).problems())).isEmpty();
  }

  @Test
  void what_a_dead_letter_needs_is_told_at_once_where_its_table_is_missing_too()
      throws SQLException {
    TableSpec spec = lease("reused").build();
    create(spec, "integer primary key autoincrement", "integer primary key");

    assertThat(texts(check(parking(spec, "no_grave")).problems()))
        .hasSize(2)
        .anyMatch(text -> text.contains("column id (@Id) is a rowid without AUTOINCREMENT"))
        .anyMatch(text -> text.contains("the dead-letter table no_grave does not exist"));
    assertThat(texts(check(parking(lease("not_there").build(), "no_grave")).problems()))
        .hasSize(2)
        .anyMatch(text -> text.contains("there is no such table: create it"))
        .anyMatch(text -> text.contains("the dead-letter table no_grave does not exist"));
  }

  @Test
  void another_journal_mode_is_warned() throws SQLException {
    TableSpec spec = lease("journal").build();
    create(spec);
    test().execute("PRAGMA journal_mode=DELETE");
    try {
      assertThat(texts(check(subscription(spec)).warnings()))
          .containsExactly(
              "subscription \"mails\", table journal (table journal): the database's journal mode is delete, in which readers and the writer wait for each other: switch the file to the write-ahead log once\nPRAGMA journal_mode=WAL;");
    } finally {
      test().execute("PRAGMA journal_mode=WAL");
    }
  }
}
