package io.github.rowqueue.internal.jdbc;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** Notes what is done to a connection, and refuses what a test names. */
public final class WatchedConnection implements InvocationHandler {

  private final Connection connection;
  private final List<String> calls = new CopyOnWriteArrayList<>();
  private volatile String refused = "nothing";

  /** Watches {@code connection}. */
  public WatchedConnection(Connection connection) {
    this.connection = connection;
  }

  /** The connection as a user sees it. */
  public Connection proxy() {
    return proxy(Connection.class, this);
  }

  /**
   * Settings and statements in order: {@code setAutoCommit [false]}, or the text of a statement.
   */
  public List<String> calls() {
    return calls;
  }

  /** From now on refuses what {@link #calls} shows by a line that starts with {@code call}. */
  public void refuse(String call) {
    refused = call;
  }

  @Override
  public @Nullable Object invoke(Object self, Method method, Object @Nullable [] arguments)
      throws Throwable {
    if (method.getName().startsWith("set") || method.getName().equals("abort")) {
      note(method.getName() + " " + (method.getName().equals("abort") ? "" : arguments[0]));
    }
    if (method.getName().equals("prepareStatement")) {
      note(String.valueOf(arguments[0]));
    }
    Object result = forward(connection, method, arguments);
    return method.getName().equals("createStatement")
        ? proxy(Statement.class, (statement, called, given) -> plain(result, called, given))
        : result;
  }

  private @Nullable Object plain(Object statement, Method method, Object @Nullable [] arguments)
      throws Throwable {
    if (method.getName().startsWith("execute") && arguments != null) {
      note(String.valueOf(arguments[0]));
    }
    return forward(statement, method, arguments);
  }

  private void note(String call) throws SQLException {
    calls.add(call);
    if (call.startsWith(refused)) {
      throw new SQLException("refused by the test: " + call, "HY000", 1);
    }
  }

  private static @Nullable Object forward(
      Object target, Method method, Object @Nullable [] arguments) throws Throwable {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException thrown) {
      throw thrown.getCause();
    }
  }

  private static <T> T proxy(Class<T> type, InvocationHandler handler) {
    return type.cast(
        Proxy.newProxyInstance(
            WatchedConnection.class.getClassLoader(), new Class<?>[] {type}, handler));
  }
}
