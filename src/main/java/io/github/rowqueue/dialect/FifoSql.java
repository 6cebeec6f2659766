package io.github.rowqueue.dialect;

import io.github.rowqueue.dialect.ClaimSql.Rows;
import io.github.rowqueue.dialect.Param.Meaning;
import io.github.rowqueue.table.ColumnSpec;
import io.github.rowqueue.table.Role;
import io.github.rowqueue.table.TableSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * The conditions of a claim that takes the head of its group or nothing. A sub-select fixes the one
 * row that may be taken, without a lock and whether it is claimable or not, so that a head that
 * waits or is held elsewhere is never stepped over; the claim then locks that row by its id.
 *
 * <table>
 * <caption>The one row</caption>
 * <tr><th>Claim</th><th>The row that is fixed</th><th>And</th></tr>
 * <tr><td>row lock</td><td>the first unfinished one</td><td>the guard is held while a row is in
 * work</td></tr>
 * <tr><td>lease</td><td>the first one under no lease</td><td>no row of the group is under a lease, be
 * it held or run out</td></tr>
 * <tr><td>suspect</td><td>the one whose lease ends last</td><td>that lease has run out, and so has
 * every other</td></tr>
 * </table>
 */
final class FifoSql {

  private FifoSql() {}

  /**
   * {@code <form>/fifo-<verb>} where the table keeps its groups in order, else {@code
   * <form>/<verb>}.
   */
  static String path(TableSpec spec, String verb) {
    return spec.form().path() + (spec.fifoGroups() ? "/fifo-" : "/") + verb;
  }

  /**
   * All conditions of the claim; {@code order} is the claim order as the database's index knows it.
   */
  static List<Consumer<SqlWriter>> head(TableSpec spec, Rows rows, List<ColumnSpec> order) {
    List<Consumer<SqlWriter>> conditions = new ArrayList<>();
    conditions.add(sql -> theOne(sql, spec, rows, order));
    conditions.addAll(ClaimSql.claimable(spec, rows));
    if (rows == Rows.UNLEASED) {
      conditions.add(sql -> nothingLeased(sql, spec));
    }
    return conditions;
  }

  private static void theOne(SqlWriter sql, TableSpec spec, Rows rows, List<ColumnSpec> order) {
    sql.name(spec.id()).sql(" = (");
    sql.indented(
        nested -> {
          ClaimSql.selectId(nested, spec);
          nested.where(unfinished(spec, rows));
          if (rows == Rows.SUSPECT) {
            nested.line("order by ").name(lease(spec)).sql(" desc");
          } else {
            nested.line("order by ").each(order, nested::name);
          }
          nested.line("limit 1");
        });
    sql.sql(")");
  }

  /** The condition that no row of the group is under a lease, be it held or run out. */
  static void nothingLeased(SqlWriter sql, TableSpec spec) {
    sql.sql("not exists (");
    sql.indented(
        nested -> {
          ClaimSql.selectId(nested, spec);
          nested.where(unfinished(spec, Rows.SUSPECT));
        });
    sql.sql(")");
  }

  private static List<Consumer<SqlWriter>> unfinished(TableSpec spec, Rows rows) {
    List<Consumer<SqlWriter>> conditions = new ArrayList<>();
    ColumnSpec group = spec.column(Role.GROUP).orElseThrow();
    conditions.add(sql -> sql.name(group).sql(" = ").bind(Meaning.GROUP));
    spec.column(Role.PROCESSED_AT)
        .ifPresent(done -> conditions.add(sql -> sql.name(done).sql(" is null")));
    switch (rows) {
      case UNLOCKED -> {}
      case UNLEASED -> conditions.add(sql -> sql.name(lease(spec)).sql(" is null"));
      case SUSPECT -> conditions.add(sql -> sql.grammar().leased(sql, lease(spec)));
    }
    return conditions;
  }

  private static ColumnSpec lease(TableSpec spec) {
    return spec.column(Role.LOCKED_UNTIL).orElseThrow();
  }
}
