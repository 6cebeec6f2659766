package io.github.rowqueue.dialect;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;

/** H2's dialect, with a server whose clock is not this machine's. */
public final class OtherTime {

  private OtherTime() {}

  /** A server that is ahead by {@code skew}; behind, if that is negative. */
  public static Dialect ahead(Duration skew) {
    return told(
        "select cast(extract(epoch from current_timestamp) * 1000000 as bigint) + "
            + skew.toMillis() * 1000);
  }

  /** A server that answers {@code sql} when asked for its time. */
  public static Dialect told(String sql) {
    Dialect h2 = Dialects.h2();
    return (Dialect)
        Proxy.newProxyInstance(
            Dialect.class.getClassLoader(),
            new Class<?>[] {Dialect.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("serverTime")) {
                return new Statement("h2/server/time", sql, List.of());
              }
              try {
                return method.invoke(h2, arguments);
              } catch (InvocationTargetException failed) {
                throw failed.getCause();
              }
            });
  }
}
