package io.github.rowqueue.bench;

import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * All that is kept of a run; the page of results is made of nothing else. Immutable.
 *
 * @param when the day, UTC
 * @param machine where it ran
 * @param settings with which arguments
 * @param databases their versions, drivers and settings
 * @param results the lines
 * @param failures contenders that failed, with the reason
 */
record RunRecord(
    String when,
    Map<String, String> machine,
    Map<String, String> settings,
    List<Map<String, String>> databases,
    List<Map<String, String>> results,
    List<String> failures) {

  private static final ObjectMapper JSON = new ObjectMapper();

  static RunRecord read(Path file) throws IOException {
    return JSON.readValue(file.toFile(), RunRecord.class);
  }

  void write(Path file) throws IOException {
    DefaultIndenter lines = new DefaultIndenter("  ", "\n");
    DefaultPrettyPrinter printer = new DefaultPrettyPrinter().withObjectIndenter(lines);
    printer.indentArraysWith(lines);
    Files.writeString(file, JSON.writer(printer).writeValueAsString(this) + "\n");
  }
}
