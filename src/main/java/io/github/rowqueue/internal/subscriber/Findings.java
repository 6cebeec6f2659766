package io.github.rowqueue.internal.subscriber;

import io.github.rowqueue.error.DialectException;
import io.github.rowqueue.subscribe.Subscription;
import io.github.rowqueue.table.TableSpec;
import java.util.ArrayList;
import java.util.List;

/** Gathers what is found; every entry begins with the subscription it is about. One thread. */
final class Findings {

  private final List<Finding> problems;
  private final List<Finding> warnings;
  private final String where;

  private Findings(List<Finding> problems, List<Finding> warnings, String where) {
    this.problems = problems;
    this.warnings = warnings;
    this.where = where;
  }

  static Findings none() {
    return new Findings(new ArrayList<>(), new ArrayList<>(), "");
  }

  /** Empty ones about something that is no subscription. */
  static Findings at(String where) {
    return new Findings(new ArrayList<>(), new ArrayList<>(), where);
  }

  /** The same lists, to be filled with what concerns {@code subscription}. */
  Findings about(Subscription subscription) {
    return new Findings(problems, warnings, where(subscription));
  }

  static String where(Subscription subscription) {
    return "%s (%s)".formatted(subscription.where(), subscription.spec().describedBy());
  }

  void problem(String text, String... ddl) {
    problems.add(new Finding(where, text, List.of(ddl)));
  }

  void problem(String text, List<String> ddl) {
    problems.add(new Finding(where, text, ddl));
  }

  /** What a dialect refuses of {@code spec}. */
  void refused(TableSpec spec, DialectException refused) {
    String text = String.valueOf(refused.getMessage());
    String prefix = "table %s: ".formatted(spec.table());
    problem(text.startsWith(prefix) ? text.substring(prefix.length()) : text);
  }

  void warning(String text, String... ddl) {
    warnings.add(new Finding(where, text, List.of(ddl)));
  }

  List<Finding> problems() {
    return problems;
  }

  List<Finding> warnings() {
    return warnings;
  }
}
