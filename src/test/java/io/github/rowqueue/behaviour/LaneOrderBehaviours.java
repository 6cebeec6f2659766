package io.github.rowqueue.behaviour;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.github.rowqueue.Rowqueue;
import io.github.rowqueue.subscribe.Backoff;
import io.github.rowqueue.subscribe.Settled;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The order of many lanes under many claimers, against a history of what happened. */
interface LaneOrderBehaviours extends Behaviours {

  default Stream<LaneKind> laneKinds() {
    boolean rowLocks = forms().anyMatch(form -> form == JobForm.ROW_LOCK);
    return Stream.of(LaneKind.values()).filter(kind -> rowLocks || kind.isLease());
  }

  @ParameterizedTest
  @MethodSource("laneKinds")
  @DisplayName(
      "SPEC 4: eight claimers of three Rowqueues, random outcomes, crashes and inserts ahead: each lane is kept")
  default void eight_claimers_keep_the_order_of_each_lane(LaneKind kind) throws Exception {
    queue().emptied(kind.rowClass());
    long seed = Long.getLong("rowqueue.seed", System.nanoTime());
    LaneRun run = new LaneRun(queue(), kind, seed);
    run.writeFirst();
    Events events = new Events();
    List<HikariDataSource> pools =
        Stream.generate(() -> queue().database().pool(6)).limit(3).toList();
    List<Rowqueue> claimers = new ArrayList<>();
    try {
      for (int i = 0; i < 3; i++) {
        claimers.add(
            Rowqueue.on(pools.get(i))
                .pollInterval(Duration.ofMillis(20))
                .listener(events)
                .subscribe(
                    kind.subscription()
                        .workers(i == 0 ? 2 : 3)
                        .backoff(Backoff.fixed(Duration.ofMillis(15)))
                        .handle(run.handler(new Random(seed + 1 + i))))
                .start());
      }
      run.awaitAll();
    } finally {
      claimers.forEach(Rowqueue::close);
      pools.forEach(HikariDataSource::close);
    }
    assertThat(run.history().violations()).as("%s, seed %d", kind, seed).isEmpty();
    assertThat(run.history().finished())
        .as("%s, seed %d: nothing lost", kind, seed)
        .isEqualTo(run.rows());
    assertThat(events.settled())
        .as("%s, seed %d: nothing settled twice", kind, seed)
        .filteredOn(how -> how == Settled.ACKED || how == Settled.DROPPED)
        .hasSize(run.rows());
    assertThat(run.history().deliveries()).isGreaterThan(run.rows());
  }
}
