package io.github.rowqueue.bench;

import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * All that is kept of a run; the page of results is made of such records and nothing else.
 * Immutable.
 *
 * @param when the day, UTC
 * @param machine where it ran
 * @param settings with which arguments
 * @param databases their versions, drivers and settings
 * @param results the lines
 * @param goals what they say about {@link Goals}; none in records from before there were any
 * @param failures contenders that failed, with the reason
 */
record RunRecord(
    String when,
    Map<String, String> machine,
    Map<String, String> settings,
    List<Map<String, String>> databases,
    List<Map<String, String>> results,
    @Nullable List<Map<String, String>> goals,
    List<String> failures) {

  private static final ObjectMapper JSON = new ObjectMapper();

  /** The goals it has judged. */
  List<Map<String, String>> judged() {
    return goals == null ? List.of() : goals;
  }

  /** The workloads it has measured. */
  Set<String> workloads() {
    return results.stream().map(result -> result.get("workload")).collect(Collectors.toSet());
  }

  /** This run behind those of {@code earlier} that measured something else too. */
  List<RunRecord> after(List<RunRecord> earlier) {
    List<RunRecord> all = new ArrayList<>(earlier);
    all.removeIf(run -> workloads().containsAll(run.workloads()));
    all.add(this);
    return List.copyOf(all);
  }

  static List<RunRecord> read(Path file) throws IOException {
    return List.of(JSON.readValue(file.toFile(), RunRecord[].class));
  }

  static void write(Path file, List<RunRecord> runs) throws IOException {
    DefaultIndenter lines = new DefaultIndenter("  ", "\n");
    DefaultPrettyPrinter printer = new DefaultPrettyPrinter().withObjectIndenter(lines);
    printer.indentArraysWith(lines);
    Files.writeString(file, JSON.writer(printer).writeValueAsString(runs) + "\n");
  }
}
