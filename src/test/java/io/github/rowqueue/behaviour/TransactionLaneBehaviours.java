package io.github.rowqueue.behaviour;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowqueue.subscribe.Backoff;
import io.github.rowqueue.subscribe.Outcome;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Handlers in transactions whose rows are kept in order, by group, by key, or on one worker. */
interface TransactionLaneBehaviours extends LaneOrderBehaviours {

  List<String> LANES = List.of("a", "b", "c");
  int ROWS = 5;

  @ParameterizedTest
  @MethodSource("laneKinds")
  @DisplayName(
      "SPEC 4, 7: an effect is committed before the next row of its lane starts, which waits for no poll")
  default void an_effect_is_committed_before_the_next_row_of_its_lane_starts(LaneKind kind)
      throws Exception {
    queue().emptied(kind.rowClass());
    Effects effects = Effects.of(queue(), QueueFixture.newGroup());
    Queue<String> wrong = new ConcurrentLinkedQueue<>();
    Map<String, Integer> runs = new ConcurrentHashMap<>();
    for (int row = 0; row < ROWS; row++) {
      for (String lane : LANES) {
        insert(kind, lane, lane + row);
      }
    }
    queue()
        .start(
            queue()
                .rowqueue(
                    kind.subscription()
                        .workers(3)
                        .backoff(Backoff.fixed(Duration.ofMillis(1)))
                        .handleInTransaction(
                            (row, delivery, connection) -> {
                              if (!before(row).equals(seen(effects, connection, row))) {
                                wrong.add(row + " sees " + seen(effects, connection, row));
                              }
                              effects.write(connection, row);
                              int run = runs.merge(row, 1, Integer::sum);
                              if (row.endsWith("1") && run == 1) {
                                return Outcome.retry();
                              }
                              if (kind.isKeys() && row.endsWith("3") && run == 1) {
                                throw new IllegalStateException("failed on purpose");
                              }
                              return Outcome.ack();
                            }))
                .pollInterval(Duration.ofMinutes(10)));
    QueueFixture.await(
        () -> "all rows are done, now " + runs,
        () -> QueueFixture.unchecked(() -> queue().count(kind.table(), "1 = 1")) == 0);
    assertThat(wrong).isEmpty();
    assertThat(effects.committed())
        .containsExactlyInAnyOrderElementsOf(
            LANES.stream().flatMap(lane -> before(lane + ROWS).stream()).toList());
  }

  @ParameterizedTest
  @MethodSource("forms")
  @DisplayName(
      "B123, SPEC 7: by key on one worker, an effect is committed before the next row of its key starts")
  default void by_key_an_effect_is_committed_before_the_next_row_of_its_key_starts(JobForm form)
      throws Exception {
    KeyedJobs jobs = KeyedJobs.create(queue(), form);
    Effects effects = Effects.of(queue(), jobs.group());
    Queue<String> wrong = new ConcurrentLinkedQueue<>();
    List<String> all = LANES.stream().flatMap(lane -> before(lane + ":" + ROWS).stream()).toList();
    jobs.insert(all);
    queue()
        .start(
            jobs.subscription()
                .workersByKey(2)
                .handleInTransaction(
                    (row, delivery, connection) -> {
                      if (!before(row).equals(seen(effects, connection, row))) {
                        wrong.add(row + " sees " + seen(effects, connection, row));
                      }
                      effects.write(connection, row);
                      return Outcome.ack();
                    }));
    jobs.awaitGone();
    assertThat(wrong).isEmpty();
    assertThat(effects.committed()).containsExactlyInAnyOrderElementsOf(all);
  }

  /** The rows of its lane that come before {@code row}. */
  private static List<String> before(String row) {
    String lane = row.replaceAll("\\d+$", "");
    return IntStream.range(0, Integer.parseInt(row.substring(lane.length())))
        .mapToObj(earlier -> lane + earlier)
        .toList();
  }

  private static List<String> seen(Effects effects, Connection connection, String row)
      throws SQLException {
    List<String> ofLane = new ArrayList<>(effects.seenBy(connection));
    ofLane.removeIf(what -> what.charAt(0) != row.charAt(0));
    return ofLane.stream().sorted().toList();
  }

  private void insert(LaneKind kind, String lane, String row) throws SQLException {
    String sql =
        "insert into %s (%s, %s, %s%s) values (?, 0, ?%s)"
            .formatted(
                queue().q(kind.table()),
                queue().q(kind.lane()),
                queue().q("priority"),
                queue().q("payload"),
                kind.isKeys() ? ", " + queue().q("grp") : "",
                kind.isKeys() ? ", '" + LaneKind.GROUP + "'" : "");
    try (Connection connection = queue().pool().getConnection();
        PreparedStatement insert = connection.prepareStatement(sql)) {
      insert.setString(1, lane);
      insert.setString(2, row);
      insert.executeUpdate();
    }
  }
}
