package io.github.rowqueue.servers;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The settings servers run with, alike for Docker and Maven. Time zones are odd on purpose, neither
 * UTC nor the JVM's, so that a forgotten conversion shows in every test that compares times.
 */
final class ServerOptions {
  static final String POSTGRES_ZONE = "Asia/Kolkata";
  static final String MYSQL_ZONE = "-05:00";

  private ServerOptions() {}

  static Map<String, String> postgres() {
    String durable = Settings.durable() ? "on" : "off";
    Map<String, String> options = new LinkedHashMap<>();
    options.put("timezone", POSTGRES_ZONE);
    options.put("fsync", durable);
    options.put("synchronous_commit", durable);
    options.put("full_page_writes", durable);
    options.put("max_connections", "200");
    return options;
  }

  /** Without the binary log; its flush setting is given all the same for images that keep it. */
  static List<String> mySqlFamily() {
    String flush = Settings.durable() ? "1" : "2";
    return List.of(
        "--default-time-zone=" + MYSQL_ZONE,
        "--max-connections=400",
        "--innodb-flush-log-at-trx-commit=" + flush,
        "--sync-binlog=" + (Settings.durable() ? "1" : "0"),
        "--skip-log-bin",
        "--innodb-buffer-pool-size=128M",
        "--performance-schema=OFF");
  }

  /**
   * pgjdbc names the JVM's time zone when it connects, which beats all settings of the server, its
   * databases and users. Only a statement afterwards makes the session's zone another one.
   */
  static String afterConnecting(DatabaseKind kind) {
    return kind == DatabaseKind.POSTGRESQL ? "SET TIME ZONE '" + POSTGRES_ZONE + "'" : "";
  }

  /** Plain local connections: the old server's certificates would only be in the way. */
  static Map<String, String> driverOptions(DatabaseKind kind) {
    return switch (kind) {
      case MYSQL -> Map.of("sslMode", "DISABLED", "allowPublicKeyRetrieval", "true");
      case MARIADB -> Map.of("sslMode", "disable");
      case POSTGRESQL, SQLITE, H2 -> Map.of();
    };
  }
}
