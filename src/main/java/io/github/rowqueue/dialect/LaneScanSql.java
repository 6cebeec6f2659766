package io.github.rowqueue.dialect;

import io.github.rowqueue.dialect.Param.Meaning;
import io.github.rowqueue.table.ColumnSpec;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The ways to find the lanes that have rows. All cost about the lanes they pass, whatever stands
 * behind them.
 */
final class LaneScanSql {

  private static final String WINDOW = "rowqueue_window";

  private LaneScanSql() {}

  private static void after(SqlWriter sql) {
    sql.bind(Meaning.AFTER);
  }

  private static void lane(SqlWriter sql) {
    sql.sql(LaneSql.LANE);
  }

  /**
   * From lane to lane, each by one look-up in the index: for databases that plan a correlated range
   * as one (PostgreSQL 17.5 and SQLite 3.54: 200 lanes beside a lane of 60 000 rows in 2 ms).
   */
  static LaneClaim.Scan byHops(LaneSql lanes) {
    return (fromStart, excluded) -> {
      SqlWriter sql = lanes.writer();
      sql.line(
          "with recursive " + LaneSql.LANES + " (" + LaneSql.LANE + ", " + LaneSql.STEP + ") as (");
      sql.indented(
          nested -> {
            nested.line("select ");
            hop(nested, lanes, fromStart ? null : LaneScanSql::after);
            nested.sql(", 1").line("union all").line("select ");
            hop(nested, lanes, LaneScanSql::lane);
            nested.sql(", " + LaneSql.STEP + " + 1").line("from " + LaneSql.LANES);
            nested.line("where " + LaneSql.LANE + " is not null and " + LaneSql.STEP + " < ");
            nested.bind(Meaning.LIMIT);
          });
      sql.sql(")").line("select " + LaneSql.LANE + ", 1,").line("  ");
      lanes.claimable(sql, LaneScanSql::lane, excluded);
      sql.line("from " + LaneSql.LANES).line("where " + LaneSql.LANE + " is not null");
      sql.line("order by " + LaneSql.STEP);
      return lanes.statement(sql, fromStart ? "scan" : "scan-on");
    };
  }

  private static void hop(SqlWriter sql, LaneSql lanes, @Nullable Consumer<SqlWriter> behind) {
    sql.sql("(");
    sql.indented(
        nested -> {
          lanes.rowsBehind(nested, behind, "");
          nested.line("order by ").name(lanes.lane()).sql(" limit 1");
        });
    sql.sql(")");
  }

  /**
   * Through a window of the index, and then behind the last lane found in it: for databases that
   * read a correlated range from its beginning (MySQL 8.0.15, MariaDB 11.4 and H2 2.4: 200 lanes by
   * hops in 0.6 to 2.3 s, where a window of 256 entries takes less than 1 ms).
   *
   * @param order the columns of the index up to the lane, as far as the database wants them named
   * @param heads whether the head of each lane is looked at too, or only what is in work
   */
  static LaneClaim.Scan byWindow(LaneSql lanes, List<ColumnSpec> order, boolean heads) {
    return (fromStart, excluded) -> {
      SqlWriter sql = lanes.writer();
      sql.line("select " + LaneSql.LANE + ", " + LaneSql.ENTRIES + ",").line("  ");
      if (heads) {
        lanes.claimable(sql, LaneScanSql::lane, excluded);
      } else {
        lanes.free(sql, LaneScanSql::lane);
      }
      sql.line("from (");
      sql.indented(
          outer -> {
            outer.line("select " + LaneSql.LANE + ", count(*) as " + LaneSql.ENTRIES);
            outer.line("from (");
            outer.indented(inner -> window(inner, lanes, order, fromStart));
            outer.sql(") as " + WINDOW).line("group by " + LaneSql.LANE);
            outer.line("order by " + LaneSql.LANE).line("limit ").bind(Meaning.LIMIT);
          });
      sql.sql(") as " + LaneSql.LANES).line("order by " + LaneSql.LANE);
      return lanes.statement(sql, fromStart ? "scan" : "scan-on");
    };
  }

  private static void window(
      SqlWriter sql, LaneSql lanes, List<ColumnSpec> order, boolean fromStart) {
    lanes.rowsBehind(sql, fromStart ? null : LaneScanSql::after, LaneSql.LANE);
    sql.line("order by ").each(order, sql::name).line("limit ").bind(Meaning.WINDOW);
  }

  /**
   * By the distinct values of the first column of an index, which MySQL and MariaDB read from group
   * to group ("Using index for group-by": 502 reads for 500 groups beside one of 30 000 rows, where
   * a recursion by hops reads 17 million). What may be claimed is for the probe to tell, since in a
   * correlated look-up they read all rows of a group.
   */
  static LaneClaim.Scan byDistinct(LaneSql lanes) {
    return (fromStart, excluded) -> {
      SqlWriter sql = lanes.writer();
      sql.line("select " + LaneSql.LANE + ", 1, ");
      lanes.served(sql, LaneScanSql::lane, excluded);
      sql.line("from (");
      sql.indented(
          nested -> {
            nested.line("select distinct ");
            lanes.anyRowsBehind(nested, fromStart ? null : LaneScanSql::after, LaneSql.LANE);
            nested.line("order by ").name(lanes.lane()).sql(" limit ").bind(Meaning.LIMIT);
          });
      sql.sql(") as " + LaneSql.LANES).line("order by " + LaneSql.LANE);
      return lanes.statement(sql, fromStart ? "scan" : "scan-on");
    };
  }
}
