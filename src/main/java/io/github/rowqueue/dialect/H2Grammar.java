package io.github.rowqueue.dialect;

import io.github.rowqueue.dialect.Param.Meaning;
import io.github.rowqueue.table.ColumnSpec;
import io.github.rowqueue.table.TableName;
import java.time.OffsetDateTime;

/** H2's words. */
final class H2Grammar implements Grammar {

  @Override
  public String dialect() {
    return "h2";
  }

  @Override
  public String quote(String name) {
    return Grammar.quote(name, "\"");
  }

  // An index without a schema would go to the session's, which need not be its table's.
  @Override
  public String indexOn(TableName table, String index) {
    return SqlWriter.quoted(this, new TableName(table.schema(), index))
        + " on "
        + SqlWriter.quoted(this, table);
  }

  // Of "is not null" H2 makes no range, and reads all the nulls before it: the rows that wait.
  @Override
  public void leased(SqlWriter sql, ColumnSpec lease) {
    sql.name(lease).sql(" >= ").bind(Meaning.LONG_AGO);
  }

  // A TIMESTAMP holds UTC, and LOCALTIMESTAMP or a cast would be the session's zone; so count
  // from the epoch.
  @Override
  public void now(SqlWriter sql, ColumnSpec column) {
    sql.sql(
        column.type() == OffsetDateTime.class
            ? "current_timestamp"
            : "dateadd(microsecond, cast(extract(epoch from current_timestamp) * 1000000 as bigint),"
                + " timestamp '1970-01-01 00:00:00')");
  }

  // A type of fewer digits rounds what it is given.
  @Override
  public void stamp(SqlWriter sql, Stamp stamp) {
    String micros = "cast(extract(epoch from current_timestamp) * 1000000 as bigint)";
    String since = stamp.halfUnit() == 0 ? micros : "%s - %d".formatted(micros, stamp.halfUnit());
    sql.sql(
        switch (stamp.kind()) {
          case ZONED ->
              "dateadd(microsecond, %s, timestamp with time zone '1970-01-01 00:00:00+00')"
                  .formatted(since);
          case UTC -> "dateadd(microsecond, %s, timestamp '1970-01-01 00:00:00')".formatted(since);
          case MILLIS -> "cast(floor(extract(epoch from current_timestamp) * 1000) as bigint)";
          case TEXT -> throw stamp.unknownTo("H2");
        });
  }

  @Override
  public void later(SqlWriter sql, ColumnSpec column) {
    sql.sql("dateadd(microsecond, cast(").bind(Meaning.DELAY).sql(" as bigint), ");
    now(sql, column);
    sql.sql(")");
  }
}
