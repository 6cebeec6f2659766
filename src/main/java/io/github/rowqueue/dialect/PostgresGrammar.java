package io.github.rowqueue.dialect;

import io.github.rowqueue.dialect.Param.Meaning;
import io.github.rowqueue.table.ColumnSpec;
import java.time.LocalDateTime;

/** PostgreSQL's words. */
final class PostgresGrammar implements Grammar {

  @Override
  public String dialect() {
    return "postgresql";
  }

  @Override
  public String quote(String name) {
    return Grammar.quote(name, "\"");
  }

  // statement_timestamp(): now() is the time of BEGIN, which may lie minutes before a settlement.
  @Override
  public void now(SqlWriter sql, ColumnSpec column) {
    boolean zoneless = column.type() == LocalDateTime.class;
    sql.sql(zoneless ? "(statement_timestamp() at time zone 'UTC')" : "statement_timestamp()");
  }

  // A type of fewer digits rounds what it is given.
  @Override
  public void stamp(SqlWriter sql, Stamp stamp) {
    String time =
        stamp.halfUnit() == 0
            ? "statement_timestamp()"
            : "statement_timestamp() - interval '%d microseconds'".formatted(stamp.halfUnit());
    sql.sql(
        switch (stamp.kind()) {
          case ZONED -> time;
          case UTC -> "(%s) at time zone 'UTC'".formatted(time);
          case MILLIS -> "cast(floor(extract(epoch from statement_timestamp()) * 1000) as bigint)";
          case TEXT -> throw stamp.unknownTo("PostgreSQL");
        });
  }

  // A bare column serves the index of suspects (… is not null is implied), which a planner with
  // statistics from before the leases takes for empty: each settlement read all rows in work
  // (17.5: 5 ms for 512 of 20 000, 2 by the primary key). An expression serves no index, and
  // coalesce implies nothing.
  @Override
  public void expiry(SqlWriter sql, ColumnSpec lease) {
    sql.sql("coalesce(").name(lease).sql(", ").name(lease).sql(")");
  }

  // An untyped parameter would be a double precision at the first prepare, and later integers
  // nearly zero (B203).
  @Override
  public void later(SqlWriter sql, ColumnSpec column) {
    now(sql, column);
    sql.sql(" + cast(").bind(Meaning.DELAY).sql(" as bigint) * interval '1 microsecond'");
  }
}
