package io.github.rowqueue.internal.subscriber;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowqueue.dialect.Dialect;
import io.github.rowqueue.dialect.Dialects;
import io.github.rowqueue.internal.jdbc.Database;
import io.github.rowqueue.servers.DatabaseKind;
import io.github.rowqueue.servers.TestDatabase;
import io.github.rowqueue.servers.TestDatabases;
import io.github.rowqueue.subscribe.Subscription;
import io.github.rowqueue.table.TableSpec;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Data sources that swap sessions beneath their connections, as a pooler does (B106, PAINS 17). */
class PoolerTest {

  private static final TableSpec KEYED =
      TableSpec.builder("jobs").id("id").generated().payload("payload").lockKey("{id}").build();

  private static Dialect dialect(DatabaseKind kind) {
    return switch (kind) {
      case POSTGRESQL -> Dialects.postgresql();
      case MYSQL -> Dialects.mySql();
      default -> Dialects.mariaDb();
    };
  }

  @ParameterizedTest
  @EnumSource(
      value = DatabaseKind.class,
      names = {"POSTGRESQL", "MYSQL", "MARIADB"})
  @DisplayName("B106: two connections that are one session, and one that is two, are refused")
  void sessions_that_are_swapped_beneath_connections_are_refused(DatabaseKind kind)
      throws Exception {
    try (TestDatabase test = TestDatabases.create(kind);
        Connection one = test.dataSource().getConnection();
        Connection two = test.dataSource().getConnection()) {
      test.execute(dialect(kind).ddl(KEYED).toArray(String[]::new));
      AtomicInteger statements = new AtomicInteger();

      assertThat(problems(kind, test.dataSource())).isEmpty();
      assertThat(problems(kind, lending(connection -> one)))
          .singleElement()
          .asString()
          .matches(
              "subscription \"mails\", table jobs \\(table jobs\\): two connections that are open at once are one"
                  + " session of the server \\(\\d+\\), so that a pooler in transaction mode stands between, and the"
                  + " lock of a key would be somebody else's with the next statement: connect to the server itself"
                  + " or through a pooler in session mode, or add a @LockedUntil column \\(the lease form\\)");
      assertThat(
              problems(
                  kind, lending(connection -> statements.getAndIncrement() % 2 == 0 ? one : two)))
          .singleElement()
          .asString()
          .contains("sessions of the server", "a pooler in transaction mode");
    }
  }

  private static List<Finding> problems(DatabaseKind kind, DataSource source) throws Exception {
    Database database = Database.connect(source, (product, version) -> dialect(kind));
    Subscription mails = StartupCheckContract.subscription(KEYED);
    return StartupCheck.check(database, List.of(mails)).problems();
  }

  /** Each connection it lends asks {@code real} anew for what runs its next statement. */
  private static DataSource lending(IntFunction<Connection> real) {
    AtomicInteger lent = new AtomicInteger();
    return (DataSource)
        Proxy.newProxyInstance(
            DataSource.class.getClassLoader(),
            new Class<?>[] {DataSource.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "getConnection" -> connection(real, lent.incrementAndGet());
                  case "isWrapperFor" -> false;
                  default -> throw new UnsupportedOperationException(method.getName());
                });
  }

  private static Connection connection(IntFunction<Connection> real, int number) {
    Connection any = real.apply(number);
    return (Connection)
        Proxy.newProxyInstance(
            Connection.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("close")) {
                return null;
              }
              Connection runs =
                  method.getName().equals("prepareStatement") ? real.apply(number) : any;
              try {
                return method.invoke(runs, arguments);
              } catch (InvocationTargetException failed) {
                throw failed.getCause();
              }
            });
  }
}
