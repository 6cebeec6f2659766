package io.github.rowqueue.internal.subscriber;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowqueue.dialect.Dialect;
import io.github.rowqueue.dialect.Dialects;
import io.github.rowqueue.error.DialectException;
import io.github.rowqueue.internal.jdbc.Database;
import io.github.rowqueue.servers.DatabaseKind;
import io.github.rowqueue.servers.TestDatabase;
import io.github.rowqueue.servers.TestDatabases;
import io.github.rowqueue.subscribe.Subscription;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A server the dialect refuses is the one problem told, since nothing else could be asked. */
class ServerRefusalTest {

  @Test
  void a_server_that_is_too_old() throws SQLException {
    try (TestDatabase h2 = TestDatabases.create(DatabaseKind.H2)) {
      Database database = Database.connect(h2.dataSource(), (product, version) -> refusing());
      Subscription mails =
          StartupCheckContract.subscription(StartupCheckContract.lease("jobs").build());

      StartReport report = StartupCheck.check(database, List.of(mails));

      assertThat(report.problems())
          .extracting(Finding::toString)
          .containsExactly(
              "subscription \"mails\", table jobs (table jobs): H2 1.4 is too old: use 2.2.220");
      assertThat(report.bindings()).isEmpty();
    }
  }

  private static Dialect refusing() {
    Dialect h2 = Dialects.h2();
    return (Dialect)
        Proxy.newProxyInstance(
            Dialect.class.getClassLoader(),
            new Class<?>[] {Dialect.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("requireServer")) {
                throw new DialectException("H2 1.4 is too old: use 2.2.220");
              }
              try {
                return method.invoke(h2, arguments);
              } catch (InvocationTargetException failed) {
                throw failed.getCause();
              }
            });
  }
}
