package io.github.rowqueue.table;

/**
 * Reads a row into the service's own class.
 *
 * @param <R> the row class
 */
@FunctionalInterface
public interface RowMapper<R> {

  /**
   * Reads {@code row}. Called on library threads, by several at a time.
   *
   * @throws Exception a failed attempt of this row alone
   */
  R map(Row row) throws Exception;
}
