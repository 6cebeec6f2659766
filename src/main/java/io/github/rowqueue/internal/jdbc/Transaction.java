package io.github.rowqueue.internal.jdbc;

import io.github.rowqueue.table.Isolation;
import io.github.rowqueue.table.SqliteMode;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The transaction on a borrowed connection, which is in autocommit mode outside of it: a statement
 * after the commit is its own transaction again, never the silent beginning of the next. Belongs to
 * one thread at a time.
 */
final class Transaction {

  private static final String H2_TRANSACTION =
      "select case when exists (select 1 from information_schema.settings where setting_name = 'MODE'"
          + " and setting_value in ('REGULAR', 'PostgreSQL'))"
          + " then cast(current_timestamp(9) as varchar) else transaction_id() end";

  private static final Logger LOG = LoggerFactory.getLogger(Transaction.class);

  private final Connection connection;
  private final Database database;
  private final Optional<String> begin;
  private final ConnectionSettings settings;
  private volatile boolean open;
  private volatile boolean condemned;

  /** Whether the driver holds it open, so that its end is to be followed by autocommit mode. */
  private boolean byDriver;

  Transaction(Connection connection, Database database, ConnectionSettings settings) {
    this.connection = connection;
    this.database = database;
    this.begin = database.dialect().begin();
    this.settings = settings;
  }

  boolean isOpen() {
    return open;
  }

  /**
   * Opens it. The level is this transaction's alone; where the database cannot say so (H2), it is
   * the connection's until the loan ends.
   */
  void begin(Isolation isolation) throws SQLException {
    Optional<String> level = settings.level(isolation);
    if (begin.isPresent()) {
      beginByStatement(level, begin.get());
    } else {
      beginByDriver(level);
    }
  }

  /**
   * As {@link #begin(Isolation)}, for a handler; a mode other than the default is one of SQLite's.
   */
  void begin(Isolation isolation, SqliteMode mode) throws SQLException {
    if (mode != SqliteMode.DEFAULT) {
      beginByStatement(Optional.empty(), "begin " + mode.name().toLowerCase(Locale.ROOT));
    } else if (database.dialect().singleWriter()) {
      begin(isolation);
    } else {
      beginByDriver(settings.level(isolation));
    }
  }

  private void beginByDriver(Optional<String> level) throws SQLException {
    holdOpen();
    if (level.isPresent()) {
      execute(level.get()); // of this transaction, so it comes after (SPEC 13, 23)
    }
  }

  /**
   * Sees to it that what is written after its end beneath a handler, as that of a deadlock's
   * victim, is the beginning of another one, and not committed at once. SQLite's driver cannot do
   * that to a transaction begun by a statement.
   */
  void holdOpen() throws SQLException {
    if (!byDriver && !database.dialect().singleWriter()) {
      connection.setAutoCommit(false);
      byDriver = true;
      open = true; // from here on a failure is to be rolled back, and autocommit given back
    }
  }

  private void beginByStatement(Optional<String> level, String statement) throws SQLException {
    if (level.isPresent()) {
      execute(level.get()); // of the next transaction, so it comes first
    }
    try {
      execute(statement);
      open = true;
    } catch (SQLException refused) {
      if (level.isPresent()) {
        abort(); // or the level would wait on the connection for its next borrower's transaction
      }
      throw refused;
    }
  }

  /** After a failure the outcome is unknown. */
  void commit() throws SQLException {
    if (byDriver) {
      connection.commit();
      open = false;
      endByDriver();
    } else {
      execute("COMMIT");
      open = false;
    }
  }

  private void endByDriver() throws SQLException {
    byDriver = false;
    connection.setAutoCommit(true);
  }

  /**
   * Undoes it, if one is open. A connection that cannot even do that is cut off, so that the pool
   * never hands it on with a transaction open; the server undoes what it carried.
   */
  void rollback() {
    if (!open) {
      return;
    }
    open = false;
    try {
      if (byDriver) {
        connection.rollback();
        endByDriver();
      } else {
        execute("ROLLBACK");
      }
    } catch (SQLException gone) {
      LOG.debug(
          "rollback failed, so the connection is cut off and the server undoes the transaction",
          gone);
      abort();
    }
  }

  /** It is never to be committed any more, nor its connection used; what cuts it off may follow. */
  void condemn() {
    condemned = true;
  }

  boolean isCondemned() {
    return condemned;
  }

  /** Cuts the connection off. */
  void abort() {
    condemned = true;
    open = false;
    database.discard(connection);
  }

  /**
   * What tells this transaction from another where a release of a savepoint does not, else nothing.
   * H2 takes the release of an unknown savepoint for no operation (2.4). Its clock stands still
   * within a transaction; but not in the modes of databases where it does not, and there the number
   * of the transaction tells, once it has locked or written something.
   */
  String identity() throws SQLException {
    return database.knowsSavepoints() ? "" : value(H2_TRANSACTION);
  }

  /** The first column of the first row; empty for null. */
  String value(String sql) throws SQLException {
    try (Statement plain = connection.createStatement();
        ResultSet rows = plain.executeQuery(sql)) {
      String value = rows.next() ? rows.getString(1) : null;
      return value == null ? "" : value;
    }
  }

  void execute(String sql) throws SQLException {
    try (Statement plain = connection.createStatement()) {
      plain.execute(sql);
    }
  }
}
