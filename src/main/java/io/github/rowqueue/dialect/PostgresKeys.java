package io.github.rowqueue.dialect;

import io.github.rowqueue.dialect.Param.Meaning;
import io.github.rowqueue.table.Role;
import io.github.rowqueue.table.TableSpec;
import java.util.List;
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
            call("pg_try_advisory_lock", "lock"), call("pg_advisory_unlock", "unlock")),
        take());
  }

  private Statement call(String function, String verb) {
    SqlWriter sql = new SqlWriter(grammar);
    sql.line("select cast(" + function + "(hashtextextended(cast(")
        .bind(Meaning.KEY)
        .sql(" as text),");
    sql.line("  " + PostgresGuard.seed(grammar, spec)).sql(")) as integer)");
    return sql.toStatement("advisory/" + verb);
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
