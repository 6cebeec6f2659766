package io.github.rowqueue.dialect;

import io.github.rowqueue.dialect.ClaimSql.Rows;
import io.github.rowqueue.dialect.Param.Meaning;
import io.github.rowqueue.table.ColumnSpec;
import io.github.rowqueue.table.LockKeyPart;
import io.github.rowqueue.table.Role;
import io.github.rowqueue.table.TableSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** The clauses of the advisory form: which rows are candidates, and which row is still ours. */
final class AdvisorySql {

  private AdvisorySql() {}

  /**
   * The parts of the key as SQL, separated by commas.
   *
   * @param literal writes a text
   * @param column writes what stands for a quoted column
   */
  static String parts(
      Grammar grammar,
      TableSpec spec,
      UnaryOperator<String> literal,
      UnaryOperator<String> column,
      String separator) {
    return String.join(
        separator,
        spec.lockKeyParts().stream().map(part -> part(grammar, part, literal, column)).toList());
  }

  private static String part(
      Grammar grammar,
      LockKeyPart part,
      UnaryOperator<String> literal,
      UnaryOperator<String> column) {
    return part.column() ? column.apply(grammar.quote(part.text())) : literal.apply(part.text());
  }

  /**
   * Reads ids and keys in claim order, and takes nothing.
   *
   * @param key the key as SQL
   * @param compared the key as it is compared with those that are left out
   * @param order the claim order as the database's index knows it
   */
  static Statement candidates(
      Grammar grammar,
      TableSpec spec,
      String key,
      String compared,
      List<ColumnSpec> order,
      int excluded) {
    SqlWriter sql = new SqlWriter(grammar);
    sql.line("select ").name(spec.id()).sql(",").line("  " + key);
    sql.line("from ").table(spec.table());
    List<Consumer<SqlWriter>> conditions = new ArrayList<>(ClaimSql.claimable(spec, Rows.UNLOCKED));
    if (excluded > 0) {
      conditions.add(
          where ->
              where
                  .sql(compared + " not in (")
                  .times(excluded, i -> where.bind(Meaning.KEY, i))
                  .sql(")"));
    }
    sql.where(conditions);
    sql.line("order by ").each(order, sql::name).line("limit ").bind(Meaning.LIMIT);
    return sql.toStatement("advisory/candidates");
  }

  /** The row {@code ID[0]}, if it is still claimable. */
  static List<Consumer<SqlWriter>> claimable(TableSpec spec) {
    List<Consumer<SqlWriter>> conditions = new ArrayList<>(List.of(LeaseSql.id(spec)));
    conditions.addAll(ClaimSql.claimable(spec, Rows.UNLOCKED));
    return conditions;
  }

  /** Reads the row {@code ID[0]} by {@code conditions}, and locks it by {@code lock}. */
  static Statement read(
      Grammar grammar, TableSpec spec, List<Consumer<SqlWriter>> conditions, String lock) {
    SqlWriter sql = new SqlWriter(grammar);
    ClaimSql.select(sql, spec);
    sql.where(conditions);
    return (lock.isEmpty() ? sql : sql.line(lock)).toStatement("advisory/take");
  }

  /** {@code update <table> set} the attempt, counted. */
  static void count(SqlWriter sql, TableSpec spec) {
    ColumnSpec attempt = spec.column(Role.ATTEMPT).orElseThrow();
    sql.line("update ").table(spec.table()).line("set ").name(attempt).sql(" = ");
    ClaimSql.count(sql, attempt);
  }

  /**
   * A take of two statements in one transaction, where the database has no UPDATE … RETURNING; of
   * one, where there is nothing to count.
   *
   * @param lock what locks the row that is read, skipping one that another session has locked
   */
  static Claim readThenCount(
      Grammar grammar, TableSpec spec, List<Consumer<SqlWriter>> conditions, String lock) {
    if (!spec.has(Role.ATTEMPT)) {
      Statement read = read(grammar, spec, conditions, "");
      return Claim.byIds(ids -> read);
    }
    Statement read = read(grammar, spec, conditions, lock);
    SqlWriter sql = new SqlWriter(grammar);
    count(sql, spec);
    Statement count = sql.where(List.of(LeaseSql.id(spec))).toStatement("advisory/take-count");
    return Claim.byIds(ids -> read, ids -> count);
  }

  /** The row {@code ID[0]} in the attempt of the take, by which it is ours and nobody else's. */
  static List<Consumer<SqlWriter>> ours(TableSpec spec) {
    List<Consumer<SqlWriter>> conditions = new ArrayList<>(List.of(LeaseSql.id(spec)));
    spec.column(Role.ATTEMPT)
        .ifPresent(
            attempt ->
                conditions.add(sql -> sql.name(attempt).sql(" = ").bind(Meaning.HELD_ATTEMPT)));
    return conditions;
  }

  /** Reads whether the row {@code ID[0]} is there unfinished, and in which attempt. */
  static Statement find(
      Grammar grammar, TableSpec spec, List<Consumer<SqlWriter>> more, String lock) {
    SqlWriter sql = new SqlWriter(grammar);
    sql.line("select ");
    sql.each(
        Stream.of(Role.ID, Role.ATTEMPT).flatMap(role -> spec.column(role).stream()).toList(),
        sql::name);
    sql.line("from ").table(spec.table());
    List<Consumer<SqlWriter>> conditions = new ArrayList<>(List.of(LeaseSql.id(spec)));
    spec.column(Role.PROCESSED_AT)
        .ifPresent(done -> conditions.add(where -> where.name(done).sql(" is null")));
    conditions.addAll(more);
    sql.where(conditions);
    return (lock.isEmpty() ? sql : sql.line(lock)).toStatement("advisory/find");
  }
}
