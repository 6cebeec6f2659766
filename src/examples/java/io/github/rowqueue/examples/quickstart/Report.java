package io.github.rowqueue.examples.quickstart;

import java.util.Map;

/**
 * What happened, once as the listener counted it and once as the tables show it.
 *
 * @param published rows written
 * @param acked rows finished, by the listener; their rows are gone
 * @param retried failed attempts that were given another, by the listener
 * @param parked rows moved to the dead letter, by the listener
 * @param left rows still in the queue table
 * @param reasons how many rows the dead-letter table holds, by why they are there
 */
record Report(
    long published, long acked, long retried, long parked, long left, Map<String, Long> reasons) {

  /** Rows in the dead-letter table. */
  long dead() {
    return reasons.values().stream().mapToLong(Long::longValue).sum();
  }

  /** Rows that are nowhere: neither finished nor parked nor waiting would account for them. */
  long lost() {
    return published - acked - dead();
  }

  /** Whether every row was finished or parked, and both ways of counting agree. */
  boolean isComplete() {
    return left == 0 && lost() == 0 && parked == dead() && published == acked + parked + lost();
  }

  /** The closing table. */
  String table() {
    StringBuilder table = new StringBuilder();
    line(table, "published", published);
    line(table, "acked: handled, row deleted", acked);
    line(table, "retried: a failed attempt with another to come", retried);
    line(table, "parked: moved to email_jobs_dead after 3 attempts", parked);
    line(table, "left in email_jobs", left);
    line(table, "lost", lost());
    table.append("%n  why rows were parked (email_jobs_dead.last_error)%n".formatted());
    reasons.forEach((reason, rows) -> line(table, reason, rows));
    return table.toString();
  }

  private static void line(StringBuilder table, String what, long rows) {
    table.append("  %-76s %6d%n".formatted(what, rows));
  }

  /** The last line, for scripts. */
  String lastLine() {
    return "quickstart: database=sqlite published=%d acked=%d retried=%d parked=%d lost=%d"
        .formatted(published, acked, retried, parked, lost());
  }
}
