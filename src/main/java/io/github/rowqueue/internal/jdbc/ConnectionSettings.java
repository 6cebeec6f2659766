package io.github.rowqueue.internal.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;

/** What Rowqueue changes on a connection it borrows, and how it was before. */
final class ConnectionSettings {

  /**
   * The socket gives up this much after the driver's own timeout, which keeps the connection
   * usable.
   */
  private static final Duration GRACE = Duration.ofSeconds(2);

  private final Connection connection;
  private final Database database;
  private final boolean autoCommit;
  private final int networkTimeout;
  private final int isolation;
  private boolean mustLowerIsolation;

  private ConnectionSettings(Connection connection, Database database) throws SQLException {
    this.connection = connection;
    this.database = database;
    this.autoCommit = connection.getAutoCommit();
    this.networkTimeout = database.limitsNetwork() ? connection.getNetworkTimeout() : 0;
    this.isolation =
        database.lowersIsolation()
            ? connection.getTransactionIsolation()
            : Connection.TRANSACTION_NONE;
    this.mustLowerIsolation = database.lowersIsolation();
  }

  static ConnectionSettings take(Connection connection, Database database, Duration timeout)
      throws SQLException {
    ConnectionSettings settings = new ConnectionSettings(connection, database);
    if (!settings.autoCommit) {
      connection.setAutoCommit(true);
    }
    if (settings.mustLowerIsolation && database.lowersIsolationPerConnection()) {
      settings.lowerIsolation();
    }
    settings.limit(timeout);
    return settings;
  }

  /**
   * Lowers the level for as long as the connection is held, where that is cheaper than doing so per
   * transaction.
   */
  void lowerIsolation() throws SQLException {
    if (mustLowerIsolation) {
      connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
      mustLowerIsolation = false;
    }
  }

  /** Whether each transaction must begin by lowering its isolation level. */
  boolean mustLowerIsolation() {
    return mustLowerIsolation;
  }

  void limit(Duration timeout) throws SQLException {
    if (database.limitsNetwork()) {
      connection.setNetworkTimeout(Runnable::run, Math.toIntExact(timeout.plus(GRACE).toMillis()));
    }
  }

  void restore() throws SQLException {
    if (connection.isClosed()) {
      return;
    }
    if (connection.getAutoCommit() != autoCommit) {
      connection.setAutoCommit(autoCommit);
    }
    if (isolation != Connection.TRANSACTION_NONE && !mustLowerIsolation) {
      connection.setTransactionIsolation(isolation);
    }
    if (database.limitsNetwork()) {
      connection.setNetworkTimeout(Runnable::run, networkTimeout);
    }
  }
}
