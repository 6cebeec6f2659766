package io.github.rowqueue.servers;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.util.logging.Logger;
import javax.sql.DataSource;

/**
 * A data source without a pool: what a test sees is the driver's default behaviour. The one thing
 * it can add is a statement after connecting, for what a URL cannot say.
 */
record DriverDataSource(String url, String username, String password, String afterConnecting)
    implements DataSource {

  DriverDataSource(String url, String username, String password) {
    this(url, username, password, "");
  }

  @Override
  public Connection getConnection() throws SQLException {
    return getConnection(username, password);
  }

  @Override
  public Connection getConnection(String user, String secret) throws SQLException {
    Connection connection =
        user.isEmpty()
            ? DriverManager.getConnection(url)
            : DriverManager.getConnection(url, user, secret);
    if (!afterConnecting.isEmpty()) {
      try (Statement statement = connection.createStatement()) {
        statement.execute(afterConnecting);
      } catch (SQLException e) {
        connection.close();
        throw e;
      }
    }
    return connection;
  }

  @Override
  public PrintWriter getLogWriter() {
    return null;
  }

  @Override
  public void setLogWriter(PrintWriter out) {}

  @Override
  public void setLoginTimeout(int seconds) {}

  @Override
  public int getLoginTimeout() {
    return 0;
  }

  @Override
  public Logger getParentLogger() throws SQLFeatureNotSupportedException {
    throw new SQLFeatureNotSupportedException("no java.util.logging here");
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    if (type.isInstance(this)) {
      return type.cast(this);
    }
    throw new SQLException("a DriverDataSource wraps no " + type.getName());
  }

  @Override
  public boolean isWrapperFor(Class<?> type) {
    return type.isInstance(this);
  }
}
