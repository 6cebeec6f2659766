package io.github.rowqueue.dialect;

import io.github.rowqueue.dialect.DeadLetterSql.Copy;
import io.github.rowqueue.dialect.Param.Meaning;
import io.github.rowqueue.table.ClaimForm;
import io.github.rowqueue.table.ColumnSpec;
import io.github.rowqueue.table.Role;
import io.github.rowqueue.table.TableSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.stream.Stream;

/**
 * The clauses that say which rows a lease statement means: by id, or by id and the tokens that
 * prove ownership.
 */
final class LeaseSql {

  private LeaseSql() {}

  /** The row {@code ID[0]}. */
  static Consumer<SqlWriter> id(TableSpec spec) {
    return sql -> sql.name(spec.id()).sql(" = ").bind(Meaning.ID);
  }

  /** The rows {@code ID[0]} to {@code ID[count - 1]}. */
  static Consumer<SqlWriter> ids(TableSpec spec, int count) {
    return sql ->
        sql.name(spec.id()).sql(" in (").times(count, i -> sql.bind(Meaning.ID, i)).sql(")");
  }

  /**
   * The one row {@code ID[0]}, under any of {@code tokens} tokens. The id alone finds the row; the
   * tokens are only compared ({@link Grammar#expiry}).
   */
  static List<Consumer<SqlWriter>> oneRow(TableSpec spec, int tokens) {
    if (tokens == 1) {
      return List.of(id(spec), sql -> token(sql, spec, 0));
    }
    return List.of(
        id(spec),
        sql -> {
          sql.sql("(");
          for (int i = 0; i < tokens; i++) {
            sql.sql(i == 0 ? "" : " or ");
            token(sql, spec, i);
          }
          sql.sql(")");
        });
  }

  /** The row {@code ID[index]} under the token {@code index}, on one line. */
  static void row(SqlWriter sql, TableSpec spec, int index) {
    sql.name(spec.id()).sql(" = ").bind(Meaning.ID, index).sql(" and ");
    token(sql, spec, index);
  }

  /**
   * The rows that carry one of {@code tokens} (id, expiry, attempt) triples, of which several may
   * name one row. The ids stand in front by themselves: MariaDB scans the table for a row
   * constructor with one triple, and every database finds rows by a plain list of ids.
   *
   * @param triples what opens and closes the list of triples
   */
  static List<Consumer<SqlWriter>> manyRows(TableSpec spec, int tokens, Triples triples) {
    if (tokens == 1) {
      return oneRow(spec, 1);
    }
    return List.of(ids(spec, tokens), sql -> triples(sql, spec, tokens, triples));
  }

  /** How a database writes a list of rows. */
  enum Triples {
    /** {@code in ((…), (…))}. */
    LISTED("in ("),
    /** {@code in (values (…), (…))}. */
    VALUES("in (values ");

    private final String open;

    Triples(String open) {
      this.open = open;
    }
  }

  private static void triples(SqlWriter sql, TableSpec spec, int tokens, Triples triples) {
    List<ColumnSpec> columns =
        Stream.of(Role.ID, Role.LOCKED_UNTIL, Role.ATTEMPT)
            .flatMap(role -> spec.column(role).stream())
            .toList();
    sql.sql("(").each(columns, sql::name).sql(") ").sql(triples.open);
    sql.times(
        tokens,
        i -> {
          sql.sql("(").bind(Meaning.ID, i).sql(", ").bind(Meaning.HELD_UNTIL, i);
          if (spec.has(Role.ATTEMPT)) {
            sql.sql(", ").bind(Meaning.HELD_ATTEMPT, i);
          }
          sql.sql(")");
        });
    sql.sql(")");
  }

  private static void token(SqlWriter sql, TableSpec spec, int index) {
    sql.grammar().expiry(sql, spec.column(Role.LOCKED_UNTIL).orElseThrow());
    sql.sql(" = ").bind(Meaning.HELD_UNTIL, index);
    spec.column(Role.ATTEMPT)
        .ifPresent(
            attempt -> sql.sql(" and ").name(attempt).sql(" = ").bind(Meaning.HELD_ATTEMPT, index));
  }

  /**
   * A batch of more than one statement: {@code lock} finds the ids that are ours and free, the
   * writes name these.
   *
   * @param copy how the database copies; the rows are locked already
   */
  static Write lockThenWrite(
      Grammar grammar, TableSpec spec, Event event, int tokens, SqlWriter lock, Copy copy) {
    SettleSql.require(grammar, spec, event);
    List<Consumer<SqlWriter>> found = List.of(ids(spec, tokens));
    RowValues values = RowValues.ofEach(spec, tokens);
    String path = SettleSql.path(spec, event) + "-batch";
    return new Write.LockThenWrite(
        lock.toStatement("lease/lock-batch"),
        event.kind() == Event.Kind.DEAD_LETTER_TO_TABLE
            ? DeadLetterSql.move(grammar, spec, event, found, copy.unlocked(), values, path)
            : List.of(SettleSql.statement(grammar, spec, event, found, values, path)));
  }

  /**
   * Locks and reads the rows {@code ID[0]} to {@code ID[count - 1]}, as far as they are unfinished
   * and held by nobody.
   *
   * @param lock what locks them, skipping what others hold; empty where a writer is alone anyway
   */
  static Statement take(Grammar grammar, TableSpec spec, int count, boolean suspects, String lock) {
    return take(grammar, spec, count, ClaimSql.free(spec, suspects), suspects, lock);
  }

  /** As above, where {@code free} are the conditions that a row may be taken. */
  static Statement take(
      Grammar grammar,
      TableSpec spec,
      int count,
      List<Consumer<SqlWriter>> free,
      boolean suspects,
      String lock) {
    SqlWriter sql = new SqlWriter(grammar);
    ClaimSql.select(sql, spec);
    List<Consumer<SqlWriter>> conditions = new ArrayList<>(List.of(ids(spec, count)));
    conditions.addAll(free);
    sql.where(conditions);
    return (lock.isEmpty() ? sql : sql.line(lock)).toStatement(takePath(spec, suspects));
  }

  /** As above, of the heads of lanes. */
  static Statement take(
      Grammar grammar, TableSpec spec, int count, List<Consumer<SqlWriter>> free, String lock) {
    SqlWriter sql = new SqlWriter(grammar);
    ClaimSql.select(sql, spec);
    List<Consumer<SqlWriter>> conditions = new ArrayList<>(List.of(ids(spec, count)));
    conditions.addAll(free);
    return sql.where(conditions).line(lock).toStatement(LaneSql.path(spec, "take"));
  }

  /** A claim of rows by their ids, in the form of the table. */
  static Claim claimByIds(Grammar grammar, TableSpec spec, IntFunction<Statement> take) {
    if (spec.form() != ClaimForm.LEASE) {
      Refusals.requireRowLock(spec);
      return Claim.byIds(take);
    }
    Refusals.requireLease(spec);
    return Claim.byIds(take, ids -> stamp(grammar, spec, ids));
  }

  /** The name of {@link #take}. */
  static String takePath(TableSpec spec, boolean suspects) {
    return FifoSql.path(spec, suspects ? "take-suspect" : "take");
  }

  /** Leases the rows {@code ID[0]} to {@code ID[count - 1]}, which the transaction has locked. */
  static Statement stamp(Grammar grammar, TableSpec spec, int count) {
    SqlWriter sql = new SqlWriter(grammar);
    ClaimSql.stamp(sql, spec);
    return sql.where(List.of(ids(spec, count))).toStatement("lease/claim-stamp");
  }

  /** Reads what became of the row {@code ID[0]}. */
  static Statement read(Grammar grammar, TableSpec spec) {
    SqlWriter sql = new SqlWriter(grammar);
    boolean lease = spec.form() == ClaimForm.LEASE;
    sql.line("select ");
    sql.each(
        Stream.of(lease ? Role.LOCKED_UNTIL : Role.ID, Role.ATTEMPT)
            .flatMap(role -> spec.column(role).stream())
            .toList(),
        sql::name);
    sql.line("from ").table(spec.table()).line("where ");
    id(spec).accept(sql);
    spec.column(Role.PROCESSED_AT).ifPresent(done -> sql.line("  and ").name(done).sql(" is null"));
    return sql.toStatement(spec.form().path() + "/read");
  }
}
