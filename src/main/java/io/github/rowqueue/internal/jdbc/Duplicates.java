package io.github.rowqueue.internal.jdbc;

import java.sql.SQLException;

/** Whether a database refused a write because of a unique index. */
public final class Duplicates {

  private static final int MYSQL_DUPLICATE_ENTRY = 1062;

  /** SQLITE_CONSTRAINT, whose driver tells the kind in the text. */
  private static final int SQLITE_CONSTRAINT = 19;

  private Duplicates() {}

  /** Whether {@code refused} means that. */
  public static boolean is(SQLException refused) {
    if ("23505".equals(refused.getSQLState()) || refused.getErrorCode() == MYSQL_DUPLICATE_ENTRY) {
      return true;
    }
    boolean constraint = (refused.getErrorCode() & 0xff) == SQLITE_CONSTRAINT;
    return constraint && String.valueOf(refused.getMessage()).contains("UNIQUE");
  }
}
