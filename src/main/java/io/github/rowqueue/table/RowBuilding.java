package io.github.rowqueue.table;

import io.github.rowqueue.error.DecodeException;

/** What happens when the service's own constructor refuses a row. */
final class RowBuilding {

  private RowBuilding() {}

  /**
   * What to raise for {@code cause}. An {@code Error} is not about the row and stays what it is.
   */
  static DecodeException refused(String describedBy, Throwable cause) {
    if (cause instanceof Error error) {
      throw error;
    }
    return new DecodeException(
        "%s refused the row: its constructor raised %s".formatted(describedBy, cause), cause);
  }
}
