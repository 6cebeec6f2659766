package io.github.rowqueue.internal.jdbc;

/**
 * A connection in a transaction of Rowqueue's own, as lent to a handler: it knows when it commits.
 */
public interface CommitHooks {

  /** Runs {@code action} after the commit, and not at all if the transaction is rolled back. */
  void afterCommit(Runnable action);
}
