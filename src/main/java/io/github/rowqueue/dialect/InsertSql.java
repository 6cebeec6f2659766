package io.github.rowqueue.dialect;

import io.github.rowqueue.dialect.Param.Meaning;
import io.github.rowqueue.table.ColumnSpec;
import io.github.rowqueue.table.TableSpec;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The insert of one row, or of several. */
final class InsertSql {

  /** PostgreSQL takes 65 535 with a statement. */
  private static final int MOST_PARAMETERS = 16_384;

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
    if (columns.isEmpty() && stamp.isEmpty()) {
      SqlWriter sql = new SqlWriter(grammar).line("insert into ").table(spec.table());
      return sql.sql(" " + empty).toStatement(spec.form().path() + "/insert");
    }
    return values(grammar, spec, columns, stamp, 1).toStatement(spec.form().path() + "/insert");
  }

  /** The same for several rows; empty if one of them alone has too much to bind. */
  static Optional<Statement> rows(
      Grammar grammar, TableSpec spec, List<ColumnSpec> columns, Optional<Stamp> stamp, int rows) {
    return columns.isEmpty() || columns.size() * rows > MOST_PARAMETERS
        ? Optional.empty()
        : Optional.of(
            values(grammar, spec, columns, stamp, rows)
                .toStatement(spec.form().path() + "/insert-rows"));
  }

  private static SqlWriter values(
      Grammar grammar, TableSpec spec, List<ColumnSpec> columns, Optional<Stamp> stamp, int rows) {
    SqlWriter sql = new SqlWriter(grammar).line("insert into ").table(spec.table());
    List<ColumnSpec> written =
        Stream.concat(columns.stream(), stamp.map(Stamp::column).stream()).toList();
    sql.sql(" (").each(written, sql::name).sql(")").line("values ");
    return sql.times(
        rows,
        row ->
            sql.sql("(").times(written.size(), i -> value(sql, spec, columns, stamp, i)).sql(")"));
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
