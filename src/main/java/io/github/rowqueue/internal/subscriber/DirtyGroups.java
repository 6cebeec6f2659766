package io.github.rowqueue.internal.subscriber;

import io.github.rowqueue.internal.clock.Nanos;
import io.github.rowqueue.table.TableName;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which groups have rows that nobody was notified of, and when they may be: the first time at once,
 * then at most once per interval. Pure: it is told the time, and guarded by its owner.
 */
final class DirtyGroups {

  /** Stands for all groups of a table. */
  static final String ALL = "";

  /** Of more groups than this at a time a table is notified as a whole. */
  static final int MOST_GROUPS = 100;

  private record Queue(TableName table, String group) {}

  private final long interval;
  private final Set<Queue> dirty = new LinkedHashSet<>();

  /** When groups were taken that may not be taken again yet. */
  private final Map<Queue, Long> taken = new HashMap<>();

  private long notBefore;
  private boolean held;

  DirtyGroups(Duration interval) {
    this.interval = Nanos.of(interval);
  }

  /** A row of the group is committed. Returns whether that is news. */
  boolean mark(TableName table, String group) {
    return dirty.add(new Queue(table, group));
  }

  /** Nobody was notified of these after all; nothing is taken before {@code until}. */
  void failed(Map<TableName, Set<String>> groups, long until) {
    groups.forEach((table, all) -> all.forEach(group -> again(new Queue(table, group))));
    notBefore = until;
    held = true;
  }

  private void again(Queue queue) {
    taken.remove(queue);
    dirty.add(queue);
  }

  /** How long from {@code now} nothing can be taken; 0 or less if something can be. */
  long nanosUntilNext(long now) {
    long wait = Long.MAX_VALUE;
    for (Queue queue : dirty) {
      Long last = taken.get(queue);
      wait = Math.min(wait, last == null ? 0 : last + interval - now);
    }
    return held && !dirty.isEmpty() ? Math.max(wait, notBefore - now) : wait;
  }

  /** Takes the groups whose time has come and marks them clean: before they are notified. */
  Map<TableName, Set<String>> take(long now) {
    held = false;
    taken.values().removeIf(last -> now - last >= interval);
    List<Queue> due = new ArrayList<>();
    for (Queue queue : dirty) {
      if (!taken.containsKey(queue)) {
        due.add(queue);
      }
    }
    due.forEach(queue -> taken.put(queue, now));
    return clean(due);
  }

  /** Takes all groups, whenever they were notified last. */
  Map<TableName, Set<String>> takeAll() {
    return clean(List.copyOf(dirty));
  }

  private Map<TableName, Set<String>> clean(List<Queue> due) {
    Map<TableName, Set<String>> groups = new LinkedHashMap<>();
    for (Queue queue : due) {
      dirty.remove(queue);
      groups.computeIfAbsent(queue.table(), table -> new LinkedHashSet<>()).add(queue.group());
    }
    groups.replaceAll((table, all) -> whole(all));
    return groups;
  }

  private static Set<String> whole(Set<String> groups) {
    return groups.size() > MOST_GROUPS || groups.contains(ALL) ? Set.of(ALL) : groups;
  }
}
