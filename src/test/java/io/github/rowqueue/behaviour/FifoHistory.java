package io.github.rowqueue.behaviour;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What happened to the rows of one FIFO group, in the order it happened, and what of it breaks that
 * order. Thread-safe. A row is noted as written after its commit and as in work after its claim, so
 * that a row written before the one before ended must have been seen by the claim.
 */
final class FifoHistory {

  private final List<String> violations = new ArrayList<>();
  private final Set<String> known = new HashSet<>();
  private final Set<String> inWork = new LinkedHashSet<>();
  private final Set<String> finished = new HashSet<>();
  private Set<String> seenByNextClaim = Set.of();
  private boolean claimed;
  private @Nullable String crashed;
  private int deliveries;

  /** The row is committed. */
  synchronized void written(String row) {
    known.add(row);
    if (!claimed) {
      seenByNextClaim = Set.copyOf(known);
    }
  }

  /** From now on somebody may claim, and so miss what is written from now on. */
  synchronized void claimed() {
    claimed = true;
  }

  /**
   * The row is in work.
   *
   * @param ahead the unfinished rows that stand before it in claim order now
   */
  synchronized void started(String row, List<String> ahead) {
    deliveries++;
    if (!inWork.isEmpty()) {
      violations.add("two in work: %s beside %s".formatted(row, inWork));
    }
    if (finished.contains(row)) {
      violations.add("finished twice: " + row);
    }
    String due = crashed;
    crashed = null;
    if (due != null && !due.equals(row)) {
      violations.add("%s passed %s, whose holder died".formatted(row, due));
    }
    List<String> passed = ahead.stream().filter(seenByNextClaim::contains).toList();
    if (due == null && !passed.isEmpty()) {
      violations.add("out of order: %s passed %s".formatted(row, passed));
    }
    inWork.add(row);
  }

  /** The handler of the row is about to end, and the row to be finished or come back. */
  synchronized void ends(String row, boolean finishes) {
    inWork.remove(row);
    seenByNextClaim = Set.copyOf(known);
    if (finishes) {
      finished.add(row);
    }
  }

  /** The holder of the row is about to lose it without a word. */
  synchronized void crashes(String row) {
    ends(row, false);
    crashed = row;
  }

  @Override
  public synchronized String toString() {
    return "%d deliveries, in work %s, finished %d of %d, violations %s"
        .formatted(deliveries, inWork, finished.size(), known.size(), violations);
  }

  synchronized List<String> violations() {
    return List.copyOf(violations);
  }

  synchronized int deliveries() {
    return deliveries;
  }

  synchronized Set<String> finished() {
    return Set.copyOf(finished);
  }
}
