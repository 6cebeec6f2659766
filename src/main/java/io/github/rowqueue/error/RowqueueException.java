package io.github.rowqueue.error;

import org.jspecify.annotations.Nullable;

/** The root of everything Rowqueue throws; its text says where, what and what to do next. */
public abstract class RowqueueException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * Keeps the text and the cause.
   *
   * @param message where it happened, what happened and what to do next
   * @param cause what the database or the service threw, if anything
   */
  protected RowqueueException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
