package io.github.rowqueue.dialect;

import io.github.rowqueue.error.DialectException;
import java.util.Locale;
import java.util.Objects;

/** The dialects of the databases that are served, and the choice among them. */
public final class Dialects {

  private Dialects() {}

  /**
   * The dialect of a server.
   *
   * @param productName the product name the driver reports
   * @param version the version the server reports; it tells a MariaDB that MySQL's driver calls
   *     MySQL
   * @throws DialectException listing what is served, if the database is not
   */
  public static Dialect forProduct(String productName, String version) {
    Objects.requireNonNull(productName, "productName");
    Objects.requireNonNull(version, "version");
    boolean mariaDb = version.toLowerCase(Locale.ROOT).contains("mariadb");
    return switch (productName.strip().toLowerCase(Locale.ROOT)) {
      case "postgresql" -> postgresql();
      case "mysql" -> mariaDb ? mariaDb() : mySql();
      case "mariadb" -> mariaDb();
      case "sqlite" -> sqlite();
      case "h2" -> h2();
      default ->
          throw new DialectException(
              ("no dialect for the database \"%s\" (version \"%s\"): Rowqueue serves PostgreSQL 13,"
                      + " MySQL 8.0.1, MariaDB 10.6, SQLite 3.35 and H2 2.2.220, and newer; for"
                      + " others give it a Dialect of your own")
                  .formatted(productName, version));
    };
  }

  /** PostgreSQL 13 and newer. */
  public static Dialect postgresql() {
    return new PostgresDialect();
  }

  /** MySQL 8.0.1 and newer. */
  public static Dialect mySql() {
    return new MySqlDialect();
  }

  /** MariaDB 10.6 and newer. */
  public static Dialect mariaDb() {
    return new MariaDbDialect();
  }

  /** SQLite 3.35 and newer; lease form only. */
  public static Dialect sqlite() {
    return new SqliteDialect();
  }

  /** H2 2.2.220 and newer. */
  public static Dialect h2() {
    return new H2Dialect();
  }
}
