package io.github.rowqueue.dialect;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.rowqueue.error.DialectException;
import io.github.rowqueue.table.Isolation;
import io.github.rowqueue.table.SqliteMode;
import io.github.rowqueue.table.TableSpec;
import io.github.rowqueue.table.TableSpecBuilder;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("B212: each database refuses the openings it does not keep, and lists its own")
class OpeningsTest {

  private static final String MODE =
      "table jobs: sqliteMode = DEFERRED is SQLite's, and %s opens transactions at a level (%s): leave it out, or use isolation";
  private static final String ALL =
      "READ_UNCOMMITTED, READ_COMMITTED, REPEATABLE_READ, SERIALIZABLE";

  private static final Map<Dialect, Set<Isolation>> KEPT =
      Map.of(
          Dialects.postgresql(), EnumSet.complementOf(EnumSet.of(Isolation.READ_UNCOMMITTED)),
          Dialects.mySql(), EnumSet.allOf(Isolation.class),
          Dialects.mariaDb(), EnumSet.allOf(Isolation.class),
          Dialects.sqlite(), EnumSet.of(Isolation.DEFAULT),
          Dialects.h2(), EnumSet.complementOf(EnumSet.of(Isolation.SERIALIZABLE)));

  @Test
  void a_level_stands_where_it_is_kept_and_nowhere_else() {
    KEPT.forEach(
        (dialect, kept) -> {
          for (Isolation level : Isolation.values()) {
            TableSpec spec = jobs().isolation(level).build();
            if (kept.contains(level)) {
              assertThatCode(() -> dialect.requireTable(spec)).doesNotThrowAnyException();
            } else {
              assertThatThrownBy(() -> dialect.requireTable(spec))
                  .as("%s on %s", level, dialect.name())
                  .isInstanceOf(DialectException.class);
            }
          }
        });
  }

  @Test
  void postgresql_would_make_read_committed_of_read_uncommitted() {
    refused(
        Dialects.postgresql(),
        jobs().isolation(Isolation.READ_UNCOMMITTED),
        "table jobs: isolation = READ_UNCOMMITTED is not kept by PostgreSQL, which opens READ_COMMITTED, REPEATABLE_READ, SERIALIZABLE: use one of these");
  }

  @Test
  @DisplayName("B117, rule 15: a FIFO claim by row locks is refused where it would read the past")
  void fifo_row_locks_are_refused_at_levels_that_read_the_past_or_wait() {
    String old =
        "table jobs: isolation = %s does not go with fifo in the row lock form: a claim there reads the snapshot its guard was tried with, which may be older than the guard, and so a head that is none any more: use READ_COMMITTED, or the lease form";
    for (Isolation level : List.of(Isolation.REPEATABLE_READ, Isolation.SERIALIZABLE)) {
      refused(Dialects.postgresql(), fifo().isolation(level), old.formatted(level));
    }
    for (Dialect dialect : List.of(Dialects.mySql(), Dialects.mariaDb())) {
      refused(
          dialect,
          fifo().isolation(Isolation.SERIALIZABLE),
          "table jobs: isolation = SERIALIZABLE does not go with fifo in the row lock form: every read locks there, so that a claim would wait for a head that is held and keep inserts before it out: use READ_COMMITTED, or the lease form");
      TableSpec lower = fifo().isolation(Isolation.REPEATABLE_READ).build();
      assertThatCode(() -> dialect.requireTable(lower)).doesNotThrowAnyException();
      TableSpec lease =
          fifo().lockedUntil("locked_until").isolation(Isolation.SERIALIZABLE).build();
      assertThatCode(() -> dialect.requireTable(lease)).doesNotThrowAnyException();
    }
  }

  private static TableSpecBuilder fifo() {
    return TableSpec.builder("jobs").id("id").group("grp").fifo();
  }

  @Test
  void h2_would_make_a_snapshot_of_serializable() {
    refused(
        Dialects.h2(),
        jobs().isolation(Isolation.SERIALIZABLE),
        "table jobs: isolation = SERIALIZABLE is not kept by H2, which opens READ_UNCOMMITTED, READ_COMMITTED, REPEATABLE_READ: use one of these");
  }

  @Test
  void sqlite_has_no_levels_and_takes_every_mode() {
    refused(
        Dialects.sqlite(),
        jobs().isolation(Isolation.READ_COMMITTED),
        "table jobs: isolation = READ_COMMITTED is no choice on SQLite, whose transactions are always serializable: leave it out, or use sqliteMode, which it opens as DEFERRED, IMMEDIATE or EXCLUSIVE");
    for (SqliteMode mode : SqliteMode.values()) {
      TableSpec spec = jobs().sqliteMode(mode).build();
      assertThatCode(() -> Dialects.sqlite().requireTable(spec)).doesNotThrowAnyException();
    }
  }

  @Test
  void a_mode_is_refused_where_rows_are_locked() {
    TableSpecBuilder jobs = jobs().sqliteMode(SqliteMode.DEFERRED);
    refused(
        Dialects.postgresql(),
        jobs,
        MODE.formatted("PostgreSQL", "READ_COMMITTED, REPEATABLE_READ, SERIALIZABLE"));
    refused(Dialects.mySql(), jobs, MODE.formatted("MySQL", ALL));
    refused(Dialects.mariaDb(), jobs, MODE.formatted("MariaDB", ALL));
    refused(
        Dialects.h2(),
        jobs,
        MODE.formatted("H2", "READ_UNCOMMITTED, READ_COMMITTED, REPEATABLE_READ"));
  }

  private static void refused(Dialect dialect, TableSpecBuilder jobs, String message) {
    assertThatThrownBy(() -> dialect.requireTable(jobs.build()))
        .isInstanceOf(DialectException.class)
        .hasMessage(message);
  }

  private static TableSpecBuilder jobs() {
    return TableSpec.builder("jobs").id("id").lockedUntil("locked_until");
  }
}
