package io.github.rowqueue.internal.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowqueue.servers.DatabaseKind;
import io.github.rowqueue.servers.OnDatabase;
import java.sql.SQLException;
import java.util.Map;
import org.junit.jupiter.api.Test;

@OnDatabase(DatabaseKind.POSTGRESQL)
class PostgresProbeTest extends ProbeContract {

  PostgresProbeTest() {
    super(DatabaseKind.POSTGRESQL);
  }

  @Override
  Map<String, String> ids() {
    return Map.of(
        "bigint", "9007199254740993",
        "smallint", "7",
        "numeric(20)", "18446744073709551615",
        "text", "'a ü'",
        "char(36)", "'short'",
        "bytea", "'\\x00ff'",
        "uuid", "'12345678-9abc-4def-8123-456789abcdef'");
  }

  @Test
  void times_keep_their_storage_and_digits() throws SQLException {
    test()
        .execute(
            "create table times (a timestamptz, b timestamp(3), c timestamptz(0), d bigint, e integer, f text)");

    assertThat(column("times", "a").times()).hasValue(TimeStorage.OFFSET);
    assertThat(column("times", "a").digits()).isEqualTo(6);
    assertThat(column("times", "b").times()).hasValue(TimeStorage.LOCAL);
    assertThat(column("times", "b").digits()).isEqualTo(3);
    assertThat(column("times", "c").digits()).isZero();
    assertThat(column("times", "d").times()).hasValue(TimeStorage.MILLIS);
    assertThat(column("times", "e").times()).isEmpty();
    assertThat(column("times", "f").times()).isEmpty();
  }

  @Test
  void partial_indexes_tell_their_condition_and_expressions_are_empty() throws SQLException {
    test().execute("create table part (id bigserial primary key, a int, done timestamptz)");
    test().execute("create index part_a on part (a, lower(a::text)) where done is null");
    test().execute("create index part_h on part using hash (a)");

    assertThat(column("part", "id").generated()).isTrue();
    assertThat(table("part").indexes())
        .contains(
            new IndexInfo("part_a", false, java.util.List.of("a", ""), "(done IS NULL)", true),
            new IndexInfo("part_h", false, java.util.List.of("a"), null, false));
  }

  @Test
  void an_index_of_a_deferrable_constraint_is_not_immediate() throws SQLException {
    test().execute("create table later (id bigserial primary key, a int unique deferrable)");

    assertThat(table("later").indexes())
        .containsExactlyInAnyOrder(
            new IndexInfo("later_pkey", true, java.util.List.of("id"), null, true),
            new IndexInfo("later_a_key", true, java.util.List.of("a"), null, true, false));
  }

  @Test
  void a_table_is_found_along_the_search_path_and_by_its_schema() throws SQLException {
    test().execute("create schema \"s.%\"", "create table \"s.%\".\"T\" (id int)");

    assertThat(probe("s.%", "T")).isPresent();
    assertThat(probe("s.%", "t")).isEmpty();
    assertThat(probe("", "T")).isEmpty();
  }

  @Test
  void an_enum_type_is_text_bound_without_a_type() throws SQLException {
    test().execute("create type mood as enum ('SAD', 'GLAD')");
    test().execute("create table moods (id int, m mood, j jsonb)");

    assertThat(column("moods", "m").family()).isEqualTo(TypeFamily.TEXT);
    assertThat(column("moods", "m").jdbcType()).isEqualTo(java.sql.Types.OTHER);
    assertThat(column("moods", "j").family()).isEqualTo(TypeFamily.JSON);
  }
}
