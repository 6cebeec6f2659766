package io.github.rowqueue.internal.jdbc;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * What is wrong with statements of the service's own, where no database said so: their code raised
 * something, or they left undone what they are for. Trying again would not help.
 */
public final class OwnFailure extends SQLException {

  private static final long serialVersionUID = 1L;

  /** Says what is wrong and what to do. */
  public OwnFailure(String message, @Nullable Throwable cause) {
    super(message, cause);
  }

  /**
   * What code of the service's own raised: a driver's error as it is, and one without state and
   * code as a failure of that code, which no driver would report so.
   */
  static SQLException of(SQLException raised) {
    boolean drivers = raised.getSQLState() != null || raised.getErrorCode() != 0;
    return drivers || raised.getCause() instanceof SQLException || raised instanceof OwnFailure
        ? raised
        : new OwnFailure(String.valueOf(raised.getMessage()), raised);
  }
}
