package io.github.rowqueue.internal.jdbc;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;

/** How long each statement of a session may take. Belongs to the session's thread. */
final class StatementLimit {

  private final Database database;
  private Duration timeout;

  StatementLimit(Database database, Duration timeout) {
    this.database = database;
    this.timeout = timeout;
  }

  void set(Duration timeout) {
    this.timeout = timeout;
  }

  Duration timeout() {
    return timeout;
  }

  /** Has the driver see to it, if its database can cancel a statement. */
  void setOn(PreparedStatement prepared) throws SQLException {
    if (database.limitsStatements()) {
      prepared.setQueryTimeout(Math.toIntExact(Math.max(1, timeout.plusMillis(999).toSeconds())));
    }
  }

  /** Executes a short write, of which a driver's timer would take a part of the time, or all. */
  int executeShort(PreparedStatement prepared) throws SQLException {
    if (!database.limitsByTimer()) {
      setOn(prepared);
      return prepared.executeUpdate();
    }
    StatementWatch.Watched watched = StatementWatch.SHARED.watch(prepared, timeout);
    try {
      return prepared.executeUpdate();
    } catch (SQLException refused) {
      throw watched.told(refused);
    } finally {
      watched.end();
    }
  }
}
