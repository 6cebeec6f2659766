package io.github.rowqueue.bench;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Logger;
import javax.sql.DataSource;

/**
 * A data source around a real one that counts what is executed, and adds up for each thread how
 * long it waited for the database on the connections it has given back. Thread-safe.
 */
final class Meter implements DataSource {

  private final DataSource real;
  private final AtomicLong statements = new AtomicLong();
  private final ThreadLocal<Long> spent = ThreadLocal.withInitial(() -> 0L);

  Meter(DataSource real) {
    this.real = real;
  }

  /** How many statements were executed. */
  long statements() {
    return statements.get();
  }

  /**
   * The nanoseconds this thread waited since it last asked, but for connections on which it settled
   * rows: those it keeps, or has deleted on.
   */
  long takeSpent() {
    long nanos = spent.get();
    spent.set(0L);
    return nanos;
  }

  @Override
  public Connection getConnection() throws SQLException {
    return MeteredConnection.around(
        real.getConnection(), statements, nanos -> spent.set(spent.get() + nanos));
  }

  @Override
  public Connection getConnection(String user, String password) throws SQLException {
    throw new SQLException("connections are those of the pool");
  }

  @Override
  public PrintWriter getLogWriter() throws SQLException {
    return real.getLogWriter();
  }

  @Override
  public void setLogWriter(PrintWriter out) throws SQLException {
    real.setLogWriter(out);
  }

  @Override
  public void setLoginTimeout(int seconds) throws SQLException {
    real.setLoginTimeout(seconds);
  }

  @Override
  public int getLoginTimeout() throws SQLException {
    return real.getLoginTimeout();
  }

  @Override
  public Logger getParentLogger() {
    return Logger.getLogger("bench");
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    return real.unwrap(type);
  }

  @Override
  public boolean isWrapperFor(Class<?> type) throws SQLException {
    return real.isWrapperFor(type);
  }
}
