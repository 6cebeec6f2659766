package io.github.rowqueue.internal.jdbc;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A connection lent to code of the service's own, which may do everything but end the transaction
 * it runs in: that would settle a row without its settlement.
 */
final class TransactionGuard implements InvocationHandler {

  private static final Set<String> REFUSED =
      Set.of("commit", "setAutoCommit", "close", "abort", "setTransactionIsolation");

  private final Connection connection;

  private TransactionGuard(Connection connection) {
    this.connection = connection;
  }

  static Connection of(Connection connection) {
    return (Connection)
        Proxy.newProxyInstance(
            TransactionGuard.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            new TransactionGuard(connection));
  }

  @Override
  public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments)
      throws Throwable {
    boolean wholeRollback = method.getName().equals("rollback") && arguments == null;
    if (REFUSED.contains(method.getName()) || wholeRollback) {
      throw new OwnFailure(
          "Connection.%s() was called in an own statement, whose transaction is Rowqueue's: throw an exception to undo it"
              .formatted(method.getName()),
          null);
    }
    try {
      return method.invoke(connection, arguments);
    } catch (InvocationTargetException raised) {
      throw raised.getCause();
    }
  }
}
