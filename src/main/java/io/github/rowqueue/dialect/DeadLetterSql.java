package io.github.rowqueue.dialect;

import io.github.rowqueue.table.ColumnSpec;
import io.github.rowqueue.table.Role;
import io.github.rowqueue.table.TableName;
import io.github.rowqueue.table.TableSpec;
import java.util.List;
import java.util.function.Consumer;

/**
 * The move of a row to another table: the described columns only, the lease cleared, the reason of
 * today.
 */
final class DeadLetterSql {

  private DeadLetterSql() {}

  /**
   * {@code insert into <destination> (<columns>)}, and what an id the destination would draw itself
   * needs.
   */
  static void into(SqlWriter sql, TableSpec spec, TableName destination, String overriding) {
    sql.line("insert into ")
        .table(destination)
        .sql(" (")
        .each(spec.columns(), sql::name)
        .sql(")" + overriding);
  }

  /** {@code select <columns>}, as they arrive in the destination. */
  static void select(SqlWriter sql, TableSpec spec, RowValues values) {
    sql.line("select ").each(spec.columns(), column -> arriving(sql, column, values));
  }

  /**
   * A copy, then the delete that decides: its count of 0 means that the row was no longer ours, and
   * rolls the copy back.
   *
   * @param copy how the database copies
   */
  static Write.Counted copyThenDelete(
      Grammar grammar, TableSpec spec, Event event, List<Consumer<SqlWriter>> guard, Copy copy) {
    return new Write.Counted(
        move(
            grammar, spec, event, guard, copy, RowValues.ofOne(spec), SettleSql.path(spec, event)));
  }

  /** The copy and the delete of the rows that {@code guard} names, called {@code path}. */
  static List<Statement> move(
      Grammar grammar,
      TableSpec spec,
      Event event,
      List<Consumer<SqlWriter>> guard,
      Copy copy,
      RowValues values,
      String path) {
    SqlWriter insert = new SqlWriter(grammar);
    into(insert, spec, destination(event), copy.overriding);
    select(insert, spec, values);
    insert.line("from ").table(spec.table()).where(guard);
    if (!copy.lock.isEmpty()) {
      insert.line(copy.lock);
    }
    SqlWriter delete = new SqlWriter(grammar).line("delete from ").table(spec.table()).where(guard);
    return List.of(insert.toStatement(path + "-copy"), delete.toStatement(path));
  }

  static TableName destination(Event event) {
    TableName destination = event.destination();
    if (destination == null) {
      throw new IllegalArgumentException("event %s names no table".formatted(event.kind()));
    }
    return destination;
  }

  /**
   * How a database copies.
   *
   * @param overriding what lets a copied id into a column that draws its own, or an empty string
   * @param lock what holds the row that is copied, or an empty string
   */
  record Copy(String overriding, String lock) {
    /** Of rows that are locked already: to look for them under a lock again could wait. */
    Copy unlocked() {
      return new Copy(overriding, "");
    }
  }

  private static void arriving(SqlWriter sql, ColumnSpec column, RowValues values) {
    if (column.plays(Role.LOCKED_UNTIL)) {
      sql.sql("null");
    } else if (column.plays(Role.LAST_ERROR)) {
      values.error(sql);
    } else {
      sql.name(column);
    }
  }
}
