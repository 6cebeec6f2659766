package io.github.rowqueue.dialect;

import io.github.rowqueue.dialect.Param.Meaning;
import io.github.rowqueue.table.ColumnSpec;
import io.github.rowqueue.table.TableName;

/** SQLite's words. */
final class SqliteGrammar implements Grammar {

  @Override
  public String dialect() {
    return "sqlite";
  }

  // Not ": a misspelt name between those is silently read as a string.
  @Override
  public String quote(String name) {
    return Grammar.quote(name, "`");
  }

  // The aggregate's namesake of two arguments.
  @Override
  public String least() {
    return "min";
  }

  // A column may hold any type: 1.5 or 'x' read as an integer must be counted as that integer, or
  // the row would never carry the token its claim was told.
  @Override
  public void attempt(SqlWriter sql, ColumnSpec attempt) {
    sql.sql("cast(").name(attempt).sql(" as integer)");
  }

  // The one format in which times are bound, so that text order is time order.
  @Override
  public void now(SqlWriter sql, ColumnSpec column) {
    sql.sql("strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now')");
  }

  @Override
  public void stamp(SqlWriter sql, Stamp stamp) {
    switch (stamp.kind()) {
      case TEXT -> now(sql, stamp.column());
      case MILLIS ->
          sql.sql("cast(strftime('%s', 'now') as integer) * 1000")
              .sql(" + cast(substr(strftime('%f', 'now'), 4) as integer)");
      case ZONED, UTC -> throw stamp.unknownTo("SQLite");
    }
  }

  @Override
  public void later(SqlWriter sql, ColumnSpec column) {
    sql.sql("strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now', (")
        .bind(Meaning.DELAY)
        .sql(" / 1000000.0) || ' seconds')");
  }

  // The schema stands before the index, never before its table.
  @Override
  public String indexOn(TableName table, String index) {
    return SqlWriter.quoted(this, new TableName(table.schema(), index))
        + " on "
        + quote(table.name());
  }

  // The sign hides the column from the planner, which after ANALYZE otherwise skips through the
  // claim index by it and
  // sorts (33 times slower); the conditions before it and the order are what the index is for.
  @Override
  public void dueColumn(SqlWriter sql, ColumnSpec retryAfter) {
    sql.sql("+").name(retryAfter);
  }
}
