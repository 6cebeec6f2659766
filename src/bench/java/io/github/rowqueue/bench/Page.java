package io.github.rowqueue.bench;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** {@code docs/benchmarks.md}, made of a {@link RunRecord} and nothing else. */
final class Page {

  private static final String HEAD =
      """
      # Benchmarks

      This page is written by the command below, from `docs/benchmarks.json`. Machines are shared and noisy: compare contenders of one table, which ran side by side
      in one run, interleaved, and trust ratios; a rate by itself says little. Each figure is the median of the rounds, and `spread` is the distance of the best and the
      worst as a part of it.

      ```
      mvn -q -Pbench test-compile exec:java -Dexec.args="size=full rounds=3 write=true"
      ```

      Arguments: `workloads=W8,claim,idle,W3`, `databases=postgresql,mysql,mariadb,sqlite,h2`, `size=quick|full`, `rounds=3`, `workers=4`, `durable=true`, `write=false`.
      """;

  private Page() {}

  static String of(RunRecord run) {
    StringBuilder page = new StringBuilder(HEAD);
    page.append("\n## The run of ").append(run.when()).append("\n\n");
    run.machine().forEach((name, value) -> page.append("- %s: %s\n".formatted(name, value)));
    page.append("- arguments: ").append(joined(run.settings())).append("\n\n");
    page.append(table(run.databases()));
    for (Workload workload : Workload.ALL) {
      List<Map<String, String>> results =
          run.results().stream()
              .filter(result -> workload.name().equals(result.get("workload")))
              .map(Page::withoutWorkload)
              .toList();
      if (!results.isEmpty()) {
        page.append("\n## ").append(workload.name()).append("\n\n");
        page.append(workload.explained()).append("\n\n").append(table(results));
      }
    }
    if (!run.failures().isEmpty()) {
      page.append("\n## Failed\n\n");
      run.failures().forEach(failure -> page.append("- ").append(failure).append('\n'));
    }
    return page.toString();
  }

  private static Map<String, String> withoutWorkload(Map<String, String> result) {
    Map<String, String> rest = new java.util.LinkedHashMap<>(result);
    rest.remove("workload");
    return rest;
  }

  private static String joined(Map<String, String> settings) {
    return settings.entrySet().stream()
        .map(setting -> setting.getKey() + "=" + setting.getValue())
        .collect(Collectors.joining(" ", "`", "`"));
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
