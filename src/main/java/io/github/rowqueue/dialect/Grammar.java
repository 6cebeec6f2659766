package io.github.rowqueue.dialect;

import io.github.rowqueue.table.ColumnSpec;
import io.github.rowqueue.table.TableName;

/**
 * How one database spells the few words in which shared clauses differ: names, its clock, the
 * smaller of two values. One class per database implements it; what a whole statement looks like is
 * the dialect's own affair.
 */
interface Grammar {

  /** The first part of every statement's name. */
  String dialect();

  /** A quoted name, inner quotes doubled. */
  String quote(String name);

  /** The function that yields the smaller of its arguments. */
  default String least() {
    return "least";
  }

  /** The attempt column where it is counted. */
  default void attempt(SqlWriter sql, ColumnSpec attempt) {
    sql.name(attempt);
  }

  /**
   * The database's clock in UTC, in the type of {@code column}, which it is compared with or
   * written to.
   */
  void now(SqlWriter sql, ColumnSpec column);

  /** The database's clock at the statement, as the column of {@code stamp} keeps it. */
  void stamp(SqlWriter sql, Stamp stamp);

  /**
   * The database's clock plus {@link Param.Meaning#DELAY}, typed so that no driver's guess can
   * change it (B203).
   */
  void later(SqlWriter sql, ColumnSpec column);

  /** The retry_after column as the left side of the condition that a row is due. */
  default void dueColumn(SqlWriter sql, ColumnSpec retryAfter) {
    sql.name(retryAfter);
  }

  /** The lease column as the side of a comparison with a token, which no index is to serve. */
  default void expiry(SqlWriter sql, ColumnSpec lease) {
    sql.name(lease);
  }

  /** The condition that a row is under a lease, be it held or run out. */
  default void leased(SqlWriter sql, ColumnSpec lease) {
    sql.name(lease).sql(" is not null");
  }

  /**
   * The name of an index and {@code on} its table; by default an index lives in the schema of its
   * table.
   */
  default String indexOn(TableName table, String index) {
    return quote(index) + " on " + SqlWriter.quoted(this, table);
  }

  /** Wraps {@code name} in {@code mark}, doubling the marks inside. */
  static String quote(String name, String mark) {
    return mark + name.replace(mark, mark + mark) + mark;
  }
}
