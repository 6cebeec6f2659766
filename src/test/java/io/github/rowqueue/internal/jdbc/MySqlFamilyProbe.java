package io.github.rowqueue.internal.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowqueue.servers.DatabaseKind;
import java.sql.SQLException;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What MySQL and MariaDB have in common. */
abstract class MySqlFamilyProbe extends ProbeContract {

  MySqlFamilyProbe(DatabaseKind kind) {
    super(kind);
  }

  @Override
  Map<String, String> ids() {
    return Map.of(
        "bigint unsigned", "18446744073709551615",
        "bigint", "9007199254740993",
        "smallint", "7",
        "varchar(64)", "'a ü'",
        "char(36)", "'12345678-9abc-4def-8123-456789abcdef'",
        "binary(16)", "x'123456789abc4def8123456789abcdef'",
        "decimal(20)", "18446744073709551615");
  }

  @Test
  void times_keep_their_storage_and_digits() throws SQLException {
    test()
        .execute(
            "create table times (a datetime(6), b datetime, c timestamp(3) null, d bigint,"
                + " e datetime null on update current_timestamp)");

    assertThat(column("times", "a").times()).hasValue(TimeStorage.LOCAL_AS_TEXT);
    assertThat(column("times", "a").digits()).isEqualTo(6);
    assertThat(column("times", "a").shiftsWithSession()).isFalse();
    assertThat(column("times", "b").digits()).isZero();
    assertThat(column("times", "c").digits()).isEqualTo(3);
    assertThat(column("times", "c").shiftsWithSession()).isTrue();
    assertThat(column("times", "d").times()).hasValue(TimeStorage.MILLIS);
    assertThat(column("times", "e").onUpdate()).isTrue();
  }

  @Test
  void types_tell_range_and_collation() throws SQLException {
    test()
        .execute(
            "create table types (id int auto_increment primary key, a tinyint unsigned, b text,"
                + " c varchar(9) collate utf8mb4_bin, d varbinary(9), e json, f int as (a + 1))");

    assertThat(column("types", "id").generated()).isTrue();
    assertThat(IntegerRange.maximum(column("types", "a"))).isEqualTo(255);
    assertThat(column("types", "b").size()).isEqualTo(16383);
    assertThat(column("types", "c").collation()).isEqualTo("utf8mb4_bin");
    assertThat(column("types", "d").collation()).isNull();
    assertThat(column("types", "f").generated()).isTrue();
  }

  @Test
  void an_index_that_is_not_unique_ends_with_the_primary_key() throws SQLException {
    test().execute("create table ends (id int primary key, a int, b varchar(40))");
    test().execute("create index ends_a on ends (a)", "create index ends_b on ends (b(5))");

    assertThat(table("ends").indexes())
        .contains(
            new IndexInfo("ends_a", false, java.util.List.of("a", "id"), null, true),
            new IndexInfo("ends_b", false, java.util.List.of("", "id"), null, true));
  }

  @Test
  void a_tinyint_1_is_a_number() throws SQLException {
    test().execute("create table tiny (id int primary key, attempt tinyint(1) not null)");
    io.github.rowqueue.table.TableSpec spec =
        io.github.rowqueue.table.TableSpec.builder("tiny")
            .id("id", Integer.class)
            .attempt("attempt")
            .build();
    TableBinding binding = TableBindings.bind(spec, table("tiny")).orElseThrow();

    assertThat(insertAndRead(spec, binding, new Object[] {1, 5}).attempt()).hasValue(5);
  }
}
