package io.github.rowqueue.dialect;

import io.github.rowqueue.table.ClaimForm;
import io.github.rowqueue.table.TableSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Claims of the heads of lanes on PostgreSQL: lanes by hops, guards for all of them in one
 * statement, and one statement that finds, locks and leases the heads.
 */
final class PostgresLanes {

  private final Grammar grammar;
  private final TableSpec spec;
  private final LaneSql lanes;

  private PostgresLanes(Grammar grammar, TableSpec spec) {
    this.grammar = grammar;
    this.spec = spec;
    this.lanes = new LaneSql(grammar, spec, ClaimSql.orderColumns(spec));
  }

  static LaneClaim claim(Grammar grammar, TableSpec spec, Function<TableSpec, Claim> ofGroup) {
    PostgresLanes claim = new PostgresLanes(grammar, spec);
    LaneClaim.Scan scan = LaneScanSql.byHops(claim.lanes);
    if (spec.form() != ClaimForm.LEASE) {
      return new LaneClaim(
          scan,
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          spec.fifoKeys() ? claim.ofKey() : ofGroup.apply(spec),
          Optional.empty());
    }
    return new LaneClaim(
        scan,
        Optional.empty(),
        Optional.of(
            new LaneGuard(
                LaneGuard.Holder.TRANSACTION,
                count -> PostgresGuard.take(claim.lanes, count),
                Optional.empty())),
        Optional.empty(),
        Claim.byLanes(claim::heads),
        spec.fifoGroups()
            ? Optional.of(excluded -> LaneStatements.suspects(claim.lanes, excluded))
            : Optional.empty());
  }

  private Claim ofKey() {
    SqlWriter sql = lanes.writer();
    ClaimSql.select(sql, spec);
    sql.where(LaneStatements.claimableHead(lanes, 0)).line("for update skip locked");
    return Claim.inOne(lanes.statement(sql, "claim"))
        .under(new Guard.OfTransaction(PostgresGuard.takeKey(grammar, spec)));
  }

  private Statement heads(int count) {
    SqlWriter sql = lanes.writer();
    lanes.listed(sql, count);
    sql.sql(", claimed as (").indented(this::claimed).sql(")");
    sql.line("select ").each(spec.columns(), sql::name).line("from claimed");
    ClaimSql.order(sql, spec);
    return lanes.statement(sql, "claim");
  }

  private void claimed(SqlWriter sql) {
    ClaimSql.stamp(sql, spec);
    Consumer<SqlWriter> lane = one -> one.sql(LaneSql.LANE);
    List<Consumer<SqlWriter>> conditions = new ArrayList<>();
    conditions.add(one -> headIds(one, lane));
    conditions.addAll(lanes.stillClaimable());
    PostgresDialect.idsOf(
        sql.line("where "),
        spec,
        nested -> nested.where(conditions).line("for update skip locked"));
    sql.line("returning ");
    ClaimSql.countedColumns(sql, spec, "cast(1 as smallint)");
  }

  private void headIds(SqlWriter sql, Consumer<SqlWriter> lane) {
    sql.name(spec.id()).sql(" = any(array(");
    sql.indented(
        nested -> {
          nested.line("select ");
          lanes.headId(nested, lane);
          nested.line("from " + LaneSql.LANES);
          nested.where(List.of(one -> lanes.nothingLeased(one, lane)));
        });
    sql.sql("))");
  }
}
