package io.github.rowqueue.dialect;

import io.github.rowqueue.dialect.Param.Meaning;
import io.github.rowqueue.table.ClaimForm;
import io.github.rowqueue.table.TableSpec;
import java.util.List;

/**
 * The guard of a FIFO group on PostgreSQL: an advisory lock of the claim's transaction. Its key is
 * the group hashed under the table's oid, so that it is the same however a description spells the
 * table; two groups with one hash would only wait for each other.
 */
final class PostgresGuard {

  /**
   * A lease claim is over in milliseconds: if its process stops in between, the group is free soon.
   */
  private static final List<String> IDLE_LIMIT =
      List.of("idle_in_transaction_session_timeout", "10s");

  /** A handler may idle in its transaction for long, so only a host that vanished is looked for. */
  private static final List<String> KEEPALIVES =
      List.of(
          "tcp_keepalives_idle",
          "30",
          "tcp_keepalives_interval",
          "10",
          "tcp_keepalives_count",
          "3");

  private PostgresGuard() {}

  static Statement take(Grammar grammar, TableSpec spec) {
    SqlWriter sql = new SqlWriter(grammar);
    sql.line("select cast(pg_try_advisory_xact_lock(hashtextextended(cast(")
        .bind(Meaning.GROUP)
        .sql(" as text),");
    sql.line("  " + seed(grammar, spec)).sql(")) as integer)");
    List<String> settings = spec.form() == ClaimForm.LEASE ? IDLE_LIMIT : KEEPALIVES;
    for (int i = 0; i < settings.size(); i += 2) {
      sql.sql(",")
          .line(
              "  set_config(%s, %s, true)"
                  .formatted(literal(settings.get(i)), literal(settings.get(i + 1))));
    }
    return sql.toStatement(FifoSql.path(spec, "guard"));
  }

  /** The table's oid, the same however a description spells the table. */
  static String seed(Grammar grammar, TableSpec spec) {
    return "cast(cast(%s as regclass) as bigint)"
        .formatted(literal(SqlWriter.quoted(grammar, spec.table())));
  }

  // A backslash means itself in the one form of literal and not in the other, as the server is set.
  static String literal(String text) {
    String quoted = Grammar.quote(text, "'");
    return text.contains("\\") ? "E" + quoted.replace("\\", "\\\\") : quoted;
  }
}
