package io.github.rowqueue.internal.subscriber;

import io.github.rowqueue.dialect.Dialect;
import io.github.rowqueue.internal.jdbc.TimeStorage;
import io.github.rowqueue.table.ColumnSpec;
import io.github.rowqueue.table.TableSpec;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Whether a SQLite column holds times in the one form that compares: texts in another format, or
 * numbers among texts, make rows that are never due or always are. Needs no database.
 */
final class TimeTextCheck {

  private static final Pattern FORMAT =
      Pattern.compile("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}\\+00:00");
  private static final String EXAMPLE = "2026-11-30T12:00:00.000+00:00";
  private static final String NOW = "strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now')";
  private static final String NOW_IN_MILLIS =
      "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)";

  private TimeTextCheck() {}

  /** Judges {@code value}, which the default of {@code column} yields now. */
  static void defaultValue(
      ColumnSpec column,
      TimeStorage storage,
      @Nullable String expression,
      @Nullable Object value,
      Findings findings) {
    if (value == null || isRight(storage, value)) {
      return;
    }
    findings.problem(
        "%s has DEFAULT %s, which yields %s and not %s, so that it compares wrongly: create the table anew with DEFAULT (%s)"
            .formatted(
                TableCheck.label(column),
                expression,
                shown(value),
                wanted(storage),
                storage == TimeStorage.TEXT ? NOW : NOW_IN_MILLIS));
  }

  /** Judges values that rows have in {@code column}. */
  static void samples(
      TableSpec spec,
      ColumnSpec column,
      TimeStorage storage,
      List<Object> values,
      Dialect dialect,
      Findings findings) {
    List<Object> wrong = values.stream().filter(value -> !isRight(storage, value)).toList();
    if (wrong.isEmpty()) {
      return;
    }
    findings.problem(
        "%s holds %s in %d of the %d rows looked at, and not %s, so that it compares wrongly: rewrite these rows"
            .formatted(
                TableCheck.label(column),
                shown(wrong.get(0)),
                wrong.size(),
                values.size(),
                wanted(storage)),
        rewrite(spec, column, storage, dialect));
  }

  private static boolean isRight(TimeStorage storage, Object value) {
    return storage == TimeStorage.TEXT
        ? value instanceof String text && FORMAT.matcher(text).matches()
        : value instanceof Number;
  }

  private static String wanted(TimeStorage storage) {
    return storage == TimeStorage.TEXT ? "a text like " + EXAMPLE : "milliseconds since 1970";
  }

  private static String shown(Object value) {
    return value instanceof String ? "the text " + value : "the number " + value;
  }

  private static String rewrite(
      TableSpec spec, ColumnSpec column, TimeStorage storage, Dialect dialect) {
    String schema = spec.table().schema();
    String table =
        (schema.isEmpty() ? "" : dialect.quote(schema) + ".") + dialect.quote(spec.table().name());
    String shape =
        storage == TimeStorage.TEXT
            ? "update %1$s set %2$s = case typeof(%2$s) when 'integer' then strftime(%3$s, %2$s / 1000.0, 'unixepoch') else strftime(%3$s, %2$s) end where %2$s not like '____-__-__T__:__:__.___+00:00'"
            : "update %1$s set %2$s = cast((julianday(%2$s) - 2440587.5) * 86400000 as integer) where typeof(%2$s) = 'text'";
    return shape.formatted(table, dialect.quote(column.name()), "'%Y-%m-%dT%H:%M:%f+00:00'");
  }
}
