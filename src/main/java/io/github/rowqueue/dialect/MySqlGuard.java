package io.github.rowqueue.dialect;

import io.github.rowqueue.dialect.Param.Meaning;
import io.github.rowqueue.table.Role;
import io.github.rowqueue.table.TableName;
import io.github.rowqueue.table.TableSpec;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
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

  /** The guard of the key {@code LANE[0]}. */
  Guard keyGuard() {
    SqlWriter take = new SqlWriter(grammar).line("select get_lock(");
    laneName(take, 0);
    SqlWriter release = new SqlWriter(grammar).line("select release_lock(");
    laneName(release, 0);
    return new Guard.OfSession(
        take.sql(", 0)").toStatement(LaneSql.path(spec, "guard")),
        release.sql(")").toStatement(LaneSql.path(spec, "unguard")));
  }

  /** The guards of many lanes, a row each. */
  LaneGuard lanes() {
    return new LaneGuard(
        LaneGuard.Holder.SESSION,
        count -> each(count, "get_lock(", ", 0)", "guard"),
        Optional.of(count -> each(count, "release_lock(", ")", "unguard")));
  }

  private Statement each(int count, String before, String after, String verb) {
    SqlWriter sql = new SqlWriter(grammar);
    for (int i = 0; i < count; i++) {
      sql.line((i == 0 ? "select " : "union all select ") + i + ", " + before);
      laneName(sql, i);
      sql.sql(after);
    }
    return sql.toStatement(LaneSql.path(spec, verb));
  }

  /** As {@link #isHeldHere(SqlWriter)}, of the lane {@code LANE[index]}. */
  void isLaneHeldHere(SqlWriter sql, int index) {
    sql.sql("is_used_lock(");
    laneName(sql, index);
    sql.sql(") = connection_id()");
  }

  // A column compares without the blanks at an end, and so must the lock of what it holds.
  private void laneName(SqlWriter sql, int index) {
    boolean bytes = spec.fifoKeys() && isUuid();
    Consumer<SqlWriter> lane =
        one ->
            one.sql(bytes ? "hex(" : "trim(trailing ' ' from ").bind(Meaning.LANE, index).sql(")");
    if (spec.fifoKeys() && spec.has(Role.GROUP)) {
      name(
          sql,
          one -> {
            one.sql("hex(convert(").bind(Meaning.GROUP).sql(" using utf8mb4)), ':', ");
            lane.accept(one);
          });
    } else {
      name(sql, lane);
    }
  }

  /** Perhaps kept as bytes, which are no text of any character set. */
  private boolean isUuid() {
    return spec.column(Role.PARTITION_KEY).orElseThrow().type() == UUID.class;
  }

  private Statement call(String before, String after, String verb) {
    SqlWriter sql = new SqlWriter(grammar).line(before);
    name(sql);
    return sql.sql(after).toStatement(FifoSql.path(spec, verb));
  }

  // The name of a database is utf8mb3, which MariaDB does not join to a text beyond that. Some
  // servers fold the case of names of databases and tables; the lock may as well on all.
  private void name(SqlWriter sql) {
    name(sql, one -> one.sql("trim(trailing ' ' from ").bind(Meaning.GROUP).sql(")"));
  }

  private void name(SqlWriter sql, Consumer<SqlWriter> what) {
    TableName table = spec.table();
    String database = table.schema().isEmpty() ? "database()" : literal(table.schema());
    sql.sql(
        "sha2(convert(concat(convert(lower(concat(%s, '.', %s)) using utf8mb4), ':', "
            .formatted(database, literal(table.name())));
    what.accept(sql);
    sql.sql(") using utf8mb4), 256)");
  }

  // What a backslash means there is a setting of the session, and a hexadecimal literal has none.
  static String literal(String name) {
    return name.contains("\\")
        ? "convert(x'%s' using utf8mb4)"
            .formatted(HexFormat.of().formatHex(name.getBytes(StandardCharsets.UTF_8)))
        : Grammar.quote(name, "'");
  }
}
