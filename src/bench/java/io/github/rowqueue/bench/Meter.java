package io.github.rowqueue.bench;

import java.io.PrintWriter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A data source around a real one that counts what is executed, and adds up for each thread the
 * time in which it waited for the database. Thread-safe.
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

  /** The nanoseconds this thread spent since it last asked, deletes of finished rows left out. */
  long takeSpent() {
    long nanos = spent.get();
    spent.set(0L);
    return nanos;
  }

  @Override
  public Connection getConnection() throws SQLException {
    return metered(Connection.class, real.getConnection(), "");
  }

  private <T> T metered(Class<T> type, T target, String sql) {
    return type.cast(
        Proxy.newProxyInstance(
            Meter.class.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> called(target, method, arguments, sql)));
  }

  private @Nullable Object called(
      Object target, Method method, Object @Nullable [] arguments, String sql) throws Throwable {
    boolean commits = method.getName().equals("commit");
    if (commits || method.getName().startsWith("execute")) {
      return executed(target, method, arguments, text(arguments, sql), commits);
    }
    Object result = invoked(target, method, arguments);
    if (result instanceof PreparedStatement statement) {
      return metered(PreparedStatement.class, statement, text(arguments, ""));
    }
    return result instanceof Statement statement ? metered(Statement.class, statement, "") : result;
  }

  private @Nullable Object executed(
      Object target, Method method, Object @Nullable [] arguments, String sql, boolean commits)
      throws Throwable {
    long before = System.nanoTime();
    try {
      return invoked(target, method, arguments);
    } finally {
      if (!commits) {
        statements.incrementAndGet();
      }
      if (!sql.startsWith("delete")) {
        spent.set(spent.get() + System.nanoTime() - before);
      }
    }
  }

  private static String text(Object @Nullable [] arguments, String otherwise) {
    return arguments != null && arguments.length > 0 && arguments[0] instanceof String sql
        ? sql.toLowerCase(Locale.ROOT)
        : otherwise;
  }

  private static @Nullable Object invoked(
      Object target, Method method, Object @Nullable [] arguments) throws Throwable {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException failed) {
      throw failed.getCause();
    }
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
