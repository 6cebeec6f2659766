package io.github.rowqueue.dialect;

import static io.github.rowqueue.table.Isolation.READ_COMMITTED;
import static io.github.rowqueue.table.Isolation.READ_UNCOMMITTED;
import static io.github.rowqueue.table.Isolation.REPEATABLE_READ;
import static io.github.rowqueue.table.Isolation.SERIALIZABLE;

import io.github.rowqueue.table.ClaimForm;
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
 * @param unordered those of them at which a row lock claim could not keep a FIFO group in order
 * @param why the reason for that
 */
record Openings(List<Isolation> levels, List<Isolation> unordered, String why) {

  /** READ UNCOMMITTED is accepted there, and is READ COMMITTED. */
  static final Openings POSTGRESQL =
      new Openings(
          List.of(READ_COMMITTED, REPEATABLE_READ, SERIALIZABLE),
          List.of(REPEATABLE_READ, SERIALIZABLE),
          "a claim there reads the snapshot its guard was tried with, which may be older than the"
              + " guard, and so a head that is none any more");

  static final Openings MYSQL =
      new Openings(
          List.of(READ_UNCOMMITTED, READ_COMMITTED, REPEATABLE_READ, SERIALIZABLE),
          List.of(SERIALIZABLE),
          "every read locks there, so that a claim would wait for a head that is held and keep"
              + " inserts before it out");

  static final Openings MARIADB = MYSQL;

  /**
   * SERIALIZABLE is a snapshot: two transactions pass that each read what the other writes (2.4).
   */
  static final Openings H2 =
      new Openings(List.of(READ_UNCOMMITTED, READ_COMMITTED, REPEATABLE_READ), List.of(), "");

  static final Openings SQLITE = new Openings(List.of(), List.of(), "");

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
    boolean rowLockFifo =
        (spec.fifoGroups() || spec.fifoKeys()) && spec.form() == ClaimForm.ROW_LOCK;
    if (rowLockFifo && unordered.contains(isolation)) {
      problems.add(
          "isolation = %s does not go with fifo in the row lock form: %s: use READ_COMMITTED, or the lease form"
              .formatted(isolation, why));
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
