package io.github.rowqueue.dialect;

import io.github.rowqueue.dialect.ClaimSql.Rows;
import io.github.rowqueue.dialect.Param.Meaning;
import io.github.rowqueue.table.ColumnSpec;
import io.github.rowqueue.table.Role;
import io.github.rowqueue.table.TableSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * A claim of fresh rows that starts at marks: places of the claim order, of which each priority has
 * one. Rows that are gone stay in the index for as long as an open snapshot could see them, and a
 * claim walks over them all; what stands before a mark it does not read, since a comparison of rows
 * is where a scan of a btree starts. The id alone is only compared within the scan, and does not
 * help (17.5, 80 000 rows gone under an open snapshot: 7 ms a claim, from marks 0.4 ms).
 */
final class PostgresMarks {

  private static final String MARKS = "rowqueue_marks";
  private static final String DUE = "rowqueue_due";
  private static final String ID = "rowqueue_id";

  private PostgresMarks() {}

  /** Whether rows come in the order in which they are to be taken, so that a mark can move on. */
  static boolean serve(TableSpec spec) {
    return !spec.fifoGroups()
        && !spec.fifoKeys()
        && (spec.has(Role.RETRY_AFTER) || isCounted(spec.id()));
  }

  private static boolean isCounted(ColumnSpec id) {
    return id.generated() && id.type() != String.class && id.type() != UUID.class;
  }

  /** The ids of rows at or behind the marks, of whose priorities the first go first. */
  static void ids(SqlWriter sql, TableSpec spec, int marks) {
    List<Consumer<SqlWriter>> conditions =
        new ArrayList<>(PostgresClaimSql.fresh(spec, Rows.UNLEASED));
    if (!spec.has(Role.PRIORITY)) {
      conditions.add(
          one -> behind(one, ClaimSql.orderColumns(spec), column -> bind(one, column, 0)));
      ClaimSql.selectId(sql, spec);
      PostgresClaimSql.take(sql, conditions, PostgresClaimSql.order(spec));
      return;
    }
    List<ColumnSpec> order = order(spec);
    ColumnSpec priority = spec.column(Role.PRIORITY).orElseThrow();
    String within = order.contains(priority) ? " <= " : " = ";
    conditions.add(one -> one.name(priority).sql(within + PostgresClaimSql.PRIORITY));
    conditions.add(one -> behind(one, order, column -> one.sql(nameOf(column))));
    marks(sql, spec, marks);
    sql.line("select ").name(spec.id()).line("from " + MARKS).line("cross join lateral (");
    sql.indented(
        nested -> {
          ClaimSql.selectId(nested, spec);
          PostgresClaimSql.take(nested, conditions, order);
        });
    PostgresClaimSql.limit(sql.sql(") " + PostgresClaimSql.ROWS));
  }

  /**
   * The order within one priority; without due times with the priority in front, or the primary key
   * would serve, as in {@link PostgresClaimSql#order}.
   */
  private static List<ColumnSpec> order(TableSpec spec) {
    return spec.has(Role.RETRY_AFTER)
        ? PostgresClaimSql.inPriority(spec)
        : ClaimSql.orderColumns(spec);
  }

  private static String nameOf(ColumnSpec column) {
    return column.plays(Role.ID)
        ? ID
        : column.plays(Role.PRIORITY) ? PostgresClaimSql.PRIORITY : DUE;
  }

  /** The marks in the types of their columns, which the driver may leave to the server. */
  private static void marks(SqlWriter sql, TableSpec spec, int marks) {
    List<ColumnSpec> columns = ClaimSql.orderColumns(spec);
    sql.line("with " + MARKS + " (" + PostgresClaimSql.PRIORITY);
    sql.sql(spec.has(Role.RETRY_AFTER) ? ", " + DUE : "").sql(", " + ID + ") as materialized (");
    sql.indented(
        nested -> {
          nested.line("select ").each(columns, nested::name).sql(" from ").table(spec.table());
          nested.sql(" where false");
          for (int i = 0; i < marks; i++) {
            int mark = i;
            nested.line("union all select ").each(columns, column -> bind(nested, column, mark));
          }
        });
    sql.sql(")");
  }

  private static void behind(SqlWriter sql, List<ColumnSpec> columns, Consumer<ColumnSpec> value) {
    sql.sql("(").each(columns, sql::name).sql(") >= (").each(columns, value).sql(")");
  }

  private static void bind(SqlWriter sql, ColumnSpec column, int mark) {
    Meaning meaning =
        Stream.of(Role.PRIORITY, Role.RETRY_AFTER).noneMatch(column::plays)
            ? Meaning.MARK_ID
            : column.plays(Role.PRIORITY) ? Meaning.MARK_PRIORITY : Meaning.MARK_DUE;
    sql.bind(meaning, mark);
  }
}
