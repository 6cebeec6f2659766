package io.github.rowqueue.dialect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.rowqueue.error.DialectException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class DialectsTest {

  @ParameterizedTest
  @CsvSource({
    "PostgreSQL, 17.5, postgresql",
    "MySQL, 8.0.15, mysql",
    "MySQL, 5.5.5-10.11.6-MariaDB-log, mariadb",
    "MySQL, 11.4.5-mariadb, mariadb",
    "MariaDB, 11.4.5-MariaDB, mariadb",
    "SQLite, 3.54.1, sqlite",
    "H2, 2.4.240, h2",
    "POSTGRESQL, 13, postgresql"
  })
  void a_product_has_its_dialect(String product, String version, String name) {
    assertThat(Dialects.forProduct(product, version).name()).isEqualTo(name);
  }

  @Test
  void an_unknown_product_is_refused_with_what_is_served() {
    assertThatThrownBy(() -> Dialects.forProduct("Oracle", "23ai"))
        .isInstanceOf(DialectException.class)
        .hasMessage(
            "no dialect for the database \"Oracle\" (version \"23ai\"): Rowqueue serves PostgreSQL 13, MySQL 8.0.1,"
                + " MariaDB 10.6, SQLite 3.35 and H2 2.2.220, and newer; for others give it a Dialect of your own");
  }

  @ParameterizedTest
  @CsvSource({
    "PostgreSQL, 13",
    "PostgreSQL, 13.0 (Debian 13.0-1)",
    "PostgreSQL, 17devel",
    "MySQL, 8.0.1",
    "MySQL, 8.4.0-log",
    "MySQL, 9.1.0",
    "MariaDB, 10.6.0-MariaDB",
    "MariaDB, 11.4.5-MariaDB",
    "MySQL, 5.5.5-10.6.12-MariaDB",
    "SQLite, 3.35.0",
    "SQLite, 3.54.1",
    "H2, 2.2.220",
    "H2, 2.4.240 (2025-09-22)"
  })
  void a_server_at_or_above_the_floor_is_served(String product, String version) {
    assertThatCode(() -> Dialects.forProduct(product, version).requireServer(product, version))
        .doesNotThrowAnyException();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "PostgreSQL | 12.22 | PostgreSQL 12.22 is too old; Rowqueue serves PostgreSQL 13 and newer: upgrade the server",
        "MySQL | 8.0.0 | MySQL 8.0.0 is too old; Rowqueue serves MySQL 8.0.1 and newer: upgrade the server",
        "MySQL | 5.7.44 | MySQL 5.7.44 is too old; Rowqueue serves MySQL 8.0.1 and newer: upgrade the server",
        "MariaDB | 10.5.27-MariaDB | MariaDB 10.5.27-MariaDB is too old; Rowqueue serves MariaDB 10.6 and newer: upgrade"
            + " the server",
        "MySQL | 5.5.5-10.3.1-MARIADB | MariaDB 10.3.1-MARIADB is too old; Rowqueue serves MariaDB 10.6 and newer:"
            + " upgrade the server",
        "SQLite | 3.34.1 | SQLite 3.34.1 is too old; Rowqueue serves SQLite 3.35 and newer: upgrade the server",
        "H2 | 2.1.214 | H2 2.1.214 is too old; Rowqueue serves H2 2.2.220 and newer: upgrade the server",
        "H2 | 2.2.219 | H2 2.2.219 is too old; Rowqueue serves H2 2.2.220 and newer: upgrade the server",
        "MySQL | unknown | MySQL reports the version \"unknown\", which cannot be read; Rowqueue serves MySQL 8.0.1 and"
            + " newer"
      })
  void an_old_or_unreadable_server_is_refused_with_both_versions(
      String product, String version, String message) {
    assertThatThrownBy(() -> Dialects.forProduct(product, version).requireServer(product, version))
        .isInstanceOf(DialectException.class)
        .hasMessage(message);
  }

  @Test
  void mysqls_dialect_does_not_serve_a_mariadb() {
    assertThatThrownBy(() -> Dialects.mySql().requireServer("MySQL", "11.4.5-MariaDB"))
        .hasMessage("MySQL 11.4.5-MariaDB is MariaDB: use Dialects.mariaDb()");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "PostgreSQL | a\"b ? -- c | \"a\"\"b ? -- c\"",
        "MySQL | a`b ? -- c | `a``b ? -- c`",
        "MariaDB | a`b\"c | `a``b\"c`",
        "SQLite | a`b\"c | `a``b\"c`",
        "H2 | Group | \"Group\""
      })
  void names_are_quoted_and_inner_quotes_doubled(String product, String name, String quoted) {
    assertThat(Dialects.forProduct(product, "1").quote(name)).isEqualTo(quoted);
  }
}
