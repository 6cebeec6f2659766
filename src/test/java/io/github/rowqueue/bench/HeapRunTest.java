package io.github.rowqueue.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowqueue.servers.DatabaseKind;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The drain in a JVM of its own with a small heap, on few rows. */
class HeapRunTest {

  @Test
  void a_small_heap_drains_its_table_and_tells_how_much_it_used() throws Exception {
    List<Result> results = new ArrayList<>();
    Report report =
        new Report() {
          @Override
          public void result(Result result) {
            results.add(result);
          }

          @Override
          public void failed(String contender, Exception why) {
            throw new AssertionError(contender, why);
          }
        };
    try (BenchDatabase database = new BenchDatabase(DatabaseKind.POSTGRESQL, 4, false)) {
      new HeapRun().run(database, BenchSettings.parse("size=tiny"), report);
    }
    assertThat(results)
        .singleElement()
        .asString()
        .matches(
            "RESULT workload=heap database=postgresql contender=rowqueue-lease rows=1000 workers=8"
                + " heap_mb=64 rate=\\d+ peak_mb=[\\d.]+ live_mb=[\\d.]+ longest_gap_ms=\\d+");
  }
}
