package io.github.rowqueue.ownership;

import io.github.rowqueue.servers.DatabaseKind;
import java.io.PrintWriter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.postgresql.core.BaseConnection;
import org.postgresql.core.TransactionState;

/**
 * A pool that resets nothing, and compares each connection that comes back with what it was: its
 * settings in JDBC, and what its session says of itself. Thread-safe.
 */
final class WatchfulPool implements DataSource, AutoCloseable {

  /** What changes by itself with the statements that are executed. */
  private static final String CHANGING =
      "timestamp|last_insert_id|insert_id|identity|rand_seed\\d|error_count|warning_count|last_gtid"
          + "|gtid_.*|pseudo_.*|statement_id|in_transaction|transaction_allow_batching|innodb_.*stats.*";

  private final DataSource real;
  private final boolean autoCommit;
  private final DatabaseKind kind;
  private final Semaphore free;
  private final Deque<Connection> idle = new ArrayDeque<>();
  private final Map<Connection, Map<String, String>> before = new IdentityHashMap<>();
  private final List<String> changes = new CopyOnWriteArrayList<>();
  private int lent;
  private int lendings;

  WatchfulPool(DataSource real, DatabaseKind kind, int size, boolean autoCommit) {
    this.real = real;
    this.kind = kind;
    this.autoCommit = autoCommit;
    this.free = new Semaphore(size, true);
  }

  /** What connections came back with that they were not lent with. */
  List<String> changes() {
    return List.copyOf(changes);
  }

  /** How many are lent now. */
  synchronized int lent() {
    return lent;
  }

  /** How often one was lent. */
  synchronized int lendings() {
    return lendings;
  }

  @Override
  public Connection getConnection() throws SQLException {
    try {
      if (!free.tryAcquire(30, TimeUnit.SECONDS)) {
        throw new SQLException("no connection is free", "08001");
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new SQLException("interrupted", stopped);
    }
    boolean done = false;
    try {
      Connection lending = lend(take());
      done = true;
      return lending;
    } finally {
      if (!done) {
        free.release();
      }
    }
  }

  private synchronized Connection take() throws SQLException {
    Connection connection = idle.poll();
    if (connection == null) {
      connection = real.getConnection();
      connection.setAutoCommit(autoCommit);
      before.put(connection, state(connection));
    }
    lent++;
    lendings++;
    return connection;
  }

  private Connection lend(Connection connection) {
    AtomicBoolean closed = new AtomicBoolean();
    return (Connection)
        Proxy.newProxyInstance(
            WatchfulPool.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("close")) {
                if (closed.compareAndSet(false, true)) {
                  takeBack(connection);
                }
                return null;
              }
              if (closed.get() && !method.getName().equals("isClosed")) {
                throw new SQLException(method.getName() + " after the connection was given back");
              }
              try {
                return method.invoke(connection, arguments);
              } catch (InvocationTargetException thrown) {
                throw thrown.getCause();
              }
            });
  }

  private synchronized void takeBack(Connection connection) throws SQLException {
    lent--;
    free.release();
    if (connection.isClosed()) { // cut off, as it may be
      before.remove(connection);
      return;
    }
    if (kind == DatabaseKind.POSTGRESQL
        && connection.unwrap(BaseConnection.class).getTransactionState() != TransactionState.IDLE) {
      changes.add("a transaction is open");
    }
    Map<String, String> were = before.get(connection);
    Map<String, String> are = state(connection);
    for (String name : are.keySet()) {
      if (!are.get(name).equals(were.get(name))) {
        changes.add("%s was %s, is %s".formatted(name, were.get(name), are.get(name)));
      }
    }
    idle.push(connection);
  }

  private Map<String, String> state(Connection connection) throws SQLException {
    Map<String, String> state = new TreeMap<>();
    state.put("autocommit", String.valueOf(connection.getAutoCommit()));
    state.put("isolation", String.valueOf(connection.getTransactionIsolation()));
    state.put("read only", String.valueOf(connection.isReadOnly()));
    state.put("holdability", String.valueOf(connection.getHoldability()));
    state.put("catalog", String.valueOf(connection.getCatalog()));
    state.put("network timeout", networkTimeout(connection));
    for (String sql : questions()) {
      try (Statement statement = connection.createStatement();
          ResultSet rows = statement.executeQuery(sql)) {
        boolean named = rows.getMetaData().getColumnCount() > 1;
        while (rows.next()) {
          state.put(named ? rows.getString(1) : sql, String.valueOf(rows.getString(named ? 2 : 1)));
        }
      }
    }
    state.keySet().removeIf(name -> name.matches(CHANGING));
    if (!autoCommit) {
      connection.rollback(); // what the questions began
    }
    return state;
  }

  private static String networkTimeout(Connection connection) throws SQLException {
    try {
      return String.valueOf(connection.getNetworkTimeout());
    } catch (SQLFeatureNotSupportedException none) {
      return "none";
    }
  }

  private List<String> questions() {
    return switch (kind) {
      case POSTGRESQL ->
          List.of(
              "select name, setting from pg_settings where context in ('user', 'superuser')",
              "select count(*) from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()",
              "select count(*) from pg_listening_channels()");
      case MYSQL, MARIADB -> List.of("show session variables");
      case SQLITE ->
          List.of(
              "pragma busy_timeout",
              "pragma query_only",
              "pragma foreign_keys",
              "pragma synchronous",
              "pragma locking_mode",
              "pragma read_uncommitted");
      case H2 ->
          List.of(
              "select setting_name, setting_value from information_schema.settings"
                  + " where setting_name not like 'info.%'",
              "select isolation_level from information_schema.sessions where session_id = session_id()",
              "select lock_timeout()");
    };
  }

  @Override
  public synchronized void close() {
    List<SQLException> failed = new ArrayList<>();
    for (Connection connection : idle) {
      try {
        connection.close();
      } catch (SQLException refused) {
        failed.add(refused);
      }
    }
    if (!failed.isEmpty()) {
      throw new IllegalStateException(failed.get(0));
    }
  }

  @Override
  public Connection getConnection(String user, String password) throws SQLException {
    return getConnection();
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
  public int getLoginTimeout() {
    return 0;
  }

  @Override
  public Logger getParentLogger() {
    throw new UnsupportedOperationException("no java.util.logging here");
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    throw new SQLException("wraps nothing");
  }

  @Override
  public boolean isWrapperFor(Class<?> type) {
    return false;
  }
}
