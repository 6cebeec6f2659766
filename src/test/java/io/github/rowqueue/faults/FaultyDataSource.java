package io.github.rowqueue.faults;

import io.github.rowqueue.dialect.Dialect;
import io.github.rowqueue.table.TableName;
import io.github.rowqueue.table.TableSpec;
import java.io.PrintWriter;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A data source around a real one in which statements fail, hang and lose their answers as a test
 * asks: {@code faults.on("lease/ack").times(2).cutsAfter()}. It notes what was executed, so that
 * tests can bound events instead of times. Thread-safe.
 *
 * <p>Statements are named as Rowqueue names them, without the dialect; a transaction's end is
 * {@code commit}, whether by the driver or as a statement; a loan from the real source is {@code
 * connection}. What is executed under no name is known by its text.
 */
public final class FaultyDataSource implements DataSource {

  private final DataSource real;
  private final StatementNames names;
  private final List<Fault> faults = new CopyOnWriteArrayList<>();
  private final List<String> executed = new CopyOnWriteArrayList<>();

  /** Around {@code real}; knows the statements on {@code specs}. */
  public FaultyDataSource(
      DataSource real, Dialect dialect, List<TableSpec> specs, List<TableName> deadLetters) {
    this.real = real;
    this.names = new StatementNames(dialect, specs, deadLetters);
  }

  /**
   * Starts a fault that befalls executions of any of these statements; without a name, of whatever
   * is executed on a connection.
   */
  public Fault.Plan on(String... statements) {
    return new Fault.Plan(this, Set.of(statements));
  }

  void add(Fault fault) {
    faults.add(fault);
  }

  /** The names of what was executed, in order; also of what then failed. */
  public List<String> executed() {
    return List.copyOf(executed);
  }

  /** How many executions of these statements there were. */
  public long count(String... statements) {
    Set<String> wanted = Set.of(statements);
    return executed.stream().filter(wanted::contains).count();
  }

  @Override
  public Connection getConnection() throws SQLException {
    return (Connection) meet("connection", null, () -> wrap(real.getConnection()));
  }

  @Override
  public Connection getConnection(String username, String password) throws SQLException {
    return wrap(real.getConnection(username, password));
  }

  private Connection wrap(Connection connection) {
    return proxy(
        Connection.class,
        (proxy, method, arguments) -> {
          String name = method.getName();
          if (name.equals("commit")) {
            return meet("commit", connection, () -> call(method, connection, arguments));
          }
          Object result = call(method, connection, arguments);
          if (result instanceof PreparedStatement prepared) {
            return wrap(PreparedStatement.class, prepared, connection, (String) arguments[0]);
          }
          return result instanceof Statement plain
              ? wrap(Statement.class, plain, connection, "")
              : result;
        });
  }

  private <T extends Statement> T wrap(
      Class<T> type, T statement, Connection connection, String prepared) {
    return proxy(
        type,
        (proxy, method, arguments) -> {
          if (!method.getName().startsWith("execute")) {
            return call(method, statement, arguments);
          }
          boolean given = arguments != null && arguments[0] instanceof String;
          String sql = given ? (String) arguments[0] : prepared;
          return meet(names.of(sql), connection, () -> call(method, statement, arguments));
        });
  }

  private @Nullable Object meet(String name, @Nullable Connection connection, Call call)
      throws SQLException {
    executed.add(name);
    List<Fault> due = faults.stream().filter(fault -> fault.takes(name)).toList();
    for (Fault fault : due) {
      fault.before(connection);
    }
    Object result = call.run();
    for (Fault fault : due) {
      fault.after(connection);
    }
    return result;
  }

  private interface Call {
    @Nullable Object run() throws SQLException;
  }

  private static @Nullable Object call(Method method, Object target, Object @Nullable [] arguments)
      throws SQLException {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException thrown) {
      Throwable cause = thrown.getCause();
      if (cause instanceof SQLException sql) {
        throw sql;
      }
      if (cause instanceof RuntimeException unchecked) {
        throw unchecked;
      }
      if (cause instanceof Error error) {
        throw error;
      }
      throw new IllegalStateException(cause);
    } catch (IllegalAccessException hidden) {
      throw new IllegalStateException(hidden);
    }
  }

  private static <T> T proxy(Class<T> type, InvocationHandler handler) {
    return type.cast(
        Proxy.newProxyInstance(
            FaultyDataSource.class.getClassLoader(), new Class<?>[] {type}, handler));
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    return type.isInstance(real) ? type.cast(real) : real.unwrap(type);
  }

  @Override
  public boolean isWrapperFor(Class<?> type) throws SQLException {
    return type.isInstance(real) || real.isWrapperFor(type);
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
    throw new UnsupportedOperationException("no java.util.logging here");
  }
}
