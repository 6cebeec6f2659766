package io.github.rowqueue.publish;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * Code of the service's own that inserts a row. Called by several threads.
 *
 * @param <R> the row class
 */
@FunctionalInterface
public interface RowWriter<R> {

  /**
   * Inserts {@code row}. On the caller's connection where the caller publishes on one, else on
   * Rowqueue's, which commits; neither is to be committed, rolled back or closed here.
   *
   * @param options what the publish sets; each has a column in the table
   * @throws SQLException undoes the publish
   */
  void write(Connection connection, R row, PublishOptions options) throws SQLException;
}
