package io.github.rowqueue.dialect;

import io.github.rowqueue.dialect.ClaimSql.Rows;
import io.github.rowqueue.dialect.Param.Meaning;
import io.github.rowqueue.table.ColumnSpec;
import io.github.rowqueue.table.Role;
import io.github.rowqueue.table.TableSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Where a claim on PostgreSQL finds its rows, so that it reads little else of its index than these:
 *
 * <table>
 * <caption>The shapes (17.5, 1 000 000 rows)</caption>
 * <tr><th>Claim</th><th>Shape</th></tr>
 * <tr><td>of a FIFO group</td><td>its head, see {@link FifoSql}</td></tr>
 * <tr><td>of suspects</td><td>the leases from the one that ran out first; by claim order all that ran out would be sorted</td></tr>
 * <tr><td>of fresh rows, where an urgent row may be delayed</td><td>priority by priority: in one scan the delayed rows of
 * one priority stand before the due ones of the next, and an idle poll walks over them (59 ms against 0.1 ms)</td></tr>
 * <tr><td>of fresh rows elsewhere</td><td>one scan in claim order</td></tr>
 * </table>
 *
 * <p>Names that begin with {@code rowqueue_} are no column of any table.
 */
final class PostgresClaimSql {

  private static final String PRIORITIES = "rowqueue_priorities";
  static final String PRIORITY = "rowqueue_priority";
  static final String ROWS = "rowqueue_rows";

  private PostgresClaimSql() {}

  /** The ids of the rows, locked one by one as the limit asks. */
  static void ids(SqlWriter sql, TableSpec spec, Rows rows) {
    if (isByPriority(spec, rows)) {
      priorities(sql, spec, rows);
      sql.line("select ").name(spec.id());
      eachPriority(sql, spec, rows, nested -> ClaimSql.selectId(nested, spec));
      return;
    }
    ClaimSql.selectId(sql, spec);
    plain(sql, spec, rows);
  }

  /**
   * Whether the claim goes from priority to priority. Its rows then come in their order as long as
   * the server runs it as it is written, which is for the reader to make sure of.
   */
  static boolean isByPriority(TableSpec spec, Rows rows) {
    return rows != Rows.SUSPECT
        && !spec.fifoGroups()
        && spec.has(Role.PRIORITY)
        && ClaimSql.orderColumns(spec).stream().anyMatch(column -> column.plays(Role.RETRY_AFTER));
  }

  /** What follows the columns and the table in one scan. */
  static void plain(SqlWriter sql, TableSpec spec, Rows rows) {
    if (spec.fifoGroups()) {
      sql.where(FifoSql.head(spec, rows, ClaimSql.orderColumns(spec)));
      sql.line("for update skip locked");
      return;
    }
    if (rows == Rows.SUSPECT) {
      take(
          sql,
          ClaimSql.claimable(spec, rows),
          List.of(spec.column(Role.LOCKED_UNTIL).orElseThrow()));
    } else {
      take(sql, fresh(spec, rows), order(spec));
    }
  }

  /** The conditions of fresh rows; of their group where {@link #order} begins with it. */
  static List<Consumer<SqlWriter>> fresh(TableSpec spec, Rows rows) {
    if (!isById(spec)) {
      return ClaimSql.claimable(spec, rows);
    }
    ColumnSpec group = spec.column(Role.GROUP).orElseThrow();
    List<Consumer<SqlWriter>> conditions = new ArrayList<>();
    conditions.add(sql -> sql.name(group).sql(" >= ").bind(Meaning.GROUP));
    conditions.add(sql -> sql.name(group).sql(" <= ").bind(Meaning.GROUP));
    conditions.addAll(ClaimSql.claimable(spec.without(Role.GROUP), rows)); // it binds no column
    return conditions;
  }

  /**
   * The claim order as only the claim index has it. Rows that are ordered by their id alone the
   * primary key has in order too, and where the statistics are old a planner reads that, past the
   * rows of all other groups; an equal group in front of the order it leaves out, a range it does
   * not. Nor does it know that a key that is null is equal in all rows.
   */
  static List<ColumnSpec> order(TableSpec spec) {
    return isById(spec)
        ? List.of(spec.column(Role.GROUP).orElseThrow(), spec.id())
        : afterKey(spec, ClaimSql.orderColumns(spec));
  }

  private static boolean isById(TableSpec spec) {
    return spec.has(Role.GROUP) && !spec.fifoKeys() && ClaimSql.orderColumns(spec).size() == 1;
  }

  private static List<ColumnSpec> afterKey(TableSpec spec, List<ColumnSpec> order) {
    return spec.fifoKeys()
        ? Stream.concat(spec.column(Role.PARTITION_KEY).stream(), order.stream()).toList()
        : order;
  }

  /**
   * The priorities of rows that are fresh, due or not, each found by one descent of the index; they
   * are read as the claim asks for them.
   */
  static void priorities(SqlWriter sql, TableSpec spec, Rows rows) {
    ColumnSpec priority = spec.column(Role.PRIORITY).orElseThrow();
    List<Consumer<SqlWriter>> waiting = ClaimSql.claimable(spec.without(Role.RETRY_AFTER), rows);
    List<Consumer<SqlWriter>> behind = new ArrayList<>(waiting);
    behind.add(condition -> condition.name(priority).sql(" > " + PRIORITY));
    sql.line("with recursive %s (%s) as (".formatted(PRIORITIES, PRIORITY));
    sql.indented(
        nested -> {
          nested.line("(");
          nested.indented(first -> least(first, spec, priority, waiting));
          nested.sql(")").line("union all").line("select (");
          nested.indented(next -> least(next, spec, priority, behind));
          nested
              .sql(")")
              .line("from " + PRIORITIES)
              .line("where %s is not null)".formatted(PRIORITY));
        });
  }

  private static void least(
      SqlWriter sql, TableSpec spec, ColumnSpec priority, List<Consumer<SqlWriter>> conditions) {
    sql.line("select ").name(priority).line("from ").table(spec.table());
    sql.where(conditions);
    sql.line("order by ").each(afterKey(spec, List.of(priority)), sql::name).line("limit 1");
  }

  /** From each of {@link #priorities} the rows that {@code select} reads. */
  static void eachPriority(SqlWriter sql, TableSpec spec, Rows rows, Consumer<SqlWriter> select) {
    List<Consumer<SqlWriter>> conditions = new ArrayList<>(ClaimSql.claimable(spec, rows));
    ColumnSpec priority = spec.column(Role.PRIORITY).orElseThrow();
    conditions.add(condition -> condition.name(priority).sql(" = " + PRIORITY));
    sql.line("from " + PRIORITIES).line("cross join lateral (");
    sql.indented(
        nested -> {
          select.accept(nested);
          take(nested, conditions, inPriority(spec));
        });
    limit(sql.sql(") " + ROWS));
  }

  /** The claim order within one priority. */
  static List<ColumnSpec> inPriority(TableSpec spec) {
    return afterKey(
        spec,
        ClaimSql.orderColumns(spec).stream()
            .filter(column -> !column.plays(Role.PRIORITY))
            .toList());
  }

  static void take(SqlWriter sql, List<Consumer<SqlWriter>> conditions, List<ColumnSpec> order) {
    sql.where(conditions).line("order by ").each(order, sql::name);
    limit(sql);
    sql.line("for update skip locked");
  }

  /**
   * The limit, of which the planner cannot see how many rows it is: it then reckons with a tenth of
   * them and reads them off the index. Where it knows better and has no statistics, it would rather
   * sort what it takes for 7 rows (17.5: 1 000 000 of them).
   */
  static void limit(SqlWriter sql) {
    sql.line("limit (select cast(").bind(Meaning.LIMIT).sql(" as bigint))");
  }
}
