package io.github.rowqueue.table;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A queue table together with the class its rows are read into and written from. Immutable and
 * thread-safe.
 *
 * @param <R> the row class
 */
public final class Table<R> {

  private final TableSpec spec;
  private final RowMapper<R> mapper;
  private final RowValues<R> values;

  private Table(TableSpec spec, RowMapper<R> mapper, RowValues<R> values) {
    this.spec = Objects.requireNonNull(spec, "spec");
    this.mapper = Objects.requireNonNull(mapper, "mapper");
    this.values = Objects.requireNonNull(values, "values");
  }

  /**
   * Reads a record or a class annotated with {@link QueueTable}. Rows are built through the
   * record's canonical constructor, or through the class's constructor without parameters and its
   * fields, private ones included.
   *
   * @throws io.github.rowqueue.error.TableSpecException listing every rule the class breaks, or
   *     naming the package a modular application has to open
   */
  public static <R> Table<R> of(Class<R> rowClass) {
    return RowClass.of(Objects.requireNonNull(rowClass, "rowClass")).table();
  }

  /** A description by hand, with how its rows are read and written. */
  public static <R> Table<R> of(TableSpec spec, RowMapper<R> mapper, RowValues<R> values) {
    return new Table<>(spec, mapper, values);
  }

  /** A description by hand whose rows are only read: publishing rows through it is refused. */
  public static <R> Table<R> of(TableSpec spec, RowMapper<R> mapper) {
    return new Table<>(
        spec,
        mapper,
        (row, column) -> {
          throw new IllegalStateException(
              "table %s was described without RowValues, so no row can be written through it"
                  .formatted(spec.table()));
        });
  }

  /** The description. */
  public TableSpec spec() {
    return spec;
  }

  /**
   * Reads one row.
   *
   * @throws Exception what the mapper raises
   */
  public R read(Row row) throws Exception {
    return mapper.map(row);
  }

  /** The value of {@code column} to be written for {@code row}. */
  public @Nullable Object value(R row, ColumnSpec column) {
    return values.value(row, column);
  }
}
