package io.github.rowqueue.bench;

import io.github.rowqueue.bench.Chart.Bar;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** {@code docs/charts}, made of {@link RunRecord}s and nothing else. */
final class Charts {

  private Charts() {}

  /** The name of the file that shows a workload of the {@code number}-th run, counted from 1. */
  static String file(int number, Workload workload) {
    return "%d-%s.svg".formatted(number, workload.name());
  }

  /** Whether the run has figures to show. */
  static boolean shows(RunRecord run, Workload workload) {
    return !bars(run, workload).isEmpty();
  }

  /** All files by their names. */
  static Map<String, String> of(List<RunRecord> runs) {
    Map<String, String> files = new TreeMap<>();
    for (int i = 0; i < runs.size(); i++) {
      for (Workload workload : Workload.ALL) {
        List<Bar> bars = bars(runs.get(i), workload);
        if (!bars.isEmpty()) {
          String title =
              "%s: %s, each database by its own scale"
                  .formatted(workload.name(), workload.charted());
          files.put(file(i + 1, workload), Chart.of(title, bars));
        }
      }
    }
    return files;
  }

  /** Replaces what is in {@code folder}. */
  static void write(Path folder, List<RunRecord> runs) throws IOException {
    Files.createDirectories(folder);
    try (DirectoryStream<Path> before = Files.newDirectoryStream(folder, "*.svg")) {
      for (Path file : before) {
        Files.delete(file);
      }
    }
    for (Map.Entry<String, String> file : of(runs).entrySet()) {
      Files.writeString(folder.resolve(file.getKey()), file.getValue());
    }
  }

  private static List<Bar> bars(RunRecord run, Workload workload) {
    List<Bar> bars = new ArrayList<>();
    for (Map<String, String> result : run.results()) {
      String value = result.getOrDefault(workload.charted(), "-");
      if (workload.name().equals(result.get("workload")) && value.matches("[\\d.]+")) {
        String who = result.getOrDefault("contender", result.getOrDefault("case", ""));
        boolean ours = who.startsWith("rowqueue") || result.containsKey("case");
        String database = result.getOrDefault("database", "");
        bars.add(new Bar(label(result, who), database, ours, Double.parseDouble(value), value));
      }
    }
    return bars;
  }

  private static String label(Map<String, String> result, String who) {
    String label = "%s %s".formatted(result.get("database"), who);
    for (String more : List.of("workers", "millis", "keys", "rows")) {
      boolean tells = more.equals("workers") || more.equals("millis") || result.containsKey("case");
      if (tells && result.containsKey(more)) {
        label += ", %s %s".formatted(result.get(more), more);
      }
    }
    return label;
  }
}
