package io.github.rowqueue.internal.publish;

import io.github.rowqueue.internal.jdbc.Session;
import io.github.rowqueue.table.TableName;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Optional;

/**
 * Told of rows when they are committed, and before, where a notification is part of their
 * transaction. Thread-safe.
 */
public interface Announcements {

  /**
   * A row of {@code table} is committed. Is quick.
   *
   * @param group its group; empty in a table without groups, whose one queue is then meant (B250)
   * @param delay after which it is claimable
   */
  void written(TableName table, Optional<String> group, Duration delay);

  /**
   * Rows of {@code table} are committed, of which {@link #written} tells next: where they stand
   * among the others. Is quick.
   *
   * @param priority their priority; 0 where nothing is known of it, as the DDL has it
   * @param due an instant before which none of them is due
   */
  default void placed(TableName table, Optional<String> group, long priority, Instant due) {
    // Only claims that do not read from the start want to know.
  }

  /** Whether {@link #writing} does anything, so that one insert needs a transaction around it. */
  boolean inTransaction();

  /**
   * Rows were written that are due, in the transaction that is open on {@code session}.
   *
   * @param groups those of the rows; an empty one means all groups of the table
   */
  void writing(Session session, TableName table, Collection<Optional<String>> groups);

  /** As above, on a connection of the caller's, whose exceptions pass through. */
  void writing(Connection connection, TableName table, Collection<Optional<String>> groups)
      throws SQLException;
}
