package io.github.rowqueue.bench;

import io.github.rowqueue.servers.DatabaseKind;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What a run measures.
 *
 * @param workloads of {@link Workload#ALL}
 * @param databases where
 * @param size how much
 * @param rounds how often each contender runs
 * @param workers of each contender
 * @param durable whether servers write to disk at each commit
 * @param everything whether what is missing for a goal is told
 * @param write whether {@code docs/benchmarks.json} and {@code docs/benchmarks.md} are written
 */
record BenchSettings(
    List<String> workloads,
    List<DatabaseKind> databases,
    Size size,
    int rounds,
    int workers,
    boolean durable,
    boolean everything,
    boolean write) {

  private static final String EVERYTHING = "all";
  private static final String SHORTER = "--quick";

  /** What has no goal, and its time. */
  private static final String TOO_LONG = "claim";

  private static final List<String> NAMES =
      List.of("workloads", "databases", "size", "rounds", "workers", "durable", "write");

  /**
   * How many rows a run takes.
   *
   * @param keys the keys of W8
   * @param rowsPerKey the rows of each
   * @param fewKeys the keys of the small table that claims are compared with, of one row each
   * @param manyKeys the keys of the table with many keys, of one row each
   * @param rowsBehind the rows of the table with few keys and much behind them
   * @param idle how long the statements of an idle subscription are counted, after as long a pause
   * @param pickUps the messages of W3
   * @param published the rows of a round of publish, and of each bulk insert
   * @param drained the rows of W1
   * @param churned the rows of W7
   * @param box how long a round of a drain may take, from the first row handled
   * @param budget after how long a contender of W1 begins no other round
   */
  record Size(
      String name,
      int keys,
      int rowsPerKey,
      int fewKeys,
      int manyKeys,
      int rowsBehind,
      Duration idle,
      int pickUps,
      int published,
      int drained,
      int churned,
      Duration box,
      Duration budget) {

    /** For tests of the benchmarks. */
    static final Size TINY =
        new Size(
            "tiny",
            20,
            5,
            60,
            200,
            600,
            Duration.ofMillis(200),
            10,
            100,
            200,
            400,
            Duration.ofMinutes(1),
            Duration.ofMinutes(1));

    /** What tells a trend in minutes. */
    static final Size QUICK =
        new Size(
            "quick",
            2_000,
            10,
            1_000,
            100_000,
            200_000,
            Duration.ofSeconds(1),
            50,
            10_000,
            8_000,
            40_000,
            Duration.ofMillis(700),
            Duration.ofSeconds(3));

    /** As many keys and rows behind as {@link #FULL}, with fewer rows for each key. */
    static final Size STANDARD =
        new Size(
            "standard",
            10_000,
            5,
            1_000,
            100_000,
            1_000_000,
            Duration.ofSeconds(5),
            200,
            10_000,
            20_000,
            200_000,
            Duration.ofSeconds(20),
            Duration.ofMinutes(2));

    /** What takes half an hour and more. */
    static final Size FULL =
        new Size(
            "full",
            10_000,
            20,
            1_000,
            100_000,
            1_000_000,
            Duration.ofSeconds(5),
            200,
            10_000,
            20_000,
            200_000,
            Duration.ofSeconds(20),
            Duration.ofMinutes(2));

    /** Whether minutes count more than the last tenth. */
    boolean isQuick() {
      return this == QUICK;
    }

    private static Size named(String name) {
      return List.of(TINY, QUICK, STANDARD, FULL).stream()
          .filter(size -> size.name.equals(name))
          .findFirst()
          .orElseThrow(
              () -> new IllegalArgumentException("size=tiny|quick|standard|full, not " + name));
    }
  }

  /**
   * Reads {@code name=value} arguments; what is left out has its default. {@code all} measures
   * everything at the size {@code standard} in 5 rounds, {@code all --quick} within 10 minutes.
   *
   * @throws IllegalArgumentException naming what is not understood
   */
  static BenchSettings parse(String... arguments) {
    Map<String, String> given = new LinkedHashMap<>();
    List<String> words = Arrays.asList(arguments);
    boolean everything = words.contains(EVERYTHING);
    if (everything) {
      given.putAll(all(words.contains(SHORTER)));
    }
    for (String argument : arguments) {
      if (argument.equals(EVERYTHING) || (everything && argument.equals(SHORTER))) {
        continue;
      }
      String name = argument.replaceFirst("=.*", "");
      if (!NAMES.contains(name) || !argument.contains("=")) {
        throw new IllegalArgumentException(
            "arguments are all, all --quick, or name=value, names of %s, not %s"
                .formatted(NAMES, argument));
      }
      given.put(name, argument.substring(name.length() + 1));
    }
    return new BenchSettings(
        workloads(given.getOrDefault("workloads", String.join(",", Workload.names()))),
        databases(given.getOrDefault("databases", "")),
        Size.named(given.getOrDefault("size", "quick")),
        Integer.parseInt(given.getOrDefault("rounds", "3")),
        Integer.parseInt(given.getOrDefault("workers", "4")),
        Boolean.parseBoolean(given.getOrDefault("durable", "true")),
        everything,
        Boolean.parseBoolean(given.getOrDefault("write", "false")));
  }

  private static Map<String, String> all(boolean quick) {
    return quick
        ? Map.of(
            "size",
            Size.QUICK.name(),
            "workloads",
            Workload.names().stream()
                .filter(name -> !name.equals(TOO_LONG))
                .collect(Collectors.joining(",")))
        : Map.of("size", Size.STANDARD.name(), "rounds", "5");
  }

  private static List<String> workloads(String names) {
    List<String> workloads = List.of(names.split(","));
    if (!Workload.names().containsAll(workloads)) {
      throw new IllegalArgumentException(
          "workloads=%s, not %s".formatted(String.join(",", Workload.names()), names));
    }
    return workloads;
  }

  private static List<DatabaseKind> databases(String names) {
    return names.isEmpty()
        ? List.of(DatabaseKind.values())
        : Arrays.stream(names.split(","))
            .map(name -> DatabaseKind.valueOf(name.toUpperCase(Locale.ROOT)))
            .toList();
  }

  /** The settings as the record of a run shows them. */
  Map<String, String> described() {
    Map<String, String> all = new LinkedHashMap<>();
    all.put("workloads", String.join(",", workloads));
    if (databases.size() < DatabaseKind.values().length) {
      all.put(
          "databases", databases.stream().map(DatabaseKind::id).collect(Collectors.joining(",")));
    }
    all.put("size", size.name());
    all.put("rounds", String.valueOf(rounds));
    all.put("workers", String.valueOf(workers));
    all.put("durable", String.valueOf(durable));
    return all;
  }
}
