package io.github.rowqueue.dialect;

import io.github.rowqueue.dialect.Param.Meaning;
import io.github.rowqueue.table.ColumnSpec;
import io.github.rowqueue.table.TableSpec;
import java.util.List;

/** The insert of one row. */
final class InsertSql {

  private InsertSql() {}

  /**
   * Inserts values for {@code columns}.
   *
   * @param empty what stands for a row of defaults only
   */
  static Statement insert(Grammar grammar, TableSpec spec, List<ColumnSpec> columns, String empty) {
    SqlWriter sql = new SqlWriter(grammar).line("insert into ").table(spec.table());
    if (columns.isEmpty()) {
      sql.sql(" " + empty);
    } else {
      sql.sql(" (").each(columns, sql::name).sql(")");
      sql.line("values (")
          .each(columns, column -> sql.bind(Meaning.COLUMN, place(spec, column)))
          .sql(")");
    }
    return sql.toStatement(spec.form().path() + "/insert");
  }

  private static int place(TableSpec spec, ColumnSpec column) {
    int place = spec.columns().indexOf(column);
    if (place < 0) {
      throw new IllegalArgumentException(
          "table %s has no column \"%s\"".formatted(spec.table(), column.name()));
    }
    return place;
  }
}
