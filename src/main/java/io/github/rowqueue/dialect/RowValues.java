package io.github.rowqueue.dialect;

import io.github.rowqueue.dialect.Param.Meaning;
import io.github.rowqueue.table.Role;
import io.github.rowqueue.table.TableSpec;

/**
 * The values that are a row's own where a settlement writes it: bound once for one row, and for
 * many chosen by a {@code case} over their ids. A join to a list of rows would do the same, but the
 * plan would be one more, PostgreSQL takes the untyped values of such a list for texts, and MySQL
 * refuses to compare a text id with one of another collation (1267).
 */
final class RowValues {

  private final TableSpec spec;
  private final int rows;

  private RowValues(TableSpec spec, int rows) {
    this.spec = spec;
    this.rows = rows;
  }

  /** The values of the one row a statement names. */
  static RowValues ofOne(TableSpec spec) {
    return new RowValues(spec, 0);
  }

  /**
   * The values of the rows {@code ID[0]} to {@code ID[rows - 1]}, of which some may be the same.
   */
  static RowValues ofEach(TableSpec spec, int rows) {
    return new RowValues(spec, rows);
  }

  /** Why the attempt failed. */
  void error(SqlWriter sql) {
    bind(sql, Meaning.LAST_ERROR, 0, Meaning.EACH_ERROR);
  }

  /** When the row is due again, in the type of its retry_after column. */
  void retryAt(SqlWriter sql) {
    bind(sql, Meaning.RETRY_AT, spec.indexOf(Role.RETRY_AFTER), Meaning.EACH_RETRY_AT);
  }

  /** The same in the type of its locked_until column. */
  void holdUntil(SqlWriter sql) {
    bind(sql, Meaning.RETRY_AT, spec.indexOf(Role.LOCKED_UNTIL), Meaning.EACH_HOLD_UNTIL);
  }

  private void bind(SqlWriter sql, Meaning one, int column, Meaning each) {
    if (rows == 0) {
      sql.bind(one, column);
      return;
    }
    sql.sql("case ").name(spec.id());
    for (int i = 0; i < rows; i++) {
      sql.sql(" when ").bind(Meaning.ID, i).sql(" then ").bind(each, i);
    }
    sql.sql(" end");
  }
}
