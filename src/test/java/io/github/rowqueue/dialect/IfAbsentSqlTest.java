package io.github.rowqueue.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How the error of a duplicate names its index, whatever the language and the value. */
class IfAbsentSqlTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "true  | Duplicate entry 'a' for key 'jobs.once'",
        "true  | Duplicate entry 'a' for key 'jobs.ONCE'",
        "true  | (conn=7) Duplicate entry 'a' for key 'once'",
        "true  | Doppelter Eintrag 'a' für Schlüssel 'jobs.once'",
        "true  | 'a' は索引 'jobs.once' で重複しています。",
        "false | Duplicate entry 'a' for key 'jobs.PRIMARY'",
        "false | Duplicate entry 'a' for key 'jobs.not_once'",
        "false | Duplicate entry 'a' for key 'others.once'",
        "false | Duplicate entry 'for key 'jobs.once' for key 'jobs.code'",
        "false | no quotes at all",
      })
  void mysql_names_it_last(boolean named, String message) {
    assertThat(IfAbsentSql.namedByMySql(message, "jobs", "once")).isEqualTo(named);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "true  | once | Unique index or primary key violation: \"PUBLIC.once ON PUBLIC.jobs(a) VALUES ( 'x' )\"",
        "true  | once | Eindeutiger Index verletzt: \"PUBLIC.\"once\" ON PUBLIC.\"jobs\"(a) VALUES ( 'x' )\"",
        "true  | o\"e | Eindeutiger Index verletzt: \"PUBLIC.\"o\"\"e\" ON PUBLIC.\"jobs\"(a) VALUES ( 'x' )\"",
        "false | once | Unique index or primary key violation: \"PUBLIC.code ON PUBLIC.jobs(a) VALUES ( '.once ON ' )\"",
        "false | once | Unique index or primary key violation: \"PUBLIC.\"not_once\" ON PUBLIC.jobs(a) VALUES ( 'x' )\"",
        "false | once | nothing quoted",
      })
  void h2_names_it_first(boolean named, String index, String message) {
    assertThat(IfAbsentSql.namedByH2(message, index)).isEqualTo(named);
  }

  @ParameterizedTest
  @CsvSource({"'Query is: ',1", "'Query being executed when exception was thrown:\n',2"})
  void a_statement_that_the_driver_quotes_is_not_the_message(String quoted, int lines) {
    String message =
        "Duplicate entry 'a' for key 'jobs.%s'"
            + "\n".repeat(lines)
            + quoted
            + "insert into jobs values ('once')";
    assertThat(IfAbsentSql.namedByMySql(message.formatted("once"), "jobs", "once")).isTrue();
    assertThat(IfAbsentSql.namedByMySql(message.formatted("code"), "jobs", "once")).isFalse();
  }
}
