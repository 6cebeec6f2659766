package io.github.rowqueue.bench;

import io.github.rowqueue.bench.peers.Peer;
import io.github.rowqueue.servers.DatabaseKind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/** What Rowqueue must reach, and what a run says about it. */
final class Goals {

  /** All of them. */
  static final List<Goal> ALL = all();

  private static final String BEST = "rowqueue-lease-best";
  private static final String DEFAULTS = "rowqueue-lease";

  private Goals() {}

  /**
   * A figure and its bound.
   *
   * @param atLeast whether more is better
   * @param figure round by round; none where the run has not measured it
   */
  record Goal(String name, double bound, boolean atLeast, Function<Cells, Rounds> figure) {

    /** Yes and no only where all rounds say the same. */
    String met(Rounds rounds) {
      long good = rounds.values().stream().filter(this::holds).count();
      if (rounds.values().isEmpty() || (good > 0 && good < rounds.values().size())) {
        return "unclear";
      }
      return good > 0 ? "yes" : "no";
    }

    private boolean holds(double value) {
      return atLeast ? value >= bound : value <= bound;
    }

    private Map<String, String> judged(Rounds rounds, String mode) {
      boolean measured = !rounds.values().isEmpty();
      Map<String, String> line = new LinkedHashMap<>();
      line.put("name", name);
      line.put("ratio", measured ? told(rounds.median()) : "-");
      line.put("spread", measured ? String.format(Locale.ROOT, "%.2f", rounds.spread()) : "-");
      line.put("goal", told(bound));
      line.put("mode", mode);
      line.put("met", met(rounds));
      return line;
    }

    /** Enough digits for small figures, none for large ones. */
    private static String told(double value) {
      return String.format(Locale.ROOT, Math.abs(value) < 100 ? "%.3f" : "%.0f", value);
    }
  }

  /**
   * The names and values of a line for each goal.
   *
   * @param everything whether all workloads were run, so that what is missing is told too
   */
  static List<Map<String, String>> judged(List<Result> results, String mode, boolean everything) {
    Cells cells = new Cells(results);
    List<Map<String, String>> lines = new ArrayList<>();
    for (Goal goal : ALL) {
      Rounds rounds = goal.figure().apply(cells);
      if (everything || !rounds.values().isEmpty()) {
        lines.add(goal.judged(rounds, mode));
      }
    }
    return List.copyOf(lines);
  }

  static Goal named(String name) {
    return ALL.stream().filter(goal -> goal.name().equals(name)).findFirst().orElseThrow();
  }

  private static List<Goal> all() {
    List<Goal> all = new ArrayList<>();
    for (int workers : List.of(1, 4, 8)) {
      all.add(least("row-lock." + workers, 0.95, rates(workers, "rowqueue-row", "raw-row")));
    }
    for (int workers : List.of(1, 4, 8)) {
      all.add(
          least(
              "lease-default." + workers,
              workers == 1 ? 2 : 3,
              rates(workers, DEFAULTS, "raw-lease")));
    }
    for (int workers : List.of(1, 4, 8)) {
      all.add(least("lease-best." + workers, 0.85, rates(workers, BEST, "raw-batch")));
    }
    for (int workers : List.of(1, 4, 8)) {
      all.add(least("peers." + workers + ".durable", 3, peers(Drains.NAME, workers, BEST, false)));
      all.add(least("peers." + workers + ".hasty", 3, peers(Drains.HASTY, workers, BEST, false)));
    }
    for (int workers : List.of(4, 8)) {
      all.add(least("peers-default." + workers, 1.5, peers(Drains.NAME, workers, DEFAULTS, true)));
    }
    all.add(most("statements.default", 0.5, statements(DEFAULTS)));
    all.add(most("statements.best", 0.05, statements(BEST)));
    for (DatabaseKind kind : others()) {
      all.add(
          least(
              "others." + kind.id(),
              0.8,
              cells ->
                  rate(cells, Drains.NAME, kind, BEST, 4)
                      .over(rate(cells, Drains.NAME, kind, "raw-batch", 4))));
    }
    all.add(least("backlog", 0.9, told("W4", BEST, "ratio_w1")));
    all.add(least("snapshot", 0.8, told("W7", BEST, "ratio_last_tenth")));
    all.add(least("publish.single", 0.95, told("publish", "rowqueue-single", "ratio_raw")));
    all.add(least("publish.bulk", 0.9, told("publish", "rowqueue-batch", "ratio_fastest")));
    all.add(most("own-cost.micros", 5, cost("micros")));
    all.add(most("own-cost.bytes", 2048, cost("bytes")));
    all.add(most("idle.one", 1.2, told("idle", "one", "statements_per_second")));
    all.add(most("idle.hundred", 0.1, told("idle", "hundred", "statements_per_second")));
    for (String percentile : List.of("p50", "p99")) {
      String field = "ratio_raw_" + percentile;
      all.add(most("pickup." + percentile, 2, told("W3", "rowqueue-in-process", field)));
      all.add(most("pickup." + percentile + ".notify", 2, told("W3", "rowqueue-notify", field)));
    }
    for (DatabaseKind kind : DatabaseKind.values()) {
      all.add(
          least(
              "ordered." + kind.id(),
              kind == DatabaseKind.POSTGRESQL ? 0.5 : 0.25,
              cells -> cells.of("W8", kind, "rowqueue-keys", "ratio_unordered")));
    }
    return List.copyOf(all);
  }

  private static Goal least(String name, double bound, Function<Cells, Rounds> figure) {
    return new Goal(name, bound, true, figure);
  }

  private static Goal most(String name, double bound, Function<Cells, Rounds> figure) {
    return new Goal(name, bound, false, figure);
  }

  private static List<DatabaseKind> others() {
    return Stream.of(DatabaseKind.values())
        .filter(kind -> kind != DatabaseKind.POSTGRESQL)
        .toList();
  }

  private static Function<Cells, Rounds> rates(int workers, String mine, String other) {
    return cells ->
        rate(cells, Drains.NAME, DatabaseKind.POSTGRESQL, mine, workers)
            .over(rate(cells, Drains.NAME, DatabaseKind.POSTGRESQL, other, workers));
  }

  /** Against the fastest of the libraries in each round. */
  private static Function<Cells, Rounds> peers(
      String workload, int workers, String mine, boolean defaults) {
    return cells -> {
      List<Rounds> peers =
          Peer.ALL.stream()
              .filter(peer -> !defaults || peer.hasDefaults())
              .map(peer -> rate(cells, workload, DatabaseKind.POSTGRESQL, peer.name(), workers))
              .filter(rounds -> !rounds.values().isEmpty())
              .toList();
      return rate(cells, workload, DatabaseKind.POSTGRESQL, mine, workers)
          .over(Rounds.largest(peers));
    };
  }

  private static Function<Cells, Rounds> statements(String contender) {
    return cells ->
        cells.of(Drains.NAME, DatabaseKind.POSTGRESQL, contender, "statements", "workers", "8");
  }

  private static Function<Cells, Rounds> told(String workload, String contender, String field) {
    return cells -> cells.of(workload, DatabaseKind.POSTGRESQL, contender, field);
  }

  /** The dearest of all numbers of workers. */
  private static Function<Cells, Rounds> cost(String field) {
    return cells ->
        Rounds.largest(
            cells.results().stream()
                .filter(result -> "own-cost".equals(result.fields().get("workload")))
                .filter(result -> DEFAULTS.equals(result.fields().get("contender")))
                .map(result -> result.figure(field))
                .toList());
  }

  private static Rounds rate(
      Cells cells, String workload, DatabaseKind kind, String contender, int workers) {
    return cells.of(workload, kind, contender, "rate", "workers", String.valueOf(workers));
  }

  /** The results of a run. */
  record Cells(List<Result> results) {

    /**
     * A figure of a contender, round by round; of several results those of the first.
     *
     * @param more names and values that tell its results apart
     */
    Rounds of(String workload, DatabaseKind kind, String contender, String field, String... more) {
      return results.stream()
          .filter(result -> workload.equals(result.fields().get("workload")))
          .filter(result -> kind.id().equals(result.fields().get("database")))
          .filter(result -> contender.equals(result.fields().get("contender")))
          .filter(result -> more.length == 0 || more[1].equals(result.fields().get(more[0])))
          .findFirst()
          .map(result -> result.figure(field))
          .orElse(Rounds.NONE);
    }
  }
}
