package io.github.rowqueue.internal.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowqueue.table.ColumnSpec;
import java.sql.Types;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a column can hold, and how values are cut to it. */
class ColumnBindingTest {

  private static final Instant FINE = Instant.parse("2026-11-30T12:00:00.987654321Z");

  @Test
  void an_instant_is_cut_to_the_digits_of_the_column_and_never_rounded() {
    assertThat(time(TimeStorage.OFFSET, 6).cut(FINE))
        .isEqualTo(Instant.parse("2026-11-30T12:00:00.987654Z"));
    assertThat(time(TimeStorage.LOCAL, 9).cut(FINE))
        .isEqualTo(Instant.parse("2026-11-30T12:00:00.987654Z"));
    assertThat(time(TimeStorage.LOCAL_AS_TEXT, 0).cut(FINE))
        .isEqualTo(Instant.parse("2026-11-30T12:00:00Z"));
    assertThat(time(TimeStorage.TEXT, 6).cut(FINE))
        .isEqualTo(Instant.parse("2026-11-30T12:00:00.987Z"));
    assertThat(time(TimeStorage.MILLIS, 0).cut(FINE))
        .isEqualTo(Instant.parse("2026-11-30T12:00:00.987Z"));
  }

  @Test
  void a_time_before_the_epoch_is_cut_downwards_too() {
    assertThat(time(TimeStorage.LOCAL, 0).cut(Instant.parse("1969-12-31T23:59:59.500Z")))
        .isEqualTo(Instant.parse("1969-12-31T23:59:59Z"));
  }

  @Test
  void the_tick_follows_the_digits() {
    assertThat(time(TimeStorage.OFFSET, 6).tick()).isEqualTo(Duration.ofNanos(1000));
    assertThat(time(TimeStorage.OFFSET, 3).tick()).isEqualTo(Duration.ofMillis(1));
    assertThat(time(TimeStorage.LOCAL_AS_TEXT, 0).tick()).isEqualTo(Duration.ofSeconds(1));
    assertThat(time(TimeStorage.MILLIS, 0).tick()).isEqualTo(Duration.ofMillis(1));
  }

  @Test
  void b205_times_saturate_where_every_database_can_hold_them() {
    ColumnBinding column = time(TimeStorage.OFFSET, 6);
    assertThat(column.cut(Instant.MAX)).isEqualTo(Instant.parse("9999-12-31T23:59:59.999999Z"));
    assertThat(column.cut(Instant.MIN)).isEqualTo(Instant.parse("1000-01-01T00:00:00Z"));
  }

  @Test
  void the_maximum_is_the_smaller_of_column_and_component() {
    assertThat(integer(Types.SMALLINT, "int2", Long.class).maximum()).isEqualTo(32767);
    assertThat(integer(Types.BIGINT, "int8", Short.class).maximum()).isEqualTo(32767);
    assertThat(integer(Types.TINYINT, "tinyint unsigned", Long.class).maximum()).isEqualTo(255);
    assertThat(integer(Types.INTEGER, "mediumint", Long.class).maximum()).isEqualTo(8_388_607);
    assertThat(integer(Types.INTEGER, "mediumint unsigned", Long.class).maximum())
        .isEqualTo(16_777_215);
    assertThat(integer(Types.BIGINT, "bigint unsigned", Long.class).maximum())
        .isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void the_maximum_of_a_decimal_follows_its_whole_digits() {
    ColumnInfo info = info(Types.NUMERIC, "numeric", TypeFamily.DECIMAL, null, 5, 2);
    assertThat(new ColumnBinding(spec(Long.class), info, info.times()).maximum()).isEqualTo(999);
  }

  private static ColumnBinding time(TimeStorage storage, int digits) {
    ColumnInfo info = info(Types.TIMESTAMP, "time", TypeFamily.TIMESTAMP, storage, 0, digits);
    return new ColumnBinding(spec(Instant.class), info, info.times());
  }

  private static ColumnBinding integer(int jdbcType, String type, Class<?> component) {
    ColumnInfo info = info(jdbcType, type, TypeFamily.INTEGER, null, 0, 0);
    return new ColumnBinding(spec(component), info, info.times());
  }

  private static ColumnSpec spec(Class<?> type) {
    return new ColumnSpec("x", null, type, false, false, false);
  }

  private static ColumnInfo info(
      int jdbcType,
      String type,
      TypeFamily family,
      @Nullable TimeStorage storage,
      int size,
      int digits) {
    return new ColumnInfo(
        "x", jdbcType, type, family, storage, size, digits, true, null, false, null, false);
  }
}
