package io.github.rowqueue.dialect;

import io.github.rowqueue.dialect.Param.Meaning;
import io.github.rowqueue.table.Role;
import io.github.rowqueue.table.TableSpec;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * The advisory form on PostgreSQL: an advisory lock of the session, whose number is the key hashed
 * under the table's oid. Two keys of one hash would only wait for each other; keys of another table
 * never do, and neither do those of another database.
 */
final class PostgresKeys {

  private static final String SKIP = "for update skip locked";

  private final Grammar grammar;
  private final TableSpec spec;

  PostgresKeys(Grammar grammar, TableSpec spec) {
    Refusals.requireAdvisory(spec);
    this.grammar = grammar;
    this.spec = spec;
  }

  AdvisoryClaim claim() {
    // concat() takes a null for an empty text (B97).
    String key =
        "concat("
            + AdvisorySql.parts(
                grammar, spec, PostgresGuard::literal, UnaryOperator.identity(), ", ")
            + ")";
    return new AdvisoryClaim(
        excluded ->
            AdvisorySql.candidates(grammar, spec, key, key, ClaimSql.orderColumns(spec), excluded),
        new KeyLocks.OfSession(
            lock(),
            unlock().toStatement("advisory/unlock"),
            Optional.of(unlockLast().toStatement("advisory/unlock-last"))),
        take());
  }

  // The planner pulls no volatile function up, so that the lock is tried once.
  private Statement lock() {
    SqlWriter sql = new SqlWriter(grammar);
    sql.line("select cast(got as integer), case when got then ");
    sql.sql(PostgresKeepalives.current()).sql(" end");
    for (String setting : PostgresKeepalives.ofSession()) {
      sql.sql(",").line("  case when got then " + setting + " end");
    }
    sql.line("from (select ");
    call(sql, "pg_try_advisory_lock");
    return sql.sql(" as got) as tried").toStatement("advisory/lock");
  }

  private SqlWriter unlock() {
    SqlWriter sql = new SqlWriter(grammar).line("select cast(");
    call(sql, "pg_advisory_unlock");
    return sql.sql(" as integer)");
  }

  private SqlWriter unlockLast() {
    SqlWriter sql = unlock();
    PostgresKeepalives.restore(sql);
    return sql;
  }

  private void call(SqlWriter sql, String function) {
    sql.sql(function + "(hashtextextended(cast(").bind(Meaning.KEY).sql(" as text),");
    sql.line("  " + PostgresGuard.seed(grammar, spec)).sql("))");
  }

  private Claim take() {
    if (!spec.has(Role.ATTEMPT)) {
      Statement read = AdvisorySql.read(grammar, spec, AdvisorySql.claimable(spec), "");
      return Claim.byIds(ids -> read);
    }
    SqlWriter sql = new SqlWriter(grammar);
    AdvisorySql.count(sql, spec);
    sql.line("where ");
    PostgresDialect.idsOf(
        sql, spec, nested -> nested.where(AdvisorySql.claimable(spec)).line(SKIP));
    sql.line("returning ");
    // A smallint one: an integer would widen the column's type (B104).
    ClaimSql.countedColumns(sql, spec, "cast(1 as smallint)");
    Statement take = sql.toStatement("advisory/take");
    return Claim.byIds(ids -> take);
  }

  Statement find() {
    return AdvisorySql.find(grammar, spec, List.of(), "for update");
  }
}
