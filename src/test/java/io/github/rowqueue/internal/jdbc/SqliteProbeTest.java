package io.github.rowqueue.internal.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowqueue.servers.DatabaseKind;
import io.github.rowqueue.servers.OnDatabase;
import java.sql.SQLException;
import java.util.Map;
import org.junit.jupiter.api.Test;

@OnDatabase(DatabaseKind.SQLITE)
class SqliteProbeTest extends ProbeContract {

  SqliteProbeTest() {
    super(DatabaseKind.SQLITE);
  }

  @Override
  Map<String, String> ids() {
    return Map.of(
        "integer", "9007199254740993",
        "bigint", "7",
        "text", "'a ü'",
        "blob", "x'00ff'");
  }

  @Test
  void a_rowid_without_autoincrement_reuses_ids() throws SQLException {
    test().execute("create table reuse (id integer primary key, \"AUTOINCREMENT\" int)");
    test().execute("create table keep (id integer primary key autoincrement, a int)");
    test().execute("create table textual (id text primary key, a int)");

    assertThat(table("reuse").reusesIds()).isTrue();
    assertThat(column("reuse", "id").generated()).isTrue();
    assertThat(column("reuse", "id").nullable()).isFalse();
    assertThat(table("keep").reusesIds()).isFalse();
    assertThat(table("textual").reusesIds()).isFalse();
    assertThat(column("textual", "id").nullable()).isTrue();
  }

  @Test
  void partial_indexes_tell_their_condition() throws SQLException {
    test().execute("create table part (id integer primary key, a int, \"where\" text)");
    test().execute("create index part_a on part (a, \"where\") WHERE \"where\" is null -- where\n");

    assertThat(table("part").indexes())
        .anySatisfy(
            index -> {
              assertThat(index.columns()).containsExactly("a", "where", "id");
              assertThat(index.predicate()).startsWith("\"where\" is null");
            });
  }

  @Test
  void times_are_texts_or_milliseconds_and_generated_columns_are_told() throws SQLException {
    test()
        .execute("create table times (a text, b datetime, c integer, d real, e int as (c + 1), f)");

    assertThat(column("times", "a").times()).hasValue(TimeStorage.TEXT);
    assertThat(column("times", "b").times()).hasValue(TimeStorage.TEXT);
    assertThat(column("times", "c").times()).hasValue(TimeStorage.MILLIS);
    assertThat(column("times", "d").times()).isEmpty();
    assertThat(column("times", "e").generated()).isTrue();
    assertThat(column("times", "f").family()).isEqualTo(TypeFamily.LOOSE);
  }
}
