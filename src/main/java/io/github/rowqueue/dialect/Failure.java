package io.github.rowqueue.dialect;

/** What a driver's error means for the statement that met it. */
public enum Failure {
  /** Contention or a timeout: roll back and run the same statement again in a new transaction. */
  RETRYABLE,
  /**
   * The connection is gone, or the server does not serve now; what was under way may or may not
   * have happened.
   */
  CONNECTION,
  /** The database refuses these values for good: a constraint, a trigger, a value out of range. */
  REFUSED,
  /** The statement itself cannot run: a missing table or column, a syntax error, no permission. */
  BROKEN
}
