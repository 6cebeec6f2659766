package io.github.rowqueue.servers;

import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * Where tests get databases from. The first database of a kind starts its server, which all test
 * classes of the JVM then share; each gets a database of its own there. A kind that cannot be had
 * is a failure, never a skip: leaving one out is a decision the caller of the tests makes.
 */
public final class TestDatabases {
  private static final Map<DatabaseKind, SharedServer> SERVERS =
      Arrays.stream(DatabaseKind.values())
          .filter(DatabaseKind::isServer)
          .collect(
              Collectors.toMap(
                  kind -> kind,
                  SharedServer::new,
                  (first, second) -> first,
                  () -> new EnumMap<>(DatabaseKind.class)));

  private static final Map<DatabaseKind, TestDatabase> FIRST_USED =
      Collections.synchronizedMap(new EnumMap<>(DatabaseKind.class));

  private TestDatabases() {}

  /** A fresh, empty database on the server of that kind, started on first use. */
  public static TestDatabase create(DatabaseKind kind) {
    return create(kind, Map.of());
  }

  /** The same, with driver options appended to the JDBC URL as they are written. */
  public static TestDatabase create(DatabaseKind kind, Map<String, String> urlOptions) {
    if (leftOut().contains(kind)) {
      throw new IllegalStateException(
          """
          %s is left out of this run by -D%s=%s.
          Tests that can do without it ask TestDatabases.leftOut() first.\
          """
              .formatted(kind.id(), Settings.WITHOUT, System.getProperty(Settings.WITHOUT)));
    }
    String name = "rq_" + UUID.randomUUID().toString().substring(0, 8);
    TestDatabase database = open(kind, name, urlOptions);
    FIRST_USED.putIfAbsent(kind, database);
    return database;
  }

  /** The kinds that {@code -Drowqueue.test.without=mysql,mariadb} leaves out on purpose. */
  public static Set<DatabaseKind> leftOut() {
    return Settings.leftOut();
  }

  /** One database of each kind used so far, perhaps closed, for its version and source. */
  static Map<DatabaseKind, TestDatabase> used() {
    return Map.copyOf(FIRST_USED);
  }

  private static TestDatabase open(DatabaseKind kind, String name, Map<String, String> options) {
    try {
      return switch (kind) {
        case SQLITE -> InProcessDatabases.sqlite(name, options);
        case H2 -> InProcessDatabases.h2(name, options);
        case POSTGRESQL, MYSQL, MARIADB -> SERVERS.get(kind).running().create(name, options);
      };
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException("Could not create a " + kind.id() + " database", e);
    }
  }
}
