package io.github.rowqueue.subscribe;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * Code of the service's own that settles a row, or extends its lease. Called by several threads.
 */
@FunctionalInterface
public interface OwnCode {

  /**
   * Writes what the event means. Runs on a library thread and on Rowqueue's connection, in a
   * transaction that Rowqueue commits; while it runs, other settlements wait.
   *
   * @param connection to be neither committed, rolled back nor closed
   * @param row which row, and what is to be written for it
   * @return how many rows were changed; 0 means that the row was not written
   * @throws SQLException undoes it: what a driver raised is judged as in Rowqueue's own statements,
   *     anything else counts as refused for good
   */
  int run(Connection connection, OwnRow row) throws SQLException;
}
