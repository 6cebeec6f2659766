package io.github.rowqueue.dialect;

import io.github.rowqueue.table.ColumnSpec;
import java.util.Objects;

/**
 * A column that an insert fills with the database's time of the statement, and how the table keeps
 * it. Immutable.
 *
 * @param column the column of the description
 * @param kind how the column keeps a time
 * @param digits the fraction digits of a second it keeps, 0 to 6; the time is cut to them and not
 *     rounded, so that it has come when it is written
 */
public record Stamp(ColumnSpec column, Kind kind, int digits) {

  /** The digits every database's clock has at most. */
  private static final int MOST_DIGITS = 6;

  private static final long HALF_A_SECOND = 500_000;

  /**
   * Checks the components.
   *
   * @throws IllegalArgumentException if {@code digits} is not 0 to 6
   */
  public Stamp {
    Objects.requireNonNull(column, "column");
    Objects.requireNonNull(kind, "kind");
    if (digits < 0 || digits > MOST_DIGITS) {
      throw new IllegalArgumentException("digits must be 0 to 6, but are " + digits);
    }
  }

  /** How a column keeps a time. */
  public enum Kind {
    /** In a type with an offset or a zone. */
    ZONED,
    /** In a type without one, as UTC. */
    UTC,
    /** As text in the one format of SQLite's. */
    TEXT,
    /** As milliseconds since the epoch. */
    MILLIS
  }

  /**
   * The microseconds of half the column's unit, 0 if it keeps microseconds: a time that much
   * earlier is rounded to the time cut.
   */
  long halfUnit() {
    long half = HALF_A_SECOND;
    for (int i = 0; i < digits; i++) {
      half /= 10;
    }
    return half;
  }

  IllegalArgumentException unknownTo(String dialect) {
    return new IllegalArgumentException(
        "%s keeps no time as %s (column %s)".formatted(dialect, kind, column.name()));
  }
}
