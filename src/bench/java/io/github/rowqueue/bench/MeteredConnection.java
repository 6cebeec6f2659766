package io.github.rowqueue.bench;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.Statement;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** One loan of a connection: what is executed on it, and how long that takes. */
final class MeteredConnection {

  private final AtomicLong statements;
  private final LongConsumer returned;
  private long nanos;
  private boolean deletes;

  private MeteredConnection(AtomicLong statements, LongConsumer returned) {
    this.statements = statements;
    this.returned = returned;
  }

  /**
   * Wraps {@code real}.
   *
   * @param statements counts what is executed
   * @param returned gets the nanoseconds of a loan that deleted nothing, when it ends
   */
  static Connection around(Connection real, AtomicLong statements, LongConsumer returned) {
    return new MeteredConnection(statements, returned).metered(Connection.class, real, "");
  }

  private <T> T metered(Class<T> type, T target, String sql) {
    return type.cast(
        Proxy.newProxyInstance(
            MeteredConnection.class.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> called(target, method, arguments, sql)));
  }

  private @Nullable Object called(
      Object target, Method method, Object @Nullable [] arguments, String sql) throws Throwable {
    String name = method.getName();
    if (name.startsWith("execute")) {
      statements.incrementAndGet();
      deletes |= text(arguments, sql).startsWith("delete");
      return timed(target, method, arguments);
    }
    if (name.equals("commit")) {
      return timed(target, method, arguments);
    }
    if (name.equals("close") && target instanceof Connection && !deletes) {
      returned.accept(nanos);
    }
    Object result = invoked(target, method, arguments);
    if (result instanceof PreparedStatement statement) {
      return metered(PreparedStatement.class, statement, text(arguments, ""));
    }
    return result instanceof Statement statement ? metered(Statement.class, statement, "") : result;
  }

  private @Nullable Object timed(Object target, Method method, Object @Nullable [] arguments)
      throws Throwable {
    long before = System.nanoTime();
    try {
      return invoked(target, method, arguments);
    } finally {
      nanos += System.nanoTime() - before;
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
}
