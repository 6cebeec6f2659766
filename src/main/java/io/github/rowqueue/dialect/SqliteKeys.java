package io.github.rowqueue.dialect;

import io.github.rowqueue.table.Role;
import io.github.rowqueue.table.TableSpec;

/** The advisory form on SQLite, which has no locks to lend: keys in work live in this process. */
final class SqliteKeys {

  private final Grammar grammar;
  private final TableSpec spec;

  SqliteKeys(Grammar grammar, TableSpec spec) {
    this.grammar = grammar;
    this.spec = spec;
  }

  AdvisoryClaim claim() {
    // A null would make the whole key null (B97); the cast makes a lone number a text.
    String key =
        "cast(%s as text)"
            .formatted(
                AdvisorySql.parts(
                    grammar,
                    spec,
                    SqliteKeys::literal,
                    column -> "coalesce(%s, '')".formatted(column),
                    " || "));
    return new AdvisoryClaim(
        excluded ->
            AdvisorySql.candidates(grammar, spec, key, key, ClaimSql.orderColumns(spec), excluded),
        new KeyLocks.OfProcess(database()),
        take());
  }

  private Statement database() {
    String schema = spec.table().schema().isEmpty() ? "main" : spec.table().schema();
    return new SqlWriter(grammar)
        .sql("select file from pragma_database_list where lower(name) = lower(")
        .sql(literal(schema) + ")")
        .toStatement("advisory/database");
  }

  private Claim take() {
    if (!spec.has(Role.ATTEMPT)) {
      Statement read = AdvisorySql.read(grammar, spec, AdvisorySql.claimable(spec), "");
      return Claim.byIds(ids -> read);
    }
    SqlWriter sql = new SqlWriter(grammar);
    AdvisorySql.count(sql, spec);
    sql.where(AdvisorySql.claimable(spec)).line("returning ");
    ClaimSql.countedColumns(sql, spec, "1");
    Statement take = sql.toStatement("advisory/take");
    return Claim.byIds(ids -> take);
  }

  private static String literal(String text) {
    return Grammar.quote(text, "'");
  }
}
