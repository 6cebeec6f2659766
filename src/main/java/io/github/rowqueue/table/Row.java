package io.github.rowqueue.table;

import org.jspecify.annotations.Nullable;

/**
 * One row as the database gave it, to be read into a row class. Columns stand in the order of
 * {@link TableSpec#columns()}. Not thread-safe; valid only during the call it is passed to.
 */
public interface Row {

  /**
   * The value of the column at {@code index}, converted to {@code type}: numbers, {@code boolean}
   * (primitives count as their boxes), {@code String}, {@code byte[]}, {@code UUID}, enums by name,
   * {@code BigDecimal}, and the java.time types (UTC).
   *
   * @return the value, or null where the row holds null
   * @throws io.github.rowqueue.error.DecodeException naming the column, if the value does not
   *     convert
   */
  <T> @Nullable T get(int index, Class<T> type);

  /**
   * The value of the column {@code name}, as {@link #get(int, Class)}.
   *
   * @throws IllegalArgumentException if the description has no such column
   */
  <T> @Nullable T get(String name, Class<T> type);
}
