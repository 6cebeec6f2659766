package io.github.rowqueue.bench.cost;

import java.lang.invoke.MethodHandle;
import java.sql.Array;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** A connection whose transactions change nothing. {@link Completed} has the methods it lacks. */
abstract class StandInConnection implements Connection {

  private static final MethodHandle STATEMENT = Completed.constructor(StandInStatement.class);
  private static final MethodHandle ARRAY = Completed.constructor(StandInArray.class);

  private final StandIn database;
  private boolean autoCommit = true;
  private boolean closed;

  StandInConnection(StandIn database) {
    this.database = database;
  }

  @Override
  public PreparedStatement prepareStatement(String sql) throws SQLException {
    try {
      return (StandInStatement) STATEMENT.invokeExact(database, this, sql);
    } catch (Throwable impossible) {
      throw new SQLException(impossible);
    }
  }

  @Override
  public Array createArrayOf(String type, Object[] elements) throws SQLException {
    try {
      return (StandInArray) ARRAY.invokeExact(elements);
    } catch (Throwable impossible) {
      throw new SQLException(impossible);
    }
  }

  @Override
  public DatabaseMetaData getMetaData() {
    return StandInCatalog.metaData();
  }

  @Override
  public String getCatalog() {
    return "bench";
  }

  @Override
  public String getSchema() {
    return "public";
  }

  @Override
  public boolean getAutoCommit() {
    return autoCommit;
  }

  @Override
  public void setAutoCommit(boolean autoCommit) {
    this.autoCommit = autoCommit;
  }

  @Override
  public void commit() {}

  @Override
  public void rollback() {}

  @Override
  public int getTransactionIsolation() {
    return TRANSACTION_READ_COMMITTED;
  }

  @Override
  public void setTransactionIsolation(int level) {}

  @Override
  public int getNetworkTimeout() {
    return 0;
  }

  @Override
  public void setNetworkTimeout(@Nullable Executor executor, int milliseconds) {}

  @Override
  public boolean isReadOnly() {
    return false;
  }

  @Override
  public boolean isValid(int seconds) {
    return !closed;
  }

  @Override
  public boolean isClosed() {
    return closed;
  }

  @Override
  public void close() {
    closed = true;
  }

  @Override
  public void abort(Executor executor) {
    closed = true;
  }

  @Override
  public boolean isWrapperFor(Class<?> type) {
    return false;
  }
}
