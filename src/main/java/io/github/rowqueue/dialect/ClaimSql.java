package io.github.rowqueue.dialect;

import io.github.rowqueue.dialect.Param.Meaning;
import io.github.rowqueue.table.ColumnSpec;
import io.github.rowqueue.table.HeadFailure;
import io.github.rowqueue.table.QueueClock;
import io.github.rowqueue.table.Role;
import io.github.rowqueue.table.TableSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The clauses every claim is made of: which rows are claimable, in which order, read as which
 * columns.
 */
final class ClaimSql {

  /** Which rows a claim looks at. */
  enum Rows {
    /** All: the row lock form keeps no lease in the row. */
    UNLOCKED,
    /** Rows under no lease. */
    UNLEASED,
    /** Rows whose lease ran out. */
    SUSPECT
  }

  private ClaimSql() {}

  /** {@code select <columns> from <table>}. */
  static void select(SqlWriter sql, TableSpec spec) {
    sql.line("select ").each(spec.columns(), sql::name).line("from ").table(spec.table());
  }

  /** {@code select <id> from <table>}. */
  static void selectId(SqlWriter sql, TableSpec spec) {
    sql.line("select ").name(spec.id()).line("from ").table(spec.table());
  }

  /**
   * All described columns as they stand after a claim counted the attempt, which is shown as it was
   * before (B65).
   */
  static void countedColumns(SqlWriter sql, TableSpec spec, String one) {
    sql.each(
        spec.columns(),
        column -> {
          sql.name(column);
          if (column.plays(Role.ATTEMPT)) {
            sql.sql(" - " + one + " as ").name(column);
          }
        });
  }

  /** The conditions that make a row claimable, in the order of SPEC 2. */
  static List<Consumer<SqlWriter>> claimable(TableSpec spec, Rows rows) {
    List<Consumer<SqlWriter>> conditions = new ArrayList<>();
    spec.column(Role.GROUP)
        .ifPresent(group -> conditions.add(sql -> sql.name(group).sql(" = ").bind(Meaning.GROUP)));
    if (spec.fifoKeys() && rows != Rows.SUSPECT) { // rows with a key are claimed by their lanes
      ColumnSpec key = spec.column(Role.PARTITION_KEY).orElseThrow();
      conditions.add(sql -> sql.name(key).sql(" is null"));
    }
    spec.column(Role.RETRY_AFTER).ifPresent(due -> conditions.add(sql -> due(sql, spec, due)));
    spec.column(Role.PROCESSED_AT)
        .ifPresent(done -> conditions.add(sql -> sql.name(done).sql(" is null")));
    spec.column(Role.LOCKED_UNTIL)
        .ifPresent(lease -> conditions.add(sql -> lease(sql, spec, lease, rows)));
    return conditions;
  }

  /**
   * The conditions that keep a row out of a claim of the service's own, whatever that has chosen:
   * it is in another subscription's group, it is finished, or somebody holds it.
   */
  static List<Consumer<SqlWriter>> free(TableSpec spec, boolean suspects) {
    List<Consumer<SqlWriter>> conditions = new ArrayList<>();
    Rows rows = suspects ? Rows.SUSPECT : Rows.UNLEASED;
    spec.column(Role.GROUP)
        .ifPresent(group -> conditions.add(sql -> sql.name(group).sql(" = ").bind(Meaning.GROUP)));
    spec.column(Role.PROCESSED_AT)
        .ifPresent(done -> conditions.add(sql -> sql.name(done).sql(" is null")));
    spec.column(Role.LOCKED_UNTIL)
        .ifPresent(lease -> conditions.add(sql -> lease(sql, spec, lease, rows)));
    if (spec.fifoGroups() && spec.has(Role.LOCKED_UNTIL) && !suspects) {
      conditions.add(sql -> FifoSql.nothingLeased(sql, spec));
    }
    return conditions;
  }

  /** {@code order by} priority, retry_after, id. */
  static void order(SqlWriter sql, TableSpec spec) {
    sql.line("order by ").each(orderColumns(spec), sql::name);
  }

  /**
   * The columns of the claim order that the table has; a key that waits for its head has no due
   * time in its order.
   */
  static List<ColumnSpec> orderColumns(TableSpec spec) {
    boolean byTime = !spec.fifoKeys() || spec.onHeadFailure() == HeadFailure.SKIP;
    return Stream.of(Role.PRIORITY, Role.RETRY_AFTER, Role.ID)
        .filter(role -> byTime || role != Role.RETRY_AFTER)
        .flatMap(role -> spec.column(role).stream())
        .toList();
  }

  /**
   * The columns a claim of fresh rows compares for equality, null included, and the claim order
   * behind them.
   */
  static List<ColumnSpec> equalThenOrderColumns(TableSpec spec) {
    Stream<ColumnSpec> equal =
        Stream.of(Role.GROUP, Role.PROCESSED_AT, Role.LOCKED_UNTIL, Role.PARTITION_KEY)
            .filter(role -> spec.fifoKeys() || role != Role.PARTITION_KEY)
            .flatMap(role -> spec.column(role).stream());
    return Stream.concat(equal, orderColumns(spec).stream()).toList();
  }

  /** {@code update <table> set} lease and attempt, for rows just taken. */
  static void stamp(SqlWriter sql, TableSpec spec) {
    ColumnSpec lease = spec.column(Role.LOCKED_UNTIL).orElseThrow();
    sql.line("update ")
        .table(spec.table())
        .line("set ")
        .name(lease)
        .sql(" = ")
        .bind(Meaning.LEASE_UNTIL);
    spec.column(Role.ATTEMPT)
        .ifPresent(
            attempt -> {
              sql.sql(", ").name(attempt).sql(" = ");
              count(sql, attempt);
            });
  }

  /** The attempt plus one, never beyond what its column holds. */
  static void count(SqlWriter sql, ColumnSpec attempt) {
    sql.sql(sql.grammar().least() + "(");
    sql.grammar().attempt(sql, attempt);
    sql.sql(", ").bind(Meaning.ATTEMPT_ROOM).sql(") + 1");
  }

  /** {@code now} by the table's clock. */
  static void now(SqlWriter sql, TableSpec spec, ColumnSpec column) {
    if (spec.clock() == QueueClock.DATABASE) {
      sql.grammar().now(sql, column);
    } else {
      sql.bind(Meaning.NOW, spec.columns().indexOf(column));
    }
  }

  static void due(SqlWriter sql, TableSpec spec, ColumnSpec due) {
    sql.grammar().dueColumn(sql, due);
    sql.sql(" <= ");
    now(sql, spec, due);
  }

  // "locked_until is null or locked_until <= now" is no index condition on any of the five
  // databases: rows in work at
  // the head of the queue were read one by one (PostgreSQL 17.5: 120 ms with 200 000 of them). Each
  // half alone is.
  private static void lease(SqlWriter sql, TableSpec spec, ColumnSpec lease, Rows rows) {
    sql.name(lease);
    if (rows == Rows.SUSPECT) {
      sql.sql(" <= ").bind(Meaning.NOW, spec.columns().indexOf(lease));
    } else {
      sql.sql(" is null");
    }
  }
}
