package io.github.rowqueue.internal.subscriber;

import io.github.rowqueue.internal.jdbc.HeaderTexts;
import io.github.rowqueue.internal.jdbc.RawRow;
import io.github.rowqueue.table.ColumnSpec;
import io.github.rowqueue.table.Role;
import io.github.rowqueue.table.TableSpec;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** The headers of a row: a JSON object in one column, a column for each header, or none. */
final class Headers {

  private Headers() {}

  /**
   * Reads them, in the order of the object or of the columns.
   *
   * @throws io.github.rowqueue.error.DecodeException if a column holds something else
   */
  static Map<String, String> of(TableSpec spec, RawRow row) {
    int index = spec.indexOf(Role.HEADERS);
    Map<String, String> headers = index < 0 ? columns(spec, row) : object(index, row);
    return Collections.unmodifiableMap(headers);
  }

  private static Map<String, String> object(int index, RawRow row) {
    Map<?, ?> read = row.get(index, Map.class);
    Map<String, String> headers = new LinkedHashMap<>();
    if (read != null) {
      read.forEach((name, value) -> headers.put((String) name, (String) value));
    }
    return headers;
  }

  /** A null is left out (B192). */
  private static Map<String, String> columns(TableSpec spec, RawRow row) {
    Map<String, String> headers = new LinkedHashMap<>();
    for (int i = 0; i < spec.columns().size(); i++) {
      ColumnSpec column = spec.columns().get(i);
      Object value = column.header() ? row.get(i, column.type()) : null;
      if (value != null) {
        headers.put(column.name(), HeaderTexts.of(value));
      }
    }
    return headers;
  }
}
