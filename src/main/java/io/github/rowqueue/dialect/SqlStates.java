package io.github.rowqueue.dialect;

import org.jspecify.annotations.Nullable;

/**
 * What the classes of SQLState mean on every database, once a dialect has looked for what is its
 * own.
 */
final class SqlStates {

  private SqlStates() {}

  /**
   * The meaning of a state's class. A state nobody knows, or none at all (HikariCP's "Connection is
   * closed", a pool time-out without a cause, Connector/J's time-out), is a matter of the
   * connection: the statement is run again on a new one after a growing pause, so that neither the
   * row nor the statement is blamed and no loop runs hot.
   */
  static Failure ofClass(@Nullable String state) {
    if (state == null || state.length() < 2) {
      return Failure.CONNECTION;
    }
    return switch (state.substring(0, 2)) {
      // 22 data, 23 constraint, 44 check option, 54 a limit of size: the values are wrong and stay
      // so.
      case "22", "23", "44", "54" -> Failure.REFUSED;
      // A trigger or function of the service said no: 45000 is SIGNAL's, P0001 is RAISE's.
      case "09", "27", "38", "39", "45", "P0" -> Failure.REFUSED;
      case "40" -> Failure.RETRYABLE;
      // 3D and 3F: no such database, no such schema.
      case "3D", "3F", "42" -> Failure.BROKEN;
      default -> Failure.CONNECTION;
    };
  }
}
