package io.github.rowqueue.dialect;

import io.github.rowqueue.dialect.Param.Meaning;
import io.github.rowqueue.table.ColumnSpec;
import io.github.rowqueue.table.TableSpec;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The insert of one row. */
final class InsertSql {

  private InsertSql() {}

  /**
   * Inserts values for {@code columns}.
   *
   * @param stamp a column that gets the database's time
   * @param empty what stands for a row of defaults only
   */
  static Statement insert(
      Grammar grammar,
      TableSpec spec,
      List<ColumnSpec> columns,
      Optional<Stamp> stamp,
      String empty) {
    SqlWriter sql = new SqlWriter(grammar).line("insert into ").table(spec.table());
    List<ColumnSpec> written =
        Stream.concat(columns.stream(), stamp.map(Stamp::column).stream()).toList();
    if (written.isEmpty()) {
      sql.sql(" " + empty);
    } else {
      sql.sql(" (").each(written, sql::name).sql(")").line("values (");
      sql.times(written.size(), i -> value(sql, spec, columns, stamp, i)).sql(")");
    }
    return sql.toStatement(spec.form().path() + "/insert");
  }

  private static void value(
      SqlWriter sql, TableSpec spec, List<ColumnSpec> columns, Optional<Stamp> stamp, int index) {
    if (index < columns.size()) {
      sql.bind(Meaning.COLUMN, place(spec, columns.get(index)));
    } else {
      sql.grammar().stamp(sql, stamp.orElseThrow());
    }
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
