package io.github.rowqueue.dialect;

import io.github.rowqueue.dialect.Param.Meaning;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * How a PostgreSQL server notices within a minute that the host which holds a row by a session has
 * vanished: a handler may idle for long, so only the connection is asked after (SPEC 13, 18). By
 * default a server asks after two hours. On a Unix socket the settings are of no effect.
 *
 * <p>Each statement sets them beside what it does anyway, since one of its own would cost each
 * delivery a round trip.
 */
final class PostgresKeepalives {

  private static final List<String> NAMES =
      List.of("tcp_keepalives_idle", "tcp_keepalives_interval", "tcp_keepalives_count");
  private static final List<String> SECONDS = List.of("30", "10", "3");

  private PostgresKeepalives() {}

  /** Columns that set them until the transaction ends. */
  static List<String> ofTransaction() {
    return each("set_config('%s', '%s', true)");
  }

  /** Columns that set them until {@link #restore}. */
  static List<String> ofSession() {
    return each("set_config('%s', '%s', false)");
  }

  private static List<String> each(String call) {
    return IntStream.range(0, NAMES.size())
        .mapToObj(i -> call.formatted(NAMES.get(i), SECONDS.get(i)))
        .toList();
  }

  /** One text of the settings as they are. */
  static String current() {
    return NAMES.stream()
        .map("current_setting('%s')"::formatted)
        .collect(Collectors.joining(", ", "concat_ws(',', ", ")"));
  }

  /** Further columns of a select that set them back to what {@link #current} was. */
  static void restore(SqlWriter sql) {
    for (int i = 0; i < NAMES.size(); i++) {
      sql.sql(",").line("  set_config('%s', split_part(".formatted(NAMES.get(i)));
      sql.bind(Meaning.SETTINGS).sql(", ',', %d), false)".formatted(i + 1));
    }
  }
}
