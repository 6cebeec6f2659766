package io.github.rowqueue.publish;

import io.github.rowqueue.table.TableName;
import java.time.Duration;
import java.util.Optional;

/** Told of rows that are committed, so that nobody waits for the poll interval. Must be quick. */
@FunctionalInterface
public interface Wakeups {

  /**
   * A row of {@code table} is committed.
   *
   * @param group its group; empty in a table without groups, whose one queue is then meant (B250)
   * @param delay after which it is claimable
   */
  void written(TableName table, Optional<String> group, Duration delay);
}
