package io.github.rowqueue.internal.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowqueue.servers.DatabaseKind;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

/** What the probe reads of a table; and, inherited, that values survive what is made of it. */
abstract class ProbeContract extends BindingContract {

  ProbeContract(DatabaseKind kind) {
    super(kind);
  }

  @Test
  void a_missing_table_is_empty() throws SQLException {
    assertThat(probe("", "no such table")).isEmpty();
    assertThat(probe("no such schema", "t")).isEmpty();
  }

  @Test
  void wildcards_and_quotes_in_names_mean_themselves() throws SQLException {
    test().execute("create table " + q("w_x%") + " (" + q("a_b%\"'`") + " int not null)");
    test().execute("create table " + q("wyx_") + " (" + q("other") + " int)");

    assertThat(table("w_x%").columns()).extracting(ColumnInfo::name).containsExactly("a_b%\"'`");
    assertThat(probe("", "w_x_")).isEmpty();
    assertThat(probe("", "w%")).isEmpty();
  }

  @Test
  void columns_tell_nulls_and_defaults() throws SQLException {
    test()
        .execute(
            "create table "
                + q("nulls")
                + " (id int not null primary key, attempt int default 1 not null, note varchar(40), Upper int)");

    ColumnInfo attempt = table("nulls").column(folded("attempt")).orElseThrow();
    ColumnInfo note = table("nulls").column(folded("note")).orElseThrow();
    assertThat(attempt.nullable()).isFalse();
    assertThat(attempt.defaultValue()).isEqualTo("1");
    assertThat(attempt.family()).isEqualTo(TypeFamily.INTEGER);
    assertThat(attempt.generated()).isFalse();
    assertThat(note.nullable()).isTrue();
    assertThat(note.defaultValue()).isNull();
    assertThat(note.size()).isEqualTo(kind == DatabaseKind.SQLITE ? 0 : 40);
    assertThat(note.onUpdate()).isFalse();
  }

  @Test
  void indexes_tell_columns_order_and_uniqueness() throws SQLException {
    test().execute("create table " + q("ix") + " (id int not null primary key, a int, b int)");
    test().execute("create index ix_ab on " + q("ix") + " (a, b)");
    test().execute("create unique index ix_b on " + q("ix") + " (b)");

    TableInfo info = table("ix");
    assertThat(info.indexes())
        .anySatisfy(
            index -> {
              assertThat(index.unique()).isTrue();
              assertThat(index.columns()).containsExactly(folded("id"));
            })
        .anySatisfy(
            index -> {
              assertThat(index.name()).isEqualTo(folded("ix_ab"));
              assertThat(index.unique()).isFalse();
              assertThat(index.ordered()).isTrue();
              assertThat(index.predicate()).isNull();
              assertThat(index.columns()).startsWith(folded("a"), folded("b"));
            })
        .anySatisfy(
            index -> {
              assertThat(index.name()).isEqualTo(folded("ix_b"));
              assertThat(index.unique()).isTrue();
              assertThat(index.columns()).containsExactly(folded("b"));
            });
  }

  @Test
  void an_index_with_a_descending_column_is_not_ordered() throws SQLException {
    test().execute("create table " + q("down") + " (id int not null primary key, a int)");
    test().execute("create index down_a on " + q("down") + " (a desc)");

    assertThat(table("down").indexes())
        .filteredOn(index -> index.name().equals(folded("down_a")))
        .singleElement()
        .satisfies(index -> assertThat(index.ordered()).isFalse());
  }
}
