package io.github.rowqueue.servers;

import java.util.Locale;

/**
 * The databases Rowqueue is tested on. MySQL and MariaDB are two kinds because they differ in what
 * matters here: drivers, row value syntax, SKIP LOCKED and fractions of seconds.
 */
public enum DatabaseKind {
  POSTGRESQL,
  MYSQL,
  MARIADB,
  SQLITE,
  H2;

  /** The name used in properties, file names and the report: {@code postgresql}, {@code h2}. */
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Whether it runs as a process of its own; SQLite and H2 live inside the JVM. */
  public boolean isServer() {
    return this != SQLITE && this != H2;
  }
}
