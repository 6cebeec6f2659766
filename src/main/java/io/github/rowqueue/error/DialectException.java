package io.github.rowqueue.error;

/**
 * A dialect refuses what its database cannot do. It never builds a statement with another meaning
 * instead.
 */
public final class DialectException extends RowqueueException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates the exception.
   *
   * @param message what is refused, why, and what to use instead
   */
  public DialectException(String message) {
    super(message, null);
  }
}
