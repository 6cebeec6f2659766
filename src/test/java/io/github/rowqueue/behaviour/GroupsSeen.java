package io.github.rowqueue.behaviour;

import io.github.rowqueue.subscribe.Delivery;
import io.github.rowqueue.subscribe.Handler;
import io.github.rowqueue.subscribe.Outcome;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A handler that notes, group by group, what is in work and in which order it was finished. May be
 * shared by many subscriptions. Thread-safe.
 */
final class GroupsSeen implements Handler<String> {

  private final Handler<String> then;
  private final Map<String, String> inWork = new HashMap<>();
  private final Map<String, List<String>> finished = new HashMap<>();
  private final List<String> violations = new ArrayList<>();
  private final Set<String> subscriptions = new HashSet<>();
  private int most;

  GroupsSeen(Handler<String> then) {
    this.then = then;
  }

  @Override
  public Outcome handle(String message, Delivery delivery) throws Exception {
    String group = delivery.group().orElse("none");
    starts(group, message, delivery);
    boolean finishes = false;
    try {
      Outcome outcome = then.handle(message, delivery);
      finishes = outcome instanceof Outcome.Ack || outcome instanceof Outcome.Drop;
      return outcome;
    } finally {
      ends(group, message, finishes);
    }
  }

  private synchronized void starts(String group, String message, Delivery delivery) {
    subscriptions.add(delivery.subscription());
    String beside = inWork.put(group, message);
    if (beside != null) {
      violations.add("group %s: %s beside %s".formatted(group, message, beside));
    }
    most = Math.max(most, inWork.size());
  }

  private synchronized void ends(String group, String message, boolean finishes) {
    inWork.remove(group);
    if (finishes) {
      finished.computeIfAbsent(group, name -> new ArrayList<>()).add(message);
    }
  }

  /** Two rows of one group in work. */
  synchronized List<String> violations() {
    return List.copyOf(violations);
  }

  /** What was finished of each group, in this order. */
  synchronized Map<String, List<String>> finished() {
    Map<String, List<String>> copy = new HashMap<>();
    finished.forEach((group, rows) -> copy.put(group, List.copyOf(rows)));
    return copy;
  }

  /** The names of the subscriptions that delivered. */
  synchronized Set<String> subscriptions() {
    return Set.copyOf(subscriptions);
  }

  /** The most groups that were in work at a time. */
  synchronized int most() {
    return most;
  }

  synchronized int count() {
    return finished.values().stream().mapToInt(List::size).sum();
  }
}
