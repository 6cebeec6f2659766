package io.github.rowqueue.error;

import java.sql.SQLException;

/**
 * A statement failed on a connection Rowqueue opened. Carries the driver's exception as its cause.
 */
public final class StatementException extends RowqueueException {

  private static final long serialVersionUID = 1L;

  private final String statement;
  private final SQLException sqlException;

  /**
   * Creates the exception.
   *
   * @param where subscription and table, and the row where there is one
   * @param statement the statement's name, such as {@code mysql/lease/claim}
   * @param cause what the driver raised
   */
  public StatementException(String where, String statement, SQLException cause) {
    super(
        "%s: statement %s failed: %s [SQLState %s, code %d]"
            .formatted(
                where, statement, cause.getMessage(), cause.getSQLState(), cause.getErrorCode()),
        cause);
    this.statement = statement;
    this.sqlException = cause;
  }

  /** The statement's name, which is also the path of its golden file. */
  public String statement() {
    return statement;
  }

  /** What the driver raised. */
  public SQLException sqlException() {
    return sqlException;
  }
}
