package io.github.rowqueue.internal.jdbc;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * PostgreSQL's driver hands out notifications by an interface of its own, which JDBC does not have.
 * It is called by name: a dependency on the driver, even an optional one, would stand in the module
 * description and the class loader of every service, most of which have another database.
 */
final class DriverNotifications {

  static final String DRIVER = "org.postgresql.PGConnection";

  private final Object driver;
  private final Method receive;
  private final Method channel;
  private final Method payload;

  private DriverNotifications(Object driver, Class<?> api) throws ReflectiveOperationException {
    this.driver = driver;
    this.receive = api.getMethod("getNotifications", int.class);
    Class<?> notification = receive.getReturnType().getComponentType();
    this.channel = notification.getMethod("getName");
    this.payload = notification.getMethod("getParameter");
  }

  /** Those of {@code connection}; empty if no such driver is behind it. */
  static Optional<DriverNotifications> of(Connection connection) throws SQLException {
    for (Class<?> api : found(connection)) {
      try {
        if (connection.isWrapperFor(api)) {
          return Optional.of(new DriverNotifications(connection.unwrap(api), api));
        }
      } catch (ReflectiveOperationException unlike) {
        throw new SQLException(DRIVER + " is not as pgjdbc 42 has it: " + unlike, unlike);
      }
    }
    return Optional.empty();
  }

  /** The driver's interface, through the loader of the driver and through ours. */
  private static List<Class<?>> found(Connection connection) throws SQLException {
    ClassLoader drivers = connection.unwrap(Connection.class).getClass().getClassLoader();
    return Stream.of(drivers, DriverNotifications.class.getClassLoader())
        .<Class<?>>flatMap(loader -> named(loader).stream())
        .distinct()
        .toList();
  }

  private static Optional<Class<?>> named(@Nullable ClassLoader loader) {
    try {
      return Optional.of(Class.forName(DRIVER, false, loader));
    } catch (ClassNotFoundException another) {
      return Optional.empty();
    }
  }

  /** What has come, after {@code most} at the latest; perhaps nothing. */
  List<Notification> await(Duration most) throws SQLException {
    Object[] all = (Object[]) call(receive, driver, (int) Math.max(1, most.toMillis()));
    List<Notification> told = new ArrayList<>();
    for (Object one : all == null ? new Object[0] : all) {
      told.add(new Notification(text(call(channel, one)), text(call(payload, one))));
    }
    return told;
  }

  private static String text(@Nullable Object value) {
    return value == null ? "" : value.toString();
  }

  private static @Nullable Object call(Method method, Object target, Object... arguments)
      throws SQLException {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException thrown) {
      Throwable cause = thrown.getCause();
      throw cause instanceof SQLException sql ? sql : new SQLException(cause);
    } catch (IllegalAccessException hidden) {
      throw new SQLException(hidden);
    }
  }
}
