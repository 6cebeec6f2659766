package io.github.rowqueue.dialect;

import io.github.rowqueue.dialect.Param.Meaning;
import io.github.rowqueue.table.ClaimForm;
import io.github.rowqueue.table.ColumnSpec;
import io.github.rowqueue.table.HeadFailure;
import io.github.rowqueue.table.Role;
import io.github.rowqueue.table.TableSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The clauses of claims that take the heads of lanes: which rows are of a lane, which of them is
 * its head, and whether that may be taken. Lanes are the partition keys of a group, or the groups
 * of a table.
 *
 * <p>A lane may be taken from while none of its rows carries a lease, be it held or run out: that
 * is how a row in work is known, and how a row of a dead holder goes first.
 */
final class LaneSql {

  /** Names no table of a service is likely to have, so that columns need no prefix. */
  static final String LANES = "rowqueue_lanes";

  static final String LANE = "rowqueue_lane";
  static final String STEP = "rowqueue_step";
  static final String ENTRIES = "rowqueue_entries";

  private final Grammar grammar;
  private final TableSpec spec;
  private final ColumnSpec lane;
  private final List<ColumnSpec> order;

  /**
   * The clauses for {@code spec}.
   *
   * @param order the columns by which the rows of one lane are ordered, as the database's index
   *     knows them
   */
  LaneSql(Grammar grammar, TableSpec spec, List<ColumnSpec> order) {
    this.grammar = grammar;
    this.spec = spec;
    this.lane = spec.column(spec.fifoKeys() ? Role.PARTITION_KEY : Role.GROUP).orElseThrow();
    this.order = order;
  }

  Grammar grammar() {
    return grammar;
  }

  TableSpec spec() {
    return spec;
  }

  ColumnSpec lane() {
    return lane;
  }

  /** {@code <form>/keys-<verb>} or {@code <form>/groups-<verb>}. */
  static String path(TableSpec spec, String verb) {
    return spec.form().path() + (spec.fifoKeys() ? "/keys-" : "/groups-") + verb;
  }

  SqlWriter writer() {
    return new SqlWriter(grammar);
  }

  Statement statement(SqlWriter sql, String verb) {
    return sql.toStatement(path(spec, verb));
  }

  /** The group of the keys; nothing where groups are the lanes. */
  List<Consumer<SqlWriter>> group() {
    List<Consumer<SqlWriter>> conditions = new ArrayList<>();
    if (spec.fifoKeys()) {
      spec.column(Role.GROUP)
          .ifPresent(
              group -> conditions.add(sql -> sql.name(group).sql(" = ").bind(Meaning.GROUP)));
    }
    return conditions;
  }

  void unfinished(List<Consumer<SqlWriter>> conditions) {
    spec.column(Role.PROCESSED_AT)
        .ifPresent(done -> conditions.add(sql -> sql.name(done).sql(" is null")));
  }

  private void free(List<Consumer<SqlWriter>> conditions) {
    unfinished(conditions);
    spec.column(Role.LOCKED_UNTIL)
        .ifPresent(lease -> conditions.add(sql -> sql.name(lease).sql(" is null")));
  }

  /**
   * {@code select <lane> from <table> where …}: unfinished rows under no lease, behind a lane.
   *
   * @param behind writes that lane; null for the start
   * @param as how the lane is called; empty for its own name
   */
  void rowsBehind(SqlWriter sql, @Nullable Consumer<SqlWriter> behind, String as) {
    List<Consumer<SqlWriter>> conditions = group();
    free(conditions);
    behind(conditions, behind);
    sql.line("select ").name(lane).sql(as.isEmpty() ? "" : " as " + as);
    sql.line("from ").table(spec.table()).where(conditions);
  }

  /**
   * As {@link #rowsBehind}, of any rows: for an index in which the lane stands in front of what
   * tells finished rows and rows in work from others, which would be read one by one.
   */
  void anyRowsBehind(SqlWriter sql, @Nullable Consumer<SqlWriter> behind, String as) {
    List<Consumer<SqlWriter>> conditions = new ArrayList<>();
    behind(conditions, behind);
    sql.name(lane).sql(as.isEmpty() ? "" : " as " + as);
    sql.line("from ").table(spec.table()).where(conditions);
  }

  private void behind(List<Consumer<SqlWriter>> conditions, @Nullable Consumer<SqlWriter> behind) {
    if (behind == null) {
      conditions.add(one -> one.name(lane).sql(" is not null"));
    } else {
      conditions.add(
          one -> {
            one.name(lane).sql(" > ");
            behind.accept(one);
          });
    }
  }

  void except(List<Consumer<SqlWriter>> conditions, int excluded) {
    if (excluded > 0) {
      conditions.add(sql -> notExcluded(sql.name(lane), excluded));
    }
  }

  private static void notExcluded(SqlWriter sql, int excluded) {
    sql.sql(" not in (").times(excluded, i -> sql.bind(Meaning.EXCLUDED, i)).sql(")");
  }

  /**
   * 1 if no row of the lane that {@code of} writes is in work, as far as the table tells, else 0.
   */
  void free(SqlWriter sql, Consumer<SqlWriter> of) {
    if (spec.form() != ClaimForm.LEASE) {
      sql.sql("1");
      return;
    }
    sql.sql("case when ");
    nothingLeased(sql, of);
    sql.sql(" then 1 else 0 end");
  }

  /**
   * 1 if the head of the lane that {@code of} writes may be claimed now, else 0. What is excluded
   * is asked for here and not where lanes are looked for, or its rows would be passed one by one.
   */
  void claimable(SqlWriter sql, Consumer<SqlWriter> of, int excluded) {
    sql.sql("case when ");
    if (excluded > 0) {
      of.accept(sql);
      notExcluded(sql, excluded);
      sql.line("  and ");
    }
    if (spec.form() == ClaimForm.LEASE) {
      nothingLeased(sql, of);
      sql.line("  and ");
    }
    sql.sql("(");
    sql.indented(
        nested -> {
          nested.line("select ");
          dueOrOne(nested);
          nested.line("from ").table(spec.table());
          head(nested, of);
        });
    sql.sql(") = 1 then 1 else 0 end");
  }

  private void dueOrOne(SqlWriter sql) {
    ColumnSpec due = spec.column(Role.RETRY_AFTER).orElse(null);
    if (due == null || skips()) {
      sql.sql("1");
      return;
    }
    sql.sql("case when ");
    ClaimSql.due(sql, spec, due);
    sql.sql(" then 1 else 0 end");
  }

  /** Whether the head is the first row that is due, and not the first row. */
  private boolean skips() {
    return spec.fifoKeys() && spec.onHeadFailure() == HeadFailure.SKIP;
  }

  /** {@code where … order by … limit 1}: the head of the lane that {@code of} writes. */
  private void head(SqlWriter sql, Consumer<SqlWriter> of) {
    List<Consumer<SqlWriter>> conditions = group();
    conditions.add(inLane(of));
    free(conditions);
    if (skips()) {
      spec.column(Role.RETRY_AFTER)
          .ifPresent(due -> conditions.add(one -> ClaimSql.due(one, spec, due)));
    }
    sql.where(conditions).line("order by ").each(order, sql::name).line("limit 1");
  }

  Consumer<SqlWriter> inLane(Consumer<SqlWriter> of) {
    return sql -> {
      sql.name(lane).sql(" = ");
      of.accept(sql);
    };
  }

  /** The id of the head of the lane that {@code of} writes, as a scalar. */
  void headId(SqlWriter sql, Consumer<SqlWriter> of) {
    sql.sql("(");
    sql.indented(
        nested -> {
          ClaimSql.selectId(nested, spec);
          head(nested, of);
        });
    sql.sql(")");
  }

  /** The condition that no row of the lane is under a lease, be it held or run out. */
  void nothingLeased(SqlWriter sql, Consumer<SqlWriter> of) {
    sql.sql("not exists (");
    sql.indented(
        nested -> {
          List<Consumer<SqlWriter>> conditions = group();
          conditions.add(inLane(of));
          unfinished(conditions);
          ColumnSpec lease = spec.column(Role.LOCKED_UNTIL).orElseThrow();
          conditions.add(one -> one.grammar().leased(one, lease));
          nested.line("select 1").line("from ").table(spec.table()).where(conditions);
        });
    sql.sql(")");
  }

  /** The conditions that the head still may be taken when it is locked by its id. */
  List<Consumer<SqlWriter>> stillClaimable() {
    List<Consumer<SqlWriter>> conditions = new ArrayList<>();
    spec.column(Role.RETRY_AFTER)
        .ifPresent(due -> conditions.add(sql -> ClaimSql.due(sql, spec, due)));
    free(conditions);
    return conditions;
  }

  /**
   * The lanes {@code LANE[0]} to {@code LANE[count - 1]} as a list of numbers and lanes, typed by
   * the column: {@code with rowqueue_lanes (rowqueue_step, rowqueue_lane) as materialized (…)}.
   */
  void listed(SqlWriter sql, int count) {
    sql.line("with " + LANES + " (" + STEP + ", " + LANE + ") as materialized (");
    sql.indented(
        nested -> {
          nested.line("select -1, ").name(lane).sql(" from ").table(spec.table());
          nested.sql(" where false");
          for (int i = 0; i < count; i++) {
            nested.line("union all select " + i + ", ").bind(Meaning.LANE, i);
          }
        });
    sql.sql(")");
  }

  /** 1 if the lane that {@code of} writes is not excluded, else 0. */
  void served(SqlWriter sql, Consumer<SqlWriter> of, int excluded) {
    if (excluded == 0) {
      sql.sql("1");
      return;
    }
    sql.sql("case when ");
    of.accept(sql);
    notExcluded(sql, excluded);
    sql.sql(" then 1 else 0 end");
  }
}
