package io.github.rowqueue.bench;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** {@code docs/benchmarks.md}, made of {@link RunRecord}s and nothing else. */
final class Page {

  private static final String HEAD =
      """
      # Benchmarks

      This page is written by the commands below, and says nothing that was not measured by them; the record is `docs/benchmarks.json`. Machines are shared and noisy:
      compare the contenders of one table, which ran side by side, interleaved, in one run, and trust ratios; a rate by itself says little. A figure is the median of
      the rounds, and `spread` how far the best and the worst lie apart, as a part of it.

      `all` measures everything in 5 rounds at the size `standard`, `all --quick` in minutes, each round for a bounded time. Other arguments: `workloads=%s`, `databases=postgresql,mysql,mariadb,sqlite,h2`, `size=quick`, `standard` (10,000 keys of 5 rows, 1,000,000 rows
      behind) or `full` (20 rows of each key), `rounds=3`, `workers=4`, `durable=true` (whether commits of W1 and W8 wait for the disk), `write=false`. The command fails if a contender does. With `write=true` a
      run takes the place of those that measured nothing else.
      """;

  private static final String GOALS =
      """
      What the results of this run say about what Rowqueue must reach: `yes` or `no` where all rounds say the same, `unclear` where the goal lies inside their spread.
      The ratio is the median of those of the rounds; `statements.…`, `own-cost.…` and `idle.…` are figures by themselves.\
      """;

  private Page() {}

  static String of(List<RunRecord> runs) {
    StringBuilder page = new StringBuilder(HEAD.formatted(String.join(",", Workload.names())));
    for (int i = 0; i < runs.size(); i++) {
      append(page, i + 1, runs.get(i));
    }
    return page.toString();
  }

  private static void append(StringBuilder page, int number, RunRecord run) {
    String workloads =
        Workload.names().stream()
            .filter(run.workloads()::contains)
            .collect(Collectors.joining(", "));
    page.append("\n## %s: the run of %s\n\n".formatted(workloads, run.when()));
    page.append("```\n").append(command(run.settings())).append("\n```\n\n");
    run.machine().forEach((name, value) -> page.append("- %s: %s\n".formatted(name, value)));
    page.append('\n');
    page.append(table(run.databases()));
    for (Workload workload : Workload.ALL) {
      List<Map<String, String>> results =
          run.results().stream()
              .filter(result -> workload.name().equals(result.get("workload")))
              .map(Page::withoutWorkload)
              .toList();
      if (!results.isEmpty()) {
        page.append("\n### ").append(workload.name()).append("\n\n");
        page.append(workload.explained()).append("\n\n").append(table(results));
        if (Charts.shows(run, workload)) {
          page.append(
              "\n![%s](charts/%s)\n".formatted(workload.name(), Charts.file(number, workload)));
        }
      }
    }
    if (!run.judged().isEmpty()) {
      page.append("\n### Goals\n\n").append(GOALS).append("\n\n").append(table(withBounds(run)));
    }
    if (!run.failures().isEmpty()) {
      page.append("\n### Failed\n\n");
      run.failures().forEach(failure -> page.append("- ").append(failure).append('\n'));
    }
  }

  /** With the side of the bound that is wanted. */
  private static List<Map<String, String>> withBounds(RunRecord run) {
    return run.judged().stream()
        .map(
            goal -> {
              Map<String, String> row = new java.util.LinkedHashMap<>(goal);
              row.replace(
                  "goal",
                  "%s %s"
                      .formatted(
                          Goals.named(goal.getOrDefault("name", "")).atLeast()
                              ? "at least"
                              : "at most",
                          goal.get("goal")));
              return row;
            })
        .toList();
  }

  private static Map<String, String> withoutWorkload(Map<String, String> result) {
    Map<String, String> rest = new java.util.LinkedHashMap<>(result);
    rest.remove("workload");
    return rest;
  }

  private static String command(Map<String, String> settings) {
    return settings.entrySet().stream()
        .map(setting -> setting.getKey() + "=" + setting.getValue())
        .collect(
            Collectors.joining(
                " ", "mvn -q -Pbench test-compile exec:java -Dexec.args=\"", " write=true\""));
  }

  private static String table(List<Map<String, String>> rows) {
    if (rows.isEmpty()) {
      return "";
    }
    List<String> names = List.copyOf(rows.get(0).keySet());
    StringBuilder table = new StringBuilder();
    table.append(row(names)).append(row(names.stream().map(name -> "---").toList()));
    rows.forEach(
        row -> table.append(row(names.stream().map(n -> row.getOrDefault(n, "")).toList())));
    return table.toString();
  }

  private static String row(List<String> cells) {
    return cells.stream().collect(Collectors.joining(" | ", "| ", " |\n"));
  }
}
