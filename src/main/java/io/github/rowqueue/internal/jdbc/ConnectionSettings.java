package io.github.rowqueue.internal.jdbc;

import io.github.rowqueue.table.Isolation;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

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
  private @Nullable Isolation held;
  private int isolation = Connection.TRANSACTION_NONE;

  private ConnectionSettings(Connection connection, Database database) throws SQLException {
    this.connection = connection;
    this.database = database;
    this.autoCommit = connection.getAutoCommit();
    this.networkTimeout = database.limitsNetwork() ? connection.getNetworkTimeout() : 0;
  }

  static ConnectionSettings take(Connection connection, Database database, Duration timeout)
      throws SQLException {
    ConnectionSettings settings = new ConnectionSettings(connection, database);
    if (!settings.autoCommit) {
      connection.setAutoCommit(true);
    }
    if (database.setsIsolationPerConnection() && !settings.isReadCommitted()) {
      settings.hold(Isolation.READ_COMMITTED);
    }
    settings.limit(timeout);
    return settings;
  }

  /** Sets the level of every transaction on the connection until the loan ends. */
  void hold(Isolation level) throws SQLException {
    if (isolation == Connection.TRANSACTION_NONE) {
      isolation = connection.getTransactionIsolation();
    }
    connection.setTransactionIsolation(constant(level));
    held = level;
  }

  /**
   * Whether a statement outside of a transaction runs at READ COMMITTED as the connection stands.
   */
  boolean isReadCommitted() {
    return held == null ? !database.lowersIsolation() : held == Isolation.READ_COMMITTED;
  }

  /**
   * The statement that gives one transaction its level; empty where the connection is at that level
   * already, or is put there by this call.
   */
  Optional<String> level(Isolation wanted) throws SQLException {
    boolean stands = wanted == Isolation.DEFAULT ? isReadCommitted() : wanted == held;
    if (stands) {
      return Optional.empty();
    }
    if (database.setsIsolationPerConnection()) {
      hold(wanted == Isolation.DEFAULT ? Isolation.READ_COMMITTED : wanted);
      return Optional.empty();
    }
    return Optional.of("SET TRANSACTION ISOLATION LEVEL " + wanted.sql());
  }

  private static int constant(Isolation level) {
    return switch (level) {
      case READ_UNCOMMITTED -> Connection.TRANSACTION_READ_UNCOMMITTED;
      case DEFAULT, READ_COMMITTED -> Connection.TRANSACTION_READ_COMMITTED;
      case REPEATABLE_READ -> Connection.TRANSACTION_REPEATABLE_READ;
      case SERIALIZABLE -> Connection.TRANSACTION_SERIALIZABLE;
    };
  }

  void limit(Duration timeout) throws SQLException {
    if (database.limitsNetwork()) {
      connection.setNetworkTimeout(
          Runnable::run, (int) Math.min(Integer.MAX_VALUE, timeout.plus(GRACE).toMillis()));
    }
  }

  /** The service's own limit again, for as long as the service's code has the connection. */
  void unlimit() throws SQLException {
    if (database.limitsNetwork()) {
      connection.setNetworkTimeout(Runnable::run, networkTimeout);
    }
  }

  void restore() throws SQLException {
    if (connection.isClosed()) {
      return;
    }
    if (connection.getAutoCommit() != autoCommit) {
      connection.setAutoCommit(autoCommit);
    }
    if (isolation != Connection.TRANSACTION_NONE) {
      connection.setTransactionIsolation(isolation);
    }
    if (database.limitsNetwork()) {
      connection.setNetworkTimeout(Runnable::run, networkTimeout);
    }
  }
}
