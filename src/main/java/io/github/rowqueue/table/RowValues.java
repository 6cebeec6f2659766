package io.github.rowqueue.table;

import org.jspecify.annotations.Nullable;

/**
 * Takes the values of a row to be written out of the service's own class.
 *
 * @param <R> the row class
 */
@FunctionalInterface
public interface RowValues<R> {

  /** The value of {@code column} in {@code row}; never asked for generated columns. */
  @Nullable Object value(R row, ColumnSpec column);
}
