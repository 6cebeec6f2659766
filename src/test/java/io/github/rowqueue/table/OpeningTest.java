package io.github.rowqueue.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.rowqueue.error.TableSpecException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class OpeningTest {

  @QueueTable(value = "jobs", sqliteMode = SqliteMode.IMMEDIATE)
  record Immediate(@Id long id, @LockedUntil @Nullable Instant lockedUntil) {}

  @QueueTable("jobs")
  record Unsaid(@Id long id) {}

  @Test
  void what_is_not_said_is_the_default() {
    TableSpec spec = Table.of(Unsaid.class).spec();
    assertThat(spec.isolation()).isEqualTo(Isolation.DEFAULT);
    assertThat(spec.sqliteMode()).isEqualTo(SqliteMode.DEFAULT);
    assertThat(Isolation.DEFAULT.sql()).isEqualTo("READ COMMITTED");
  }

  @Test
  void the_mode_is_read_and_kept_without_a_role() {
    TableSpec spec = Table.of(Immediate.class).spec();
    assertThat(spec.sqliteMode()).isEqualTo(SqliteMode.IMMEDIATE);
    assertThat(spec.without(Role.LOCKED_UNTIL).sqliteMode()).isEqualTo(SqliteMode.IMMEDIATE);
  }

  @Test
  void tables_opened_in_different_ways_are_different() {
    TableSpec unsaid = jobs().build();
    TableSpec level = jobs().isolation(Isolation.SERIALIZABLE).build();
    TableSpec mode = jobs().sqliteMode(SqliteMode.DEFERRED).build();
    assertThat(level)
        .isEqualTo(jobs().isolation(Isolation.SERIALIZABLE).build())
        .hasSameHashCodeAs(jobs().isolation(Isolation.SERIALIZABLE).build())
        .isNotEqualTo(unsaid)
        .isNotEqualTo(mode);
    assertThat(mode).isNotEqualTo(unsaid);
  }

  @Test
  @DisplayName("B217: a level and a mode together are refused by hand too")
  void a_level_and_a_mode_are_refused() {
    assertThatThrownBy(
            () -> jobs().sqliteMode(SqliteMode.EXCLUSIVE).isolation(Isolation.SERIALIZABLE).build())
        .isInstanceOf(TableSpecException.class)
        .hasMessage(
            "table jobs is not a queue table: the table has isolation(SERIALIZABLE) and"
                + " sqliteMode(EXCLUSIVE), and no database has both: keep the mode for SQLite, the"
                + " level elsewhere");
  }

  private static TableSpecBuilder jobs() {
    return TableSpec.builder("jobs").id("id");
  }
}
