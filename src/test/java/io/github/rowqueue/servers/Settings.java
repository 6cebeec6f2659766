package io.github.rowqueue.servers;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/**
 * All system properties and environment variables of the kit in one place, so that its names can be
 * looked up and no other class reads the environment.
 */
final class Settings {
  static final String SERVERS_DIR = "rowqueue.servers.dir";
  static final String WITHOUT = "rowqueue.test.without";
  static final String DURABLE = "rowqueue.test.durable";
  static final String FORCE_STUBS = "rowqueue.test.stubs";
  static final Duration START_TIMEOUT = Duration.ofSeconds(120);

  private Settings() {}

  /** Where the build put the servers' jars; everything the kit writes goes below it too. */
  static Path serversDir() {
    return Path.of(System.getProperty(SERVERS_DIR, "target/servers")).toAbsolutePath().normalize();
  }

  /** Whether servers write to disk at each commit, as fault tests and benchmarks need. */
  static boolean durable() {
    return Boolean.getBoolean(DURABLE);
  }

  /** Whether MySQL gets the stand-ins for its system libraries even where the real ones exist. */
  static boolean forceStubs() {
    return "force".equals(System.getProperty(FORCE_STUBS));
  }

  static Set<DatabaseKind> leftOut() {
    EnumSet<DatabaseKind> kinds = EnumSet.noneOf(DatabaseKind.class);
    for (String name : System.getProperty(WITHOUT, "").split(",")) {
      if (!name.isBlank()) {
        kinds.add(kindNamed(name.strip()));
      }
    }
    return Collections.unmodifiableSet(kinds);
  }

  private static DatabaseKind kindNamed(String name) {
    return Arrays.stream(DatabaseKind.values())
        .filter(kind -> kind.id().equals(name.toLowerCase(Locale.ROOT)))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "-D%s names '%s', which is none of %s"
                        .formatted(
                            WITHOUT,
                            name,
                            Arrays.stream(DatabaseKind.values()).map(DatabaseKind::id).toList())));
  }

  static String urlVariable(DatabaseKind kind) {
    return "ROWQUEUE_TEST_" + kind.name() + "_URL";
  }

  static String imageVariable(DatabaseKind kind) {
    return "ROWQUEUE_TEST_CONTAINER_" + kind.name();
  }

  static String environment(String variable) {
    String value = System.getenv(variable);
    return value == null ? "" : value.strip();
  }
}
