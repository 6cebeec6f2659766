package io.github.rowqueue.dialect;

import io.github.rowqueue.dialect.Param.Meaning;
import io.github.rowqueue.table.ClaimForm;
import io.github.rowqueue.table.ColumnSpec;
import io.github.rowqueue.table.Role;
import io.github.rowqueue.table.TableSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntFunction;

/**
 * The statements of lanes that are the same on several databases, made of the clauses of {@link
 * LaneSql}.
 */
final class LaneStatements {

  private LaneStatements() {}

  /**
   * Reads the ids of the heads of the lanes {@code LANE[0]} to {@code LANE[count - 1]}, as far as
   * they may be claimed, by one look-up each.
   *
   * @param also further conditions, given the place of the lane
   */
  static Statement heads(LaneSql lanes, int count, IntFunction<List<Consumer<SqlWriter>>> also) {
    SqlWriter sql = lanes.writer();
    for (int i = 0; i < count; i++) {
      int index = i;
      List<Consumer<SqlWriter>> conditions = claimableHead(lanes, index);
      conditions.add(one -> lanes.nothingLeased(one, lane -> lane.bind(Meaning.LANE, index)));
      conditions.addAll(also.apply(index));
      sql.line(i == 0 ? "(" : "union all (");
      sql.sql("select ").name(lanes.spec().id()).sql(" from ").table(lanes.spec().table());
      sql.where(conditions).sql(")");
    }
    return lanes.statement(sql, "heads");
  }

  /** The places of those of the lanes {@code LANE[0]} and on whose head may be claimed now. */
  static Statement probe(LaneSql lanes, int count) {
    TableSpec spec = lanes.spec();
    SqlWriter sql = lanes.writer();
    for (int i = 0; i < count; i++) {
      int index = i;
      List<Consumer<SqlWriter>> conditions = claimableHead(lanes, index);
      if (spec.fifoGroups() && spec.form() == ClaimForm.LEASE) { // of keys the scan tells
        conditions.add(one -> lanes.nothingLeased(one, lane -> lane.bind(Meaning.LANE, index)));
      }
      sql.line(i == 0 ? "(" : "union all (");
      sql.sql("select " + i + " from ").table(spec.table()).where(conditions).sql(")");
    }
    return lanes.statement(sql, "probe");
  }

  /** The conditions that a row is the head of the lane {@code LANE[index]}, and free. */
  static List<Consumer<SqlWriter>> claimableHead(LaneSql lanes, int index) {
    List<Consumer<SqlWriter>> conditions = new ArrayList<>();
    conditions.add(
        sql -> {
          sql.name(lanes.spec().id()).sql(" = ");
          lanes.headId(sql, lane -> lane.bind(Meaning.LANE, index));
        });
    conditions.addAll(lanes.stillClaimable());
    return conditions;
  }

  /** Groups with a row whose lease ran out, the longest first. */
  static Statement suspects(LaneSql lanes, int excluded) {
    TableSpec spec = lanes.spec();
    SqlWriter sql = lanes.writer().line("select ").name(lanes.lane());
    sql.line("from ").table(spec.table());
    List<Consumer<SqlWriter>> conditions = new ArrayList<>();
    lanes.unfinished(conditions);
    ColumnSpec lease = spec.column(Role.LOCKED_UNTIL).orElseThrow();
    conditions.add(
        one -> one.name(lease).sql(" <= ").bind(Meaning.NOW, spec.columns().indexOf(lease)));
    lanes.except(conditions, excluded);
    sql.where(conditions).line("order by ").name(lease).line("limit ").bind(Meaning.LIMIT);
    return lanes.statement(sql, "suspects");
  }

  /**
   * Frees the head of a key, which is bound as the column's value, that is under the lease without
   * end.
   */
  static Statement releaseHead(Grammar grammar, TableSpec spec) {
    LaneSql lanes = new LaneSql(grammar, spec, List.of());
    ColumnSpec lease = spec.column(Role.LOCKED_UNTIL).orElseThrow();
    SqlWriter sql = lanes.writer().line("update ").table(spec.table());
    sql.line("set ").name(lease).sql(" = null");
    spec.column(Role.ATTEMPT)
        .ifPresent(attempt -> sql.sql(", ").name(attempt).sql(" = ").bind(Meaning.ATTEMPT));
    List<Consumer<SqlWriter>> conditions = lanes.group();
    int key = spec.indexOf(Role.PARTITION_KEY);
    conditions.add(lanes.inLane(one -> one.bind(Meaning.COLUMN, key)));
    lanes.unfinished(conditions);
    conditions.add(one -> one.name(lease).sql(" = ").bind(Meaning.END_OF_TIME));
    return lanes.statement(sql.where(conditions), "release");
  }
}
