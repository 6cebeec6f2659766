package io.github.rowqueue.error;

import org.jspecify.annotations.Nullable;

/** A row cannot be written as asked. Raised before any SQL runs, unless it carries a cause. */
public final class PublishException extends RowqueueException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates the exception.
   *
   * @param message the table, what is wrong, and what to do
   * @param cause what the codec or the database raised
   */
  public PublishException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
