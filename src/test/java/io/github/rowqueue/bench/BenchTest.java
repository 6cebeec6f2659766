package io.github.rowqueue.bench;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.rowqueue.servers.DatabaseKind;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The benchmarks themselves, on a handful of rows: so that they run when they are wanted. */
class BenchTest {

  @Test
  void arguments_have_defaults_and_are_checked() {
    BenchSettings all = BenchSettings.parse();
    assertThat(all.workloads())
        .containsExactly(
            "W1",
            "W1-hasty",
            "W4",
            "W6",
            "W7",
            "W8",
            "claim",
            "idle",
            "W3",
            "publish",
            "heap",
            "own-cost");
    assertThat(all.databases()).containsExactly(DatabaseKind.values());
    assertThat(all.durable()).isTrue();
    assertThat(BenchSettings.parse("databases=h2,sqlite", "rounds=5", "durable=false"))
        .extracting(BenchSettings::databases, BenchSettings::rounds, BenchSettings::durable)
        .containsExactly(List.of(DatabaseKind.H2, DatabaseKind.SQLITE), 5, false);
    assertThatThrownBy(() -> BenchSettings.parse("round=5"))
        .hasMessageStartingWith(
            "arguments are all, all --quick, or name=value, names of [workloads,")
        .hasMessageEndingWith(", not round=5");
    assertThatThrownBy(() -> BenchSettings.parse("workloads=W9"))
        .hasMessage(
            "workloads=W1,W1-hasty,W4,W6,W7,W8,claim,idle,W3,publish,heap,own-cost, not W9");
  }

  @Test
  void all_is_everything_at_length_or_what_has_a_goal_in_minutes() {
    BenchSettings all = BenchSettings.parse("all", "write=true");
    assertThat(all)
        .extracting(BenchSettings::everything, BenchSettings::rounds, BenchSettings::write)
        .containsExactly(true, 5, true);
    assertThat(all.size()).isEqualTo(BenchSettings.Size.STANDARD);
    assertThat(all.workloads()).containsExactlyElementsOf(Workload.names());
    BenchSettings quick = BenchSettings.parse("all", "--quick", "databases=h2");
    assertThat(quick.size()).isEqualTo(BenchSettings.Size.QUICK);
    assertThat(quick.databases()).containsExactly(DatabaseKind.H2);
    assertThat(quick.workloads()).contains("W1", "heap").doesNotContain("claim");
    assertThatThrownBy(() -> BenchSettings.parse("--quick")).hasMessageEndingWith(", not --quick");
  }

  @Test
  void a_drain_may_end_when_its_time_is_up() throws InterruptedException {
    Handled handled = new Handled(1_000, false, Duration.ZERO);
    handled.handle(new Note(1, 0));
    handled.settled(99);
    assertThat(handled.isDone()).isFalse();
    handled.settled(1);
    assertThat(handled.rate(Duration.ofMinutes(1))).isPositive();
    assertThat(handled.isDone()).isTrue();
    assertThat(handled.isComplete()).isFalse();
  }

  @Test
  void the_fastest_of_each_round_has_its_median_where_it_did_not_run() {
    Rounds slow = new Rounds(List.of(50.0));
    assertThat(Rounds.largest(List.of(slow, new Rounds(List.of(10.0, 60.0, 20.0)))))
        .isEqualTo(new Rounds(List.of(50.0, 60.0, 50.0)));
    assertThat(Rounds.largest(List.of())).isEqualTo(Rounds.NONE);
  }

  @Test
  void ratios_are_taken_round_by_round() {
    Rounds mine = new Rounds(List.of(10.0, 40.0, 30.0));
    Rounds others = new Rounds(List.of(10.0, 20.0, 10.0));
    assertThat(mine.median()).isEqualTo(30);
    assertThat(mine.spread()).isEqualTo(1);
    assertThat(mine.over(others)).isEqualTo(new Rounds(List.of(1.0, 2.0, 3.0)));
    assertThat(new Rounds(List.of(1.0, 2.0)).median()).isEqualTo(1.5);
    assertThat(mine.over(Rounds.NONE).median()).isNaN();
  }

  @Test
  void rows_that_come_twice_or_out_of_order_are_a_failure() {
    Handled handled = new Handled(2, true);
    handled.handle(new Note(1, 1));
    handled.handle(new Note(1, 0));
    handled.settled(2);
    assertThatThrownBy(() -> handled.rate(Duration.ofSeconds(1)))
        .hasMessage("2 rows were handled 2 times, 2 of them out of order");
    assertThatThrownBy(() -> new Handled(2, true).rate(Duration.ZERO))
        .hasMessage("0 of 2 rows are settled after PT0S");
  }

  @Test
  void a_small_run_gives_a_line_for_each_contender(@TempDir Path folder) throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    BenchSettings settings =
        BenchSettings.parse("size=tiny", "databases=sqlite", "rounds=1", "durable=false");
    RunRecord run = new Bench(settings, new PrintStream(out, true, UTF_8)).run();

    assertThat(run.results())
        .extracting(result -> result.get("workload") + " " + who(result))
        .containsExactly(
            "W1 raw-lease",
            "W1 rowqueue-lease",
            "W1 raw-batch",
            "W1 rowqueue-lease-best",
            "W4 rowqueue-lease-best",
            "W8 rowqueue-lease",
            "W8 rowqueue-keys",
            "W8 raw-lease",
            "W8 raw-batch",
            "claim unordered-few",
            "claim unordered-behind",
            "claim few",
            "claim many-keys",
            "claim rows-behind",
            "idle ordinary",
            "idle one-group",
            "idle all-groups",
            "idle one",
            "idle hundred",
            "W3 rowqueue-in-process",
            "publish raw-single",
            "publish rowqueue-single",
            "publish raw-in-tx",
            "publish rowqueue-in-tx",
            "publish raw-batch",
            "publish rowqueue-batch");
    assertThat(run.failures()).isEmpty();
    assertThat(out.toString(UTF_8).lines().filter(line -> line.startsWith("RESULT ")))
        .hasSameSizeAs(run.results())
        .allMatch(line -> line.matches("RESULT workload=[\\w-]+ database=sqlite( \\w+=[\\w.-]+)+"));
    RunRecord.write(folder.resolve("runs.json"), List.of(run));
    assertThat(RunRecord.read(folder.resolve("runs.json"))).containsExactly(run);
  }

  @Test
  void drains_and_goals_are_told_on_h2_too() throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    BenchSettings settings =
        BenchSettings.parse("workloads=W1", "size=tiny", "databases=h2", "rounds=1");
    RunRecord run = new Bench(settings, new PrintStream(out, true, UTF_8)).run();
    assertThat(run.failures()).isEmpty();
    assertThat(run.results())
        .extracting(BenchTest::who)
        .containsExactly("raw-lease", "rowqueue-lease", "raw-batch", "rowqueue-lease-best");
    assertThat(run.judged()).extracting(goal -> goal.get("name")).containsExactly("others.h2");
    assertThat(out.toString(UTF_8).lines())
        .filteredOn(line -> line.startsWith("GOAL "))
        .singleElement()
        .asString()
        .matches("GOAL name=others.h2 ratio=[\\d.]+ spread=0.00 goal=0.800 mode=tiny met=(yes|no)");
    assertThat(Page.of(List.of(run))).contains("### Goals", "| others.h2 |", "| at least 0.800 |");
  }

  @Test
  void a_run_takes_the_place_of_those_that_measured_nothing_else() {
    RunRecord all = run("first", "W8", "claim");
    RunRecord idle = run("second", "idle");
    RunRecord claim = run("third", "claim");
    assertThat(claim.after(List.of(all, idle))).containsExactly(all, idle, claim);
    RunRecord again = run("fourth", "claim", "idle");
    assertThat(again.after(List.of(all, idle, claim))).containsExactly(all, again);
  }

  private static RunRecord run(String when, String... workloads) {
    List<Map<String, String>> results =
        Stream.of(workloads).map(name -> Map.of("workload", name)).toList();
    return new RunRecord(when, Map.of(), Map.of(), List.of(), results, List.of(), List.of());
  }

  private static String who(Map<String, String> result) {
    return result.containsKey("contender") ? result.get("contender") : result.get("case");
  }

  @Test
  @DisplayName("docs/benchmarks.md is what the record of the runs gives, and nothing else")
  void the_page_is_made_of_the_record() throws IOException {
    List<RunRecord> runs = RunRecord.read(Path.of("docs/benchmarks.json"));
    assertThat(Files.readString(Path.of("docs/benchmarks.md"))).isEqualTo(Page.of(runs));
    Map<String, String> charts = new TreeMap<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(Path.of("docs/charts"))) {
      for (Path file : files) {
        charts.put(String.valueOf(file.getFileName()), Files.readString(file));
      }
    }
    assertThat(charts).isEqualTo(Charts.of(runs));
  }
}
