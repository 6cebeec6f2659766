package io.github.rowqueue.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a run says about the goals, on results made up for it. */
class GoalsTest {

  @Test
  void a_goal_is_met_or_not_where_all_rounds_say_so_and_unclear_inside_their_spread() {
    Goals.Goal most = Goals.named("pickup.p50");
    Goals.Goal least = Goals.named("row-lock.4");
    assertThat(least.met(rounds(0.95, 1.2))).isEqualTo("yes");
    assertThat(least.met(rounds(0.94, 0.5))).isEqualTo("no");
    assertThat(least.met(rounds(0.94, 0.95))).isEqualTo("unclear");
    assertThat(most.met(rounds(2.0, 1.2))).isEqualTo("yes");
    assertThat(most.met(rounds(2.1, 9))).isEqualTo("no");
    assertThat(most.met(rounds(1.9, 2.1))).isEqualTo("unclear");
    assertThat(most.met(Rounds.NONE)).isEqualTo("unclear");
  }

  @Test
  void ratios_are_those_of_the_rounds_side_by_side() {
    List<Result> results =
        List.of(drained("raw-lease", 8, 10, 100), drained("rowqueue-lease", 8, 40, 300));
    assertThat(Goals.judged(results, "quick", false).stream().map(GoalsTest::line))
        .containsExactly(
            "GOAL name=lease-default.8 ratio=3.500 spread=0.29 goal=3.000 mode=quick met=yes");
  }

  @Test
  void the_fastest_library_of_each_round_is_the_one_to_beat() {
    List<Result> results =
        List.of(
            drained("db-scheduler", 4, 10, 30),
            drained("db-scheduler-lock-and-fetch", 4, 20, 20),
            drained("quartz", 4, 1), // too slow for a second round
            drained("rowqueue-lease", 4, 30, 45),
            drained("rowqueue-lease-best", 4, 80, 60));
    assertThat(Goals.judged(results, "standard", false).stream().map(GoalsTest::line))
        .containsExactly(
            "GOAL name=peers.4.durable ratio=3.000 spread=0.67 goal=3.000 mode=standard"
                + " met=unclear",
            "GOAL name=peers-default.4 ratio=2.250 spread=0.67 goal=1.500 mode=standard met=yes");
  }

  @Test
  void a_figure_told_once_is_judged_as_one_round_and_the_dearest_number_of_workers_counts() {
    List<Result> costs = List.of(cost("1", "5.10", "1800"), cost("8", "4.00", "2000"));
    assertThat(Goals.judged(costs, "quick", false).stream().map(GoalsTest::line))
        .containsExactly(
            "GOAL name=own-cost.micros ratio=5.100 spread=0.00 goal=5.000 mode=quick met=no",
            "GOAL name=own-cost.bytes ratio=2000 spread=0.00 goal=2048 mode=quick met=yes");
  }

  @Test
  void what_a_run_of_everything_lacks_is_told_as_unclear() {
    assertThat(Goals.judged(List.of(), "quick", false)).isEmpty();
    assertThat(Goals.judged(List.of(), "quick", true))
        .hasSameSizeAs(Goals.ALL)
        .allMatch(line -> "-".equals(line.get("ratio")) && "unclear".equals(line.get("met")));
    assertThat(Goals.ALL).extracting(Goals.Goal::name).doesNotHaveDuplicates();
    assertThat(Goals.ALL)
        .extracting(Goals.Goal::name)
        .contains("backlog", "snapshot", "idle.hundred", "pickup.p99.notify", "ordered.sqlite");
  }

  private static Result cost(String workers, String micros, String bytes) {
    return Result.of("own-cost", "postgresql")
        .with("contender", "rowqueue-lease")
        .with("workers", workers)
        .with("micros", micros)
        .with("bytes", bytes);
  }

  private static Rounds rounds(double... values) {
    Rounds rounds = Rounds.NONE;
    for (double value : values) {
      rounds = rounds.and(value);
    }
    return rounds;
  }

  private static Result drained(String contender, int workers, double... rates) {
    return Result.of("W1", "postgresql")
        .with("contender", contender)
        .with("workers", String.valueOf(workers))
        .with("rate", rounds(rates), "%.0f");
  }

  private static String line(Map<String, String> goal) {
    return Result.line("GOAL", goal);
  }
}
