package io.github.rowqueue.internal.subscriber;

import static io.github.rowqueue.internal.subscriber.Infos.column;

import io.github.rowqueue.dialect.Dialects;
import io.github.rowqueue.internal.jdbc.TimeStorage;
import io.github.rowqueue.table.ColumnSpec;
import io.github.rowqueue.table.Role;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The texts of the start check about times kept as text or numbers, literally. */
class TimeTextCheckTest extends CheckFixture {

  @Test
  void a_default_in_another_format() {
    ColumnSpec column = spec.column(Role.RETRY_AFTER).orElseThrow();
    TimeTextCheck.defaultValue(
        column, TimeStorage.TEXT, "CURRENT_TIMESTAMP", "2026-11-30 12:00:00", findings);
    TimeTextCheck.defaultValue(
        column, TimeStorage.TEXT, "x", "2026-11-30T12:00:00.000+00:00", findings);

    problem(
        "column retry_after (@RetryAfter) has DEFAULT CURRENT_TIMESTAMP, which yields the text 2026-11-30 12:00:00 and"
            + " not a text like 2026-11-30T12:00:00.000+00:00, so that it compares wrongly: create the table anew with"
            + " DEFAULT (strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now'))");
  }

  @Test
  void rows_in_another_format() {
    ColumnSpec column = spec.column(Role.RETRY_AFTER).orElseThrow();
    TimeTextCheck.samples(
        spec,
        column,
        TimeStorage.TEXT,
        List.of("2026-11-30T12:00:00.000+00:00", 1_796_000_000_000L, "2026-11-30T12:00:00Z"),
        Dialects.sqlite(),
        findings);

    problem(
        "column retry_after (@RetryAfter) holds the number 1796000000000 in 2 of the 3 rows looked at, and not a text"
            + " like 2026-11-30T12:00:00.000+00:00, so that it compares wrongly: rewrite these rows\n"
            + "update `jobs` set `retry_after` = case typeof(`retry_after`) when 'integer' then"
            + " strftime('%Y-%m-%dT%H:%M:%f+00:00', `retry_after` / 1000.0, 'unixepoch') else"
            + " strftime('%Y-%m-%dT%H:%M:%f+00:00', `retry_after`) end where `retry_after` not like"
            + " '____-__-__T__:__:__.___+00:00';");
  }

  @Test
  void text_among_milliseconds() {
    ColumnSpec column = spec.column(Role.RETRY_AFTER).orElseThrow();
    TimeTextCheck.defaultValue(
        column, TimeStorage.MILLIS, "CURRENT_TIMESTAMP", "2026-11-30 12:00:00", findings);

    problem(
        "column retry_after (@RetryAfter) has DEFAULT CURRENT_TIMESTAMP, which yields the text 2026-11-30 12:00:00 and"
            + " not milliseconds since 1970, so that it compares wrongly: create the table anew with DEFAULT"
            + " (CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER))");
  }
}
