package io.github.rowqueue.bench;

import java.util.List;

/** Something that is measured on one database, contenders side by side. */
interface Workload {

  /** All of them, in the order in which they run. */
  List<Workload> ALL =
      List.of(
          new Drains(true),
          new Drains(false),
          new Backlog(),
          new SlowHandlers(),
          new HeldSnapshot(),
          new KeyedDrain(),
          new ClaimTime(),
          new IdleCost(),
          new PickUp(),
          new PublishRate(),
          new HeapRun(),
          new OwnCostRun());

  String name();

  /** What is measured and how, for the page of results. */
  String explained();

  /** The figure that charts show. */
  default String charted() {
    return "rate";
  }

  /** Whether its commits wait for the disk, where the settings of the run say so. */
  boolean durable();

  /**
   * Runs every contender in each round, and tells their results at the end.
   *
   * @throws Exception if nothing could be measured
   */
  void run(BenchDatabase database, BenchSettings settings, Report report) throws Exception;

  static List<String> names() {
    return ALL.stream().map(Workload::name).toList();
  }

  static Workload named(String name) {
    return ALL.stream().filter(one -> one.name().equals(name)).findFirst().orElseThrow();
  }
}
