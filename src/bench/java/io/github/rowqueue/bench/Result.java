package io.github.rowqueue.bench;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** One line of results: names and values, in order. Immutable. */
record Result(Map<String, String> fields) {

  Result {
    fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
  }

  static Result of(String workload, String database) {
    return new Result(Map.of()).with("workload", workload).with("database", database);
  }

  Result with(String name, String value) {
    Map<String, String> more = new LinkedHashMap<>(fields);
    more.put(name, value);
    return new Result(more);
  }

  /** The median of the rounds; a dash where the contender it is compared with did not run. */
  Result with(String name, Rounds rounds, String format) {
    double median = rounds.median();
    return with(
        name, Double.isNaN(median) ? "-" : String.format(java.util.Locale.ROOT, format, median));
  }

  /** {@code RESULT workload=W8 database=postgresql …}. */
  @Override
  public String toString() {
    return fields.entrySet().stream()
        .map(field -> field.getKey() + "=" + field.getValue())
        .collect(Collectors.joining(" ", "RESULT ", ""));
  }
}
