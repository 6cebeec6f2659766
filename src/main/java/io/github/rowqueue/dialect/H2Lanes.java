package io.github.rowqueue.dialect;

import io.github.rowqueue.dialect.Param.Meaning;
import io.github.rowqueue.table.ClaimForm;
import io.github.rowqueue.table.ColumnSpec;
import io.github.rowqueue.table.Role;
import io.github.rowqueue.table.TableSpec;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The guards of H2, which this process keeps, and its claims of the heads of lanes: lanes by
 * windows, the heads by plain look-ups, which are locked and stamped by their ids.
 */
final class H2Lanes {

  private H2Lanes() {}

  // An embedded database is this process's alone, so the process can keep the guard; H2 has no
  // named locks, and a row of a table of our own is not ours to ask for.
  static Guard guard(Grammar grammar, TableSpec spec) {
    SqlWriter sql = new SqlWriter(grammar).line("select ");
    name(sql, spec, one -> one.bind(Meaning.GROUP));
    return new Guard.OfProcess(sql.toStatement(FifoSql.path(spec, "guard")));
  }

  static LaneClaim claim(Grammar grammar, TableSpec spec, Function<TableSpec, Claim> ofGroup) {
    List<ColumnSpec> order = ClaimSql.equalThenOrderColumns(spec);
    LaneSql lanes = new LaneSql(grammar, spec, order);
    LaneClaim.Scan scan =
        LaneScanSql.byWindow(lanes, order.subList(0, order.indexOf(lanes.lane()) + 1), true);
    if (spec.form() != ClaimForm.LEASE) {
      return new LaneClaim(
          scan,
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          spec.fifoKeys() ? ofKey(lanes) : ofGroup.apply(spec),
          Optional.empty());
    }
    return new LaneClaim(
        scan,
        Optional.empty(),
        Optional.of(
            new LaneGuard(
                LaneGuard.Holder.PROCESS, count -> names(lanes, count), Optional.empty())),
        Optional.of(count -> LaneStatements.heads(lanes, count, lane -> List.of())),
        Claim.byIds(
            ids ->
                LeaseSql.take(grammar, spec, ids, lanes.stillClaimable(), "for update skip locked"),
            ids -> LeaseSql.stamp(grammar, spec, ids)),
        spec.fifoGroups()
            ? Optional.of(excluded -> LaneStatements.suspects(lanes, excluded))
            : Optional.empty());
  }

  private static Claim ofKey(LaneSql lanes) {
    SqlWriter sql = lanes.writer();
    ClaimSql.select(sql, lanes.spec());
    sql.where(LaneStatements.claimableHead(lanes, 0)).line("for update skip locked");
    SqlWriter guard = lanes.writer().line("select ");
    laneName(guard, lanes, 0);
    return Claim.inOne(lanes.statement(sql, "claim"))
        .under(new Guard.OfProcess(lanes.statement(guard, "guard")));
  }

  private static Statement names(LaneSql lanes, int count) {
    SqlWriter sql = lanes.writer();
    for (int i = 0; i < count; i++) {
      sql.line((i == 0 ? "select " : "union all select ") + i + ", ");
      laneName(sql, lanes, i);
    }
    return lanes.statement(sql, "guard");
  }

  private static void laneName(SqlWriter sql, LaneSql lanes, int index) {
    TableSpec spec = lanes.spec();
    name(
        sql,
        spec,
        one -> {
          if (spec.fifoKeys() && spec.has(Role.GROUP)) { // its length tells where the group ends
            one.sql("char_length(").bind(Meaning.GROUP).sql("), ").bind(Meaning.GROUP).sql(", ");
          }
          // A UUID may be kept as bytes, which are no text.
          boolean bytes =
              spec.fifoKeys() && spec.column(Role.PARTITION_KEY).orElseThrow().type() == UUID.class;
          one.sql(bytes ? "rawtohex(cast(" : "cast(").bind(Meaning.LANE, index);
          one.sql(bytes ? " as varbinary))" : " as varchar)");
        });
  }

  private static void name(SqlWriter sql, TableSpec spec, Consumer<SqlWriter> what) {
    String schema = spec.table().schema();
    sql.sql("concat_ws(':', ");
    // Some databases take names of any case for one; the guard may as well of all.
    sql.sql("coalesce(database_path(), database()), ")
        .sql("lower(" + (schema.isEmpty() ? "current_schema" : Grammar.quote(schema, "'")) + ")")
        .sql(", lower(" + Grammar.quote(spec.table().name(), "'") + "), ");
    what.accept(sql);
    sql.sql(")");
  }
}
