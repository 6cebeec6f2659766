package io.github.rowqueue.subscribe;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;

/** Code of the service's own that reads the messages of claimed rows. Called by several threads. */
@FunctionalInterface
public interface OwnFetch {

  /**
   * Reads messages, in the claim's transaction.
   *
   * @param connection to be neither committed, rolled back nor closed
   * @param ids the ids of the claimed rows
   * @return one map per row that was found, from the names of the columns to their values: the id,
   *     the payload where the description has it, and every column without a role. A row that is
   *     left out is a failed attempt
   * @throws SQLException fails the claim, which is undone
   */
  List<? extends Map<String, ?>> fetch(Connection connection, List<Object> ids) throws SQLException;
}
