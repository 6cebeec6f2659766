package io.github.rowqueue.internal.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("B206: SQLite times are one fixed-width text, whatever the host's fraction")
class SqliteTimeTextTest {

  /** In order of time, at most one per millisecond. */
  private static final List<String> TIMES =
      List.of(
          "1000-01-01T00:00:00Z",
          "1969-12-31T23:59:59.999999999Z",
          "2026-11-30T11:59:59.9999Z",
          "2026-11-30T12:00:00Z",
          "2026-11-30T12:00:00.001Z",
          "2026-11-30T12:00:00.0100001Z",
          "2026-11-30T12:00:00.1Z",
          "2026-11-30T12:00:01.123456789Z",
          "9999-12-31T23:59:59.999999Z");

  @Test
  void the_order_of_texts_is_the_order_of_times() {
    List<String> texts = TIMES.stream().map(time -> TimeStorage.text(Instant.parse(time))).toList();
    assertThat(texts)
        .isSorted()
        .doesNotHaveDuplicates()
        .allMatch(text -> text.length() == "2026-11-30T12:00:00.000+00:00".length());
    assertThat(texts)
        .contains(
            "2026-11-30T12:00:00.000+00:00",
            "2026-11-30T12:00:01.123+00:00",
            "1969-12-31T23:59:59.999+00:00");
  }
}
