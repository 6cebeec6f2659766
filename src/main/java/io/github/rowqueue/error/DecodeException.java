package io.github.rowqueue.error;

import org.jspecify.annotations.Nullable;

/**
 * A row cannot be read as its class, or its payload cannot be decoded. A failed attempt of that row
 * alone: the raw row stays as it is and ends in the dead letter at the cap.
 */
public final class DecodeException extends RowqueueException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates the exception.
   *
   * @param message which column or payload, and what was found; never the payload itself
   * @param cause what the driver, the mapper or the codec raised
   */
  public DecodeException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
