package io.github.rowqueue.dialect;

/**
 * The types a database gives to columns, for DDL that is suggested and never run by the library.
 */
interface ColumnTypes {

  /** The type for values of {@code kind}. */
  String type(ValueKind kind);

  /**
   * The type for arrays of {@code elements}; JSON where the database has none, which its dialect
   * tells at start.
   */
  default String array(ValueKind elements) {
    return type(ValueKind.JSON);
  }

  /** What stands after the name of an id that the database draws, {@code primary key} included. */
  String generatedId(ValueKind kind);

  /** The expression for the present moment in UTC, as a DEFAULT takes it. */
  String now(ValueKind kind);

  /** As {@link #now}, where the column is added to a table that has rows. */
  default String nowForOldRows(ValueKind kind) {
    return now(kind);
  }
}
