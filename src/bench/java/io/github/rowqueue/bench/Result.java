package io.github.rowqueue.bench;

import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * One line of results: names and values, in order, and what the figures among them are the medians
 * of. Immutable.
 */
record Result(Map<String, String> fields, Map<String, Rounds> rounds) {

  Result {
    fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
    rounds = Map.copyOf(rounds);
  }

  static Result of(String workload, String database) {
    return new Result(Map.of(), Map.of()).with("workload", workload).with("database", database);
  }

  Result with(String name, String value) {
    Map<String, String> more = new LinkedHashMap<>(fields);
    more.put(name, value);
    return new Result(more, rounds);
  }

  /** The median of the rounds; a dash where the contender it is compared with did not run. */
  Result with(String name, Rounds rounds, String format) {
    double median = rounds.median();
    String told = Double.isNaN(median) ? "-" : String.format(Locale.ROOT, format, median);
    Map<String, Rounds> more = new HashMap<>(this.rounds);
    more.put(name, rounds);
    return new Result(with(name, told).fields, more);
  }

  /** What a field is the median of; itself where it was measured once, none where it was not. */
  Rounds figure(String name) {
    if (rounds.containsKey(name)) {
      return rounds.get(name);
    }
    String told = fields.getOrDefault(name, "-");
    return told.equals("-") ? Rounds.NONE : Rounds.NONE.and(Double.parseDouble(told));
  }

  /** {@code RESULT workload=W8 database=postgresql …}. */
  @Override
  public String toString() {
    return line("RESULT", fields);
  }

  /** Names and values behind a word. */
  static String line(String word, Map<String, String> fields) {
    return fields.entrySet().stream()
        .map(field -> field.getKey() + "=" + field.getValue())
        .collect(Collectors.joining(" ", word + " ", ""));
  }
}
