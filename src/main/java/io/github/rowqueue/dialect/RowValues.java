package io.github.rowqueue.dialect;

import io.github.rowqueue.dialect.Param.Meaning;
import io.github.rowqueue.table.Role;
import io.github.rowqueue.table.TableSpec;

/** Where a settlement finds the values that are a row's own. */
interface RowValues {

  /** Why the attempt failed. */
  void error(SqlWriter sql);

  /** When the row is due again, in the type of its retry_after column. */
  void retryAt(SqlWriter sql);

  /** The same in the type of its locked_until column. */
  void holdUntil(SqlWriter sql);

  /** The values of the one row a statement names. */
  static RowValues ofOne(TableSpec spec) {
    return new Bound(spec, 0);
  }

  /**
   * The values of the rows {@code ID[0]} to {@code ID[rows - 1]}, of which some may be the same,
   * chosen by a {@code case} over their ids. A join to a list of rows does the same, but is one
   * more plan, slower on MariaDB, no faster on MySQL (8.0.15), and MySQL refuses to compare a text
   * id of such a list with one of another collation (1267).
   */
  static RowValues ofEach(TableSpec spec, int rows) {
    return new Bound(spec, rows);
  }

  /**
   * Bound at their places.
   *
   * @param rows how many rows there are; 0 for the only one
   */
  record Bound(TableSpec spec, int rows) implements RowValues {

    @Override
    public void error(SqlWriter sql) {
      bind(sql, Meaning.LAST_ERROR, 0, Meaning.EACH_ERROR);
    }

    @Override
    public void retryAt(SqlWriter sql) {
      bind(sql, Meaning.RETRY_AT, spec.indexOf(Role.RETRY_AFTER), Meaning.EACH_RETRY_AT);
    }

    @Override
    public void holdUntil(SqlWriter sql) {
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
}
