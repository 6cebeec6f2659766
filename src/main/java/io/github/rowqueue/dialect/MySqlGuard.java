package io.github.rowqueue.dialect;

import io.github.rowqueue.dialect.Param.Meaning;
import io.github.rowqueue.table.TableName;
import io.github.rowqueue.table.TableSpec;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Consumer;

/**
 * The guard of a FIFO group on MySQL and MariaDB: a named lock of the session. Its name is a hash,
 * since MySQL takes 64 characters of any case for a name, of the database, the table and the group,
 * since names are the server's. Two groups of one name would only wait for each other.
 */
final class MySqlGuard {

  private final Grammar grammar;
  private final TableSpec spec;

  MySqlGuard(Grammar grammar, TableSpec spec) {
    this.grammar = grammar;
    this.spec = spec;
  }

  Guard guard() {
    return new Guard.OfSession(
        call("select get_lock(", ", 0)", "guard"), call("select release_lock(", ")", "unguard"));
  }

  /**
   * The conditions that a row may be taken by an own claim: of a FIFO group only under its guard.
   */
  static List<Consumer<SqlWriter>> free(Grammar grammar, TableSpec spec, boolean suspects) {
    List<Consumer<SqlWriter>> conditions = ClaimSql.free(spec, suspects);
    if (spec.fifoGroups()) {
      conditions.add(new MySqlGuard(grammar, spec)::isHeldHere);
    }
    return conditions;
  }

  /**
   * Holds only on the session that has the guard: a driver or proxy that went on silently on
   * another one claims nothing (Connector/J's autoReconnect does between two statements).
   */
  void isHeldHere(SqlWriter sql) {
    sql.sql("is_used_lock(");
    name(sql);
    sql.sql(") = connection_id()");
  }

  private Statement call(String before, String after, String verb) {
    SqlWriter sql = new SqlWriter(grammar).line(before);
    name(sql);
    return sql.sql(after).toStatement(FifoSql.path(spec, verb));
  }

  // Some servers fold the case of names of databases and tables; the lock may as well on all.
  private void name(SqlWriter sql) {
    TableName table = spec.table();
    String database = table.schema().isEmpty() ? "database()" : literal(table.schema());
    sql.sql(
            "sha2(convert(concat(lower(concat(%s, '.', %s)), ':', "
                .formatted(database, literal(table.name())))
        .bind(Meaning.GROUP)
        .sql(") using utf8mb4), 256)");
  }

  // What a backslash means there is a setting of the session, and a hexadecimal literal has none.
  static String literal(String name) {
    return name.contains("\\")
        ? "convert(x'%s' using utf8mb4)"
            .formatted(HexFormat.of().formatHex(name.getBytes(StandardCharsets.UTF_8)))
        : Grammar.quote(name, "'");
  }
}
