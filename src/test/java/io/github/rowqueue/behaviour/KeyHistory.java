package io.github.rowqueue.behaviour;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What happened to rows that share keys, and what of it must not. Thread-safe. */
final class KeyHistory {

  private final List<String> violations = new ArrayList<>();
  private final Map<String, String> inWork = new HashMap<>();
  private final Set<String> attempts = new HashSet<>();
  private final Set<String> finished = new HashSet<>();
  private int deliveries;

  synchronized void started(String key, String row, long attempt) {
    deliveries++;
    String other = inWork.put(key, row);
    if (other != null) {
      violations.add("two of key %s in work: %s beside %s".formatted(key, row, other));
    }
    if (finished.contains(row)) {
      violations.add("finished and run again: " + row);
    }
    if (!attempts.add(row + "#" + attempt)) {
      violations.add("attempt %d of %s twice".formatted(attempt, row));
    }
  }

  /** The handler of the row is about to end. */
  synchronized void ends(String key, String row, boolean finishes) {
    inWork.remove(key);
    if (finishes) {
      finished.add(row);
    }
  }

  synchronized List<String> violations() {
    return List.copyOf(violations);
  }

  synchronized Set<String> finished() {
    return Set.copyOf(finished);
  }

  synchronized int deliveries() {
    return deliveries;
  }

  @Override
  public synchronized String toString() {
    return "%d deliveries, in work %s, %d finished, violations %s"
        .formatted(deliveries, inWork, finished.size(), violations);
  }
}
