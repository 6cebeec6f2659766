package io.github.rowqueue.publish;

import java.sql.Connection;

/**
 * How a service runs something after the commit of a transaction of its own, so that rows published
 * in it wake their subscriptions at once. Given to {@code RowqueueBuilder.afterCommit(…)}. Called
 * by several threads.
 */
@FunctionalInterface
public interface AfterCommit {

  /**
   * Sees to it that {@code wake} is run once the transaction under way on {@code connection} is
   * committed, on any thread, and not at all if it is rolled back. Called for every publish on a
   * connection of the service's that is not in autocommit mode, after its rows are written. What is
   * raised here passes through the publish.
   *
   * @param wake quick, touches no database, never fails, and may run several times
   */
  void register(Connection connection, Runnable wake);
}
