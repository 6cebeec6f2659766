package io.github.rowqueue.dialect;

import io.github.rowqueue.table.ClaimForm;
import io.github.rowqueue.table.TableSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntFunction;

/**
 * Claims of the heads of lanes on MySQL and MariaDB: keys by windows and groups by distinct values,
 * a named lock for each, then the heads by plain look-ups, which are locked and stamped by their
 * ids.
 */
final class MySqlLanes {

  private MySqlLanes() {}

  /**
   * Claims of lanes.
   *
   * @param probes whether the server sorts a correlated look-up of the head and so must be asked
   *     for each head by its lane's value (MySQL 8.0.15 reads all rows of a lane, MariaDB 11.4 one)
   */
  static LaneClaim claim(
      Grammar grammar,
      TableSpec spec,
      boolean probes,
      Function<TableSpec, Claim> ofGroup,
      IntFunction<Statement> take) {
    LaneSql lanes = new LaneSql(grammar, spec, ClaimSql.orderColumns(spec));
    boolean groups = spec.fifoGroups();
    LaneClaim.Scan scan =
        groups
            ? LaneScanSql.byDistinct(lanes)
            : LaneScanSql.byWindow(lanes, List.of(lanes.lane()), !probes);
    Optional<IntFunction<Statement>> probe =
        probes || groups
            ? Optional.of(count -> LaneStatements.probe(lanes, count))
            : Optional.empty();
    MySqlGuard guard = new MySqlGuard(grammar, spec);
    if (spec.form() != ClaimForm.LEASE) {
      return new LaneClaim(
          scan,
          probe,
          Optional.empty(),
          Optional.empty(),
          spec.fifoKeys() ? ofKey(lanes, guard) : ofGroup.apply(spec),
          Optional.empty());
    }
    return new LaneClaim(
        scan,
        probe,
        Optional.of(guard.lanes()),
        Optional.of(
            count ->
                LaneStatements.heads(
                    lanes, count, lane -> List.of(sql -> guard.isLaneHeldHere(sql, lane)))),
        Claim.byIds(take, ids -> LeaseSql.stamp(grammar, spec, ids)),
        spec.fifoGroups()
            ? Optional.of(excluded -> LaneStatements.suspects(lanes, excluded))
            : Optional.empty());
  }

  private static Claim ofKey(LaneSql lanes, MySqlGuard guard) {
    SqlWriter sql = lanes.writer();
    ClaimSql.select(sql, lanes.spec());
    List<Consumer<SqlWriter>> conditions = LaneStatements.claimableHead(lanes, 0);
    conditions.add(one -> guard.isLaneHeldHere(one, 0));
    sql.where(conditions).line("for update skip locked");
    return Claim.inOne(lanes.statement(sql, "claim")).under(guard.keyGuard());
  }

  /** The conditions that a head may be taken, on the session that has its lock. */
  static List<Consumer<SqlWriter>> free(Grammar grammar, TableSpec spec) {
    LaneSql lanes = new LaneSql(grammar, spec, List.of());
    List<Consumer<SqlWriter>> conditions = new ArrayList<>(lanes.stillClaimable());
    conditions.add(sql -> new MySqlGuard(grammar, spec).isLaneHeldHere(sql, 0));
    return conditions;
  }
}
