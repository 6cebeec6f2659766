package io.github.rowqueue.dialect;

import io.github.rowqueue.dialect.Param.Meaning;
import io.github.rowqueue.table.TableSpec;
import java.util.List;
import java.util.function.Consumer;

/**
 * MariaDB 10.6 and newer: what it cannot do that MySQL can is to find rows by a long list reliably.
 * Beyond a quarter of the table's rows it scans instead, and a locking read then keeps every row it
 * saw locked (10.11 at READ COMMITTED: 40 of 40 for 12 ids), so that other claims come back empty.
 * A batch therefore locks its rows by one look-up each. All else is {@link MySqlDialect}'s; DELETE
 * … RETURNING is not used, since it cannot skip locked rows.
 */
final class MariaDbDialect extends ForwardingDialect {

  private static final Grammar GRAMMAR = new MySqlDialect.MySqlGrammar("mariadb");

  MariaDbDialect() {
    super(new MySqlDialect(GRAMMAR));
  }

  /** Connector/J sees {@code 5.5.5-10.11.6-MariaDB}: a prefix for the replication of old. */
  @Override
  public void requireServer(String product, String version) {
    ServerVersion.require(
        "MariaDB", version.startsWith("5.5.5-") ? version.substring(6) : version, 10, 6);
  }

  @Override
  public void requireTable(TableSpec spec) {
    Refusals.require(spec, "MariaDB", NameLimit.CHARACTERS_64, Openings.MARIADB);
  }

  // Each branch is a look-up of one row in a unique index (type "const"), whatever the statistics
  // say; 100 of them take
  // 1 ms longer than the list on 11.4.5.
  @Override
  public Write leaseWriteAll(TableSpec spec, Event event, int tokens) {
    Refusals.requireLease(spec);
    SqlWriter lock = new SqlWriter(GRAMMAR);
    for (int i = 0; i < tokens; i++) {
      lock.line(i == 0 ? "(" : "union all (");
      lock.sql("select ").name(spec.id()).sql(" from ").table(spec.table()).sql(" where ");
      LeaseSql.row(lock, spec, i);
      lock.sql(" for update skip locked)");
    }
    return LeaseSql.lockThenWrite(GRAMMAR, spec, event, tokens, lock, MySqlDialect.COPY);
  }

  // By one look-up each for the same reason as a batch.
  @Override
  public Claim claimByIds(TableSpec spec, boolean suspects) {
    return LeaseSql.claimByIds(GRAMMAR, spec, ids -> take(spec, ids, suspects));
  }

  @Override
  public LaneClaim laneClaim(TableSpec spec) {
    return MySqlLanes.claim(
        GRAMMAR,
        spec,
        false,
        this::rowLockClaim,
        ids -> take(spec, ids, MySqlLanes.free(GRAMMAR, spec), LaneSql.path(spec, "take")));
  }

  @Override
  public void requireFetch(TableSpec spec) {
    Refusals.fetch(GRAMMAR, spec, "MariaDB");
  }

  private static Statement take(TableSpec spec, int ids, boolean suspects) {
    return take(
        spec, ids, MySqlGuard.free(GRAMMAR, spec, suspects), LeaseSql.takePath(spec, suspects));
  }

  private static Statement take(
      TableSpec spec, int ids, List<Consumer<SqlWriter>> free, String path) {
    SqlWriter sql = new SqlWriter(GRAMMAR);
    for (int i = 0; i < ids; i++) {
      sql.line(i == 0 ? "(" : "union all (");
      sql.sql("select ").each(spec.columns(), sql::name).sql(" from ").table(spec.table());
      sql.sql(" where ").name(spec.id()).sql(" = ").bind(Meaning.ID, i);
      for (Consumer<SqlWriter> condition : free) {
        sql.sql(" and ");
        condition.accept(sql);
      }
      sql.sql(" for update skip locked)");
    }
    return sql.toStatement(path);
  }
}
