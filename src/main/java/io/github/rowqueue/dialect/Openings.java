package io.github.rowqueue.dialect;

import static io.github.rowqueue.table.Isolation.READ_COMMITTED;
import static io.github.rowqueue.table.Isolation.READ_UNCOMMITTED;
import static io.github.rowqueue.table.Isolation.REPEATABLE_READ;
import static io.github.rowqueue.table.Isolation.SERIALIZABLE;

import io.github.rowqueue.table.Isolation;
import io.github.rowqueue.table.SqliteMode;
import io.github.rowqueue.table.TableSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * How a database opens transactions, as far as it keeps what it is told.
 *
 * @param levels the isolation levels, weakest first; none on SQLite, which has modes instead
 */
record Openings(List<Isolation> levels) {

  /** READ UNCOMMITTED is accepted there, and is READ COMMITTED. */
  static final Openings POSTGRESQL =
      new Openings(List.of(READ_COMMITTED, REPEATABLE_READ, SERIALIZABLE));

  static final Openings MYSQL =
      new Openings(List.of(READ_UNCOMMITTED, READ_COMMITTED, REPEATABLE_READ, SERIALIZABLE));

  static final Openings MARIADB = MYSQL;

  /**
   * SERIALIZABLE is a snapshot: two transactions pass that each read what the other writes (2.4).
   */
  static final Openings H2 =
      new Openings(List.of(READ_UNCOMMITTED, READ_COMMITTED, REPEATABLE_READ));

  static final Openings SQLITE = new Openings(List.of());

  /** What is wrong with the way {@code spec} wants its transactions opened. */
  List<String> problems(TableSpec spec, String product) {
    List<String> problems = new ArrayList<>();
    Isolation isolation = spec.isolation();
    if (isolation != Isolation.DEFAULT && levels.isEmpty()) {
      problems.add(
          ("isolation = %s is no choice on %s, whose transactions are always serializable: leave it"
                  + " out, or use sqliteMode, which it opens as DEFERRED, IMMEDIATE or EXCLUSIVE")
              .formatted(isolation, product));
    } else if (isolation != Isolation.DEFAULT && !levels.contains(isolation)) {
      problems.add(
          "isolation = %s is not kept by %s, which opens %s: use one of these"
              .formatted(isolation, product, listed()));
    }
    if (spec.sqliteMode() != SqliteMode.DEFAULT && !levels.isEmpty()) {
      problems.add(
          ("sqliteMode = %s is SQLite's, and %s opens transactions at a level (%s): leave it out, or"
                  + " use isolation")
              .formatted(spec.sqliteMode(), product, listed()));
    }
    return problems;
  }

  private String listed() {
    return levels.stream().map(Enum::name).collect(Collectors.joining(", "));
  }
}
