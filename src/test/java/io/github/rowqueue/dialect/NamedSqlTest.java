package io.github.rowqueue.dialect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.rowqueue.dialect.Param.Meaning;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Where a parameter's name is one, and where it is text. */
class NamedSqlTest {

  @Test
  void a_name_becomes_a_placeholder_wherever_it_stands() {
    Statement statement =
        NamedSql.parse("update t set at = :now, by=:now where id = :id")
            .statement(
                "x/own-ack", name -> Param.of(name.equals("id") ? Meaning.ID : Meaning.LAST_ERROR));
    assertThat(statement.sql()).isEqualTo("update t set at = ?, by=? where id = ?");
    assertThat(statement.params().toString()).isEqualTo("[LAST_ERROR, LAST_ERROR, ID[0]]");
    assertThat(statement.name()).isEqualTo("x/own-ack");
  }

  @Test
  void a_name_of_several_values_becomes_a_list() {
    Statement statement =
        NamedSql.parse("select * from t where id in (:ids)")
            .statementOf("x", name -> List.of(new Param(Meaning.ID, 0), new Param(Meaning.ID, 1)));
    assertThat(statement.sql()).isEqualTo("select * from t where id in (?, ?)");
    assertThat(statement.params().toString()).isEqualTo("[ID[0], ID[1]]");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "select ':no' from t",
        "select 'it''s :no'",
        "select \":no\" from t",
        "select `:no` from t",
        "select 1 -- :no",
        "select 1 -- :no\nfrom t",
        "select /* :no */ 1",
        "select id::text from t",
        "select id::int::text",
        "select @x := 1",
        "select $$ :no $$, $f$ ':no $f$",
        "select a[1:2] from t",
        "select data ?? 'key' from t",
        "select a - 1 / 2",
        "select 12:30"
      })
  void text_that_looks_like_a_name_stays_text(String sql) {
    NamedSql named = NamedSql.parse(sql);
    assertThat(named.names()).isEmpty();
    assertThat(named.statement("x", name -> Param.of(Meaning.ID)).sql()).isEqualTo(sql);
    assertThat(named).hasToString(sql);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "select :id::text | id",
        "select ''':no' , :id | id",
        "values (:a,:b) | a b",
        "select :_x1 | _x1",
        "select $1$ , :id | id"
      })
  void names_beside_such_text_are_found(String sql, String names) {
    assertThat(NamedSql.parse(sql).names()).containsExactly(names.split(" "));
  }

  @Test
  void what_cannot_be_read_is_refused_with_its_place() {
    refused("", "the SQL is empty");
    refused(
        "delete from t where id = ?",
        "a ? does not say what it stands for, at: ?; name it, such as :id");
    refused("select 'open where id = :id", "a ' has no end, at: 'open where id = :id");
    refused("select /* open", "a comment has no end, at: /* open");
    refused(
        "select 'it\\'s' where id = :id",
        "a backslash before a ' ends the text on some databases and not on others, at: 'it\\'s' where id = :id; double the ' instead");
  }

  private static void refused(String sql, String text) {
    assertThatThrownBy(() -> NamedSql.parse(sql))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(text);
  }
}
