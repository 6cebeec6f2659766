package io.github.rowqueue.dialect;

import io.github.rowqueue.dialect.Param.Meaning;
import io.github.rowqueue.table.ClaimForm;
import io.github.rowqueue.table.Role;
import io.github.rowqueue.table.TableSpec;
import java.util.List;
import java.util.function.Consumer;

/**
 * The guard of a FIFO group on PostgreSQL: an advisory lock of the claim's transaction. Its key is
 * the group hashed under the table's oid, so that it is the same however a description spells the
 * table; two groups with one hash would only wait for each other.
 */
final class PostgresGuard {

  /**
   * A lease claim is over in milliseconds: if its process stops in between, the group is free soon.
   */
  private static final String IDLE_LIMIT =
      "set_config('idle_in_transaction_session_timeout', '10s', true)";

  private PostgresGuard() {}

  static Statement take(Grammar grammar, TableSpec spec) {
    SqlWriter sql = new SqlWriter(grammar).line("select cast(");
    lock(sql, grammar, spec, one -> one.bind(Meaning.GROUP), false);
    return settings(sql.sql(" as integer)"), spec).toStatement(FifoSql.path(spec, "guard"));
  }

  /** The guard of the key {@code LANE[0]}. */
  static Statement takeKey(Grammar grammar, TableSpec spec) {
    SqlWriter sql = new SqlWriter(grammar).line("select cast(");
    lock(sql, grammar, spec, one -> one.bind(Meaning.LANE), true);
    return settings(sql.sql(" as integer)"), spec).toStatement(LaneSql.path(spec, "guard"));
  }

  /** The guards of many lanes, each tried once, since the list of lanes is made before. */
  static Statement take(LaneSql lanes, int count) {
    SqlWriter sql = lanes.writer();
    lanes.listed(sql, count);
    sql.line("select " + LaneSql.STEP + ", 1");
    sql.sql(", (select " + IDLE_LIMIT + ")"); // once, and not for each lane
    sql.line("from " + LaneSql.LANES).line("where ");
    lock(sql, lanes.grammar(), lanes.spec(), one -> one.sql(LaneSql.LANE), lanes.spec().fifoKeys());
    return lanes.statement(sql, "guard");
  }

  // The key is hashed under its group, which is hashed under the table; a group is as it stands.
  private static void lock(
      SqlWriter sql,
      Grammar grammar,
      TableSpec spec,
      Consumer<SqlWriter> lane,
      boolean underGroup) {
    String table = seed(grammar, spec);
    sql.sql("pg_try_advisory_xact_lock(hashtextextended(cast(");
    lane.accept(sql);
    sql.sql(" as text),").line("  ");
    if (underGroup && spec.has(Role.GROUP)) {
      sql.sql("hashtextextended(cast(").bind(Meaning.GROUP).sql(" as text), " + table + ")");
    } else {
      sql.sql(table);
    }
    sql.sql("))");
  }

  private static SqlWriter settings(SqlWriter sql, TableSpec spec) {
    // A handler may idle in the transaction of a row lock for long.
    List<String> settings =
        spec.form() == ClaimForm.LEASE ? List.of(IDLE_LIMIT) : PostgresKeepalives.ofTransaction();
    settings.forEach(setting -> sql.sql(",").line("  " + setting));
    return sql;
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
