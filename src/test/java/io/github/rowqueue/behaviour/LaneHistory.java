package io.github.rowqueue.behaviour;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What happened to the rows of many lanes: the groups of a FIFO table, or its keys. Each lane keeps
 * its order by itself, see {@link FifoHistory}. Thread-safe.
 */
final class LaneHistory {

  private final Map<String, FifoHistory> lanes = new ConcurrentHashMap<>();

  FifoHistory lane(String lane) {
    return lanes.computeIfAbsent(lane, any -> new FifoHistory());
  }

  int finished() {
    return lanes.values().stream().mapToInt(lane -> lane.finished().size()).sum();
  }

  int deliveries() {
    return lanes.values().stream().mapToInt(FifoHistory::deliveries).sum();
  }

  /** What broke the order of some lane. */
  List<String> violations() {
    List<String> all = new ArrayList<>();
    lanes.forEach(
        (name, lane) ->
            lane.violations().forEach(violation -> all.add("%s: %s".formatted(name, violation))));
    return all;
  }

  @Override
  public String toString() {
    return "%d deliveries, %d finished, lanes %s".formatted(deliveries(), finished(), lanes);
  }
}
