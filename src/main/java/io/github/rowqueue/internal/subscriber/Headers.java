package io.github.rowqueue.internal.subscriber;

import io.github.rowqueue.internal.jdbc.RawRow;
import io.github.rowqueue.table.Role;
import io.github.rowqueue.table.TableSpec;
import java.util.LinkedHashMap;
import java.util.Map;

/** The headers of a row: a JSON object of string values in one column, or none. */
final class Headers {

  private Headers() {}

  /**
   * Reads them.
   *
   * @throws io.github.rowqueue.error.DecodeException if the column holds something else
   */
  static Map<String, String> of(TableSpec spec, RawRow row) {
    int index = spec.indexOf(Role.HEADERS);
    Map<?, ?> read = index < 0 ? null : row.get(index, Map.class);
    if (read == null) {
      return Map.of();
    }
    Map<String, String> headers = new LinkedHashMap<>();
    read.forEach((name, value) -> headers.put(String.valueOf(name), String.valueOf(value)));
    return Map.copyOf(headers);
  }
}
