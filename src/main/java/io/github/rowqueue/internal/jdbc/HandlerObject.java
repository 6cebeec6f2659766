package io.github.rowqueue.internal.jdbc;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Array;
import java.sql.Blob;
import java.sql.CallableStatement;
import java.sql.Clob;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.NClob;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLXML;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One object of a {@link HandlerConnection}: the connection itself, or what was got from it. */
final class HandlerObject implements InvocationHandler {

  private static final Set<String> REFUSED =
      Set.of(
          "commit",
          "close",
          "abort",
          "setAutoCommit",
          "setTransactionIsolation",
          "setReadOnly",
          "setCatalog",
          "setSchema",
          "setHoldability",
          "setNetworkTimeout",
          "setClientInfo",
          "setTypeMap",
          "setShardingKey",
          "setShardingKeyIfValid",
          "beginRequest",
          "endRequest");

  private static final Set<String> SAVEPOINTS =
      Set.of("setSavepoint", "releaseSavepoint", "rollback");

  /** What leads back to the connection or works on it; the more special before the more general. */
  private static final List<Class<?>> WRAPPED =
      List.of(
          CallableStatement.class,
          PreparedStatement.class,
          Statement.class,
          ResultSet.class,
          DatabaseMetaData.class,
          NClob.class,
          Clob.class,
          Blob.class,
          SQLXML.class,
          Array.class);

  private final HandlerConnection lender;
  private final Class<?> type;
  private final Object target;

  private HandlerObject(HandlerConnection lender, Class<?> type, Object target) {
    this.lender = lender;
    this.type = type;
    this.target = target;
  }

  static <T> T wrap(HandlerConnection lender, Class<T> type, Object target) {
    return type.cast(
        Proxy.newProxyInstance(
            HandlerObject.class.getClassLoader(),
            new Class<?>[] {type},
            new HandlerObject(lender, type, target)));
  }

  /** What stands behind {@code object}, if it was lent. */
  static Optional<HandlerObject> of(@Nullable Object object) {
    return object != null
            && Proxy.isProxyClass(object.getClass())
            && Proxy.getInvocationHandler(object) instanceof HandlerObject lent
        ? Optional.of(lent)
        : Optional.empty();
  }

  HandlerConnection lender() {
    return lender;
  }

  @Override
  public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments)
      throws Throwable {
    String name = method.getName();
    if (method.getDeclaringClass() == Object.class) {
      return object(proxy, name, arguments);
    }
    if (name.equals("isWrapperFor")) {
      return false;
    }
    if (name.equals("isClosed") && lender.isOver()) {
      return true;
    }
    String call = type.getSimpleName() + "." + name;
    lender.enter(call);
    try {
      refuse(name, call, arguments);
      if (name.equals("getConnection")) {
        return lender.guard();
      }
      return SAVEPOINTS.contains(name)
          ? savepoint(name, arguments)
          : lent(proxy, name, call(method, arguments));
    } finally {
      lender.leave();
    }
  }

  private Object object(Object proxy, String name, Object @Nullable [] arguments) {
    return switch (name) {
      case "equals" -> arguments != null && proxy == arguments[0];
      case "hashCode" -> System.identityHashCode(proxy);
      default -> "%s of the handler of %s".formatted(type.getSimpleName(), lender.where());
    };
  }

  private void refuse(String name, String call, Object @Nullable [] arguments) throws SQLException {
    boolean wholeRollback = name.equals("rollback") && arguments == null;
    if (type == Connection.class && (REFUSED.contains(name) || wholeRollback)) {
      throw refused(
          "%s() was called in a handler, whose transaction and connection are Rowqueue's: return Outcome.ack() to commit, or another outcome or an exception to roll back"
              .formatted(call));
    }
    if (name.equals("unwrap")) {
      throw refused(
          "%s() was called in a handler: the driver's own object could end the transaction that settles the row: use java.sql, or another connection"
              .formatted(call));
    }
  }

  private static SQLException refused(String message) {
    return new SQLException(message, "2D000"); // invalid transaction termination
  }

  /**
   * By statements, since a driver whose transaction was begun by a statement may begin another one
   * here.
   */
  private @Nullable Object savepoint(String name, Object @Nullable [] arguments)
      throws SQLException {
    if (!lender.savepointsAllowed()) {
      throw refused(
          "Connection.%s() was called in a handler: H2 is not safe to go on with after a rollback to a savepoint: throw an exception to undo all, or use two messages"
              .formatted(name));
    }
    if (name.equals("setSavepoint")) {
      String own = lender.newSavepoint();
      execute("SAVEPOINT " + own);
      String given = arguments == null ? null : (String) arguments[0];
      return new HandlersSavepoint(lender, own, given, lender.actions());
    }
    Object given = Objects.requireNonNull(arguments)[0];
    if (!(given instanceof HandlersSavepoint savepoint) || savepoint.lender != lender) {
      throw refused(
          "Connection.%s() was called in a handler with a savepoint that is not of its connection: use what setSavepoint() returned"
              .formatted(name));
    }
    boolean back = name.equals("rollback");
    execute((back ? "ROLLBACK TO SAVEPOINT " : "RELEASE SAVEPOINT ") + savepoint.own);
    if (back) {
      lender.forget(savepoint.actions);
    }
    return null;
  }

  private void execute(String sql) throws SQLException {
    try (Statement statement = lender.real().createStatement()) {
      statement.execute(sql);
    }
  }

  private @Nullable Object call(Method method, Object @Nullable [] arguments) throws Throwable {
    @Nullable Object[] own = arguments == null ? null : arguments.clone();
    for (int i = 0; own != null && i < own.length; i++) {
      Object given = own[i]; // drivers look behind the interfaces of what they made themselves
      own[i] = of(given).map(lent -> lent.target).orElse(given);
    }
    try {
      return method.invoke(target, own);
    } catch (InvocationTargetException raised) {
      throw Objects.requireNonNull(raised.getCause());
    }
  }

  private @Nullable Object lent(Object proxy, String name, @Nullable Object result) {
    if (name.equals("close") && target instanceof AutoCloseable closed) {
      lender.open().remove(closed);
    }
    if (result == target) {
      return proxy;
    }
    if (result instanceof Statement made) {
      if (name.equals("getStatement")) {
        return wrap(lender, special(made), made);
      }
      lender.open().add(made);
    }
    if (target instanceof DatabaseMetaData && result instanceof ResultSet rows) {
      lender.open().add(rows); // whose statement nobody knows
    }
    return WRAPPED.stream()
        .filter(wrapped -> wrapped.isInstance(result))
        .findFirst()
        .<Object>map(wrapped -> wrap(lender, wrapped, Objects.requireNonNull(result)))
        .orElse(result);
  }

  private static Class<?> special(Statement made) {
    return WRAPPED.stream().filter(wrapped -> wrapped.isInstance(made)).findFirst().orElseThrow();
  }

  /** Not named as the handler names it, which could be a name of the settlement's. */
  private record HandlersSavepoint(
      HandlerConnection lender, String own, @Nullable String name, int actions)
      implements Savepoint {

    @Override
    public int getSavepointId() throws SQLException {
      if (name != null) {
        throw new SQLException("the savepoint has a name: call getSavepointName()");
      }
      return Integer.parseInt(own.substring("handler_".length()));
    }

    @Override
    public String getSavepointName() throws SQLException {
      if (name == null) {
        throw new SQLException("the savepoint has no name: call getSavepointId()");
      }
      return name;
    }
  }
}
