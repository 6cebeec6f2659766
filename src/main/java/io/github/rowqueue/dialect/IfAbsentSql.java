package io.github.rowqueue.dialect;

import io.github.rowqueue.table.ColumnSpec;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Inserts that leave alone a row that is there already, and how a database says that one was. */
final class IfAbsentSql {

  private static final String SUFFIX = "-if-absent";

  /** What drivers append to a message when they are told to quote the statement in it. */
  private static final List<String> QUOTED_STATEMENT =
      List.of("\nQuery is: ", "\n\nQuery being executed when exception was thrown:\n");

  private IfAbsentSql() {}

  /** The database leaves the row out itself. */
  static Statement onConflict(Grammar grammar, Statement insert, List<ColumnSpec> unique) {
    SqlWriter columns = new SqlWriter(grammar);
    columns.each(unique, columns::name);
    return new Statement(
        insert.name() + SUFFIX,
        insert.sql() + "\non conflict (%s) do nothing".formatted(columns.toText()),
        insert.params());
  }

  /** The database says so by an error that undoes this statement alone. */
  static Statement plain(Statement insert) {
    return new Statement(insert.name() + SUFFIX, insert.sql(), insert.params());
  }

  /**
   * Whether MySQL's error names the index, which it does last and in quotes in every language:
   * {@code Duplicate entry 'value' for key 'table.index'}, before 8.0.19 and on MariaDB without the
   * table. The value may hold anything.
   */
  static boolean namedByMySql(String message, String table, String index) {
    String told = message;
    for (String appendix : QUOTED_STATEMENT) {
      int from = told.lastIndexOf(appendix);
      told = from < 0 ? told : told.substring(0, from);
    }
    int end = told.lastIndexOf('\'');
    String named = end < 0 ? "" : told.substring(0, end).toLowerCase(Locale.ROOT);
    return Stream.of("'" + index, "'" + table + "." + index)
        .anyMatch(name -> named.endsWith(name.toLowerCase(Locale.ROOT)));
  }

  /**
   * Whether H2's error names the index, which it does first and before the values: {@code …:
   * "schema.index ON schema.table(column) VALUES …"}.
   */
  static boolean namedByH2(String message, String index) {
    int start = message.indexOf('"');
    int end = message.indexOf(" ON ", start + 1);
    String named = start < 0 || end < 0 ? "" : message.substring(start + 1, end);
    return named.endsWith("." + index)
        || named.endsWith(".\"" + index.replace("\"", "\"\"") + "\"");
  }
}
