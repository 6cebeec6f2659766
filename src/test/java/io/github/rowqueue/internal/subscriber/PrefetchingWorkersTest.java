package io.github.rowqueue.internal.subscriber;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowqueue.codec.Codecs;
import io.github.rowqueue.internal.form.ClaimedRow;
import io.github.rowqueue.internal.subscriber.KeyLanes.Admitted;
import io.github.rowqueue.internal.subscriber.KeyLanes.Start;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.Subscription;
import io.github.rowqueue.table.Table;
import io.github.rowqueue.table.TableSpec;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class PrefetchingWorkersTest {

  private static final long FAST = 1_000;
  private static final long TWENTY_MS = Duration.ofMillis(20).toNanos();

  private static final Subscription MAILS =
      Subscription.of(
              "mails",
              Table.of(
                  TableSpec.builder("jobs").id("id").lockedUntil("until").payload("body").build(),
                  row -> row))
          .codec(Codecs.bytes())
          .handle((message, delivery) -> Outcome.ack());

  @Test
  @DisplayName("Before a handler has ended a claim is of one row for each worker")
  void nothing_is_claimed_ahead_at_first() {
    PrefetchingWorkers workers = new PrefetchingWorkers(3, 1, 10);
    assertThat(workers.free()).isOne();
    assertThat(workers.rows(1)).isEqualTo(3);
    assertThat(admit(workers, rows(3)).starts()).hasSize(3);
    assertThat(workers.free()).isZero();
  }

  @Test
  @DisplayName(
      "Once handlers are known to be fast, the next claim starts when half of the rows ahead are gone")
  void a_claim_starts_when_half_of_the_rows_ahead_are_gone() {
    PrefetchingWorkers workers = new PrefetchingWorkers(1, 1, 10);
    admit(workers, rows(1));
    end(workers, FAST);
    assertThat(workers.rows(1)).as("one for the worker, ten ahead").isEqualTo(11);
    List<WorkInProgress> rows = rows(11);
    assertThat(admit(workers, rows).starts()).containsExactly(new Start<>(0, rows.subList(0, 1)));
    for (int i = 1; i <= 5; i++) {
      assertThat(workers.free()).as("%d of ten are gone", i - 1).isZero();
      assertThat(end(workers, FAST)).containsExactly(rows.get(i));
    }
    assertThat(workers.free()).isOne();
    assertThat(workers.rows(1)).isEqualTo(5);
  }

  @Test
  @DisplayName("No more rows wait than the workers get through within 100 ms")
  void slow_handlers_leave_rows_to_others() {
    PrefetchingWorkers workers = new PrefetchingWorkers(2, 1, 64);
    admit(workers, rows(2));
    end(workers, TWENTY_MS);
    assertThat(workers.rows(1)).as("one for the free worker, ten ahead").isEqualTo(11);
    PrefetchingWorkers slow = new PrefetchingWorkers(2, 1, 64);
    admit(slow, rows(2));
    end(slow, Duration.ofMillis(201).toNanos());
    assertThat(slow.rows(1)).as("one for the free worker").isOne();
  }

  @Test
  @DisplayName("Lists are filled for each worker")
  void batches_are_filled() {
    PrefetchingWorkers workers = new PrefetchingWorkers(2, 3, 64);
    List<WorkInProgress> rows = rows(8);
    assertThat(admit(workers, rows).starts())
        .containsExactly(new Start<>(0, rows.subList(0, 3)), new Start<>(0, rows.subList(3, 6)));
    assertThat(end(workers, FAST)).isEqualTo(rows.subList(6, 8));
    assertThat(end(workers, FAST)).isEmpty();
  }

  @Test
  @DisplayName(
      "SPEC 3: a worker that ends is kept free for a suspect that is due, and given back to rows that wait")
  void a_worker_is_kept_free_for_a_suspect() {
    PrefetchingWorkers workers = new PrefetchingWorkers(1, 1, 10);
    List<WorkInProgress> rows = rows(3);
    admit(workers, rows);
    assertThat(workers.mayLookForSuspect()).isFalse();
    assertThat(end(workers, FAST)).isEmpty();
    assertThat(workers.startWaiting()).as("kept free").isEmpty();
    assertThat(workers.mayLookForSuspect()).isTrue();
    workers.lookedInVain();
    assertThat(workers.startWaiting()).containsExactly(rows.get(1));
    assertThat(workers.mayLookForSuspect()).isFalse();
    assertThat(end(workers, FAST)).isEmpty();
    assertThat(workers.admitSuspect(rows(1).get(0))).hasValue(0);
    assertThat(workers.startWaiting()).isEmpty();
    assertThat(end(workers, FAST)).containsExactly(rows.get(2));
  }

  @Test
  @DisplayName(
      "SPEC 13, 4: after rows have waited for too long none are claimed ahead until a handler ends")
  void claiming_ahead_pauses_behind_handlers_that_hang() {
    PrefetchingWorkers workers = new PrefetchingWorkers(1, 1, 10);
    admit(workers, rows(1));
    end(workers, FAST);
    List<WorkInProgress> rows = rows(5);
    admit(workers, rows);
    assertThat(workers.late(Duration.ofHours(1))).isEmpty();
    assertThat(workers.late(Duration.ZERO)).containsExactly(new Start<>(0, rows.subList(1, 5)));
    assertThat(workers.givenBack(0)).isFalse();
    assertThat(workers.free()).isZero();
    end(workers, FAST);
    assertThat(workers.rows(1)).isEqualTo(11);
  }

  @Test
  @DisplayName(
      "Rows that are not settled keep claims from starting, and the last that is in the way tells")
  void unsettled_rows_hold_claims_back() {
    PrefetchingWorkers workers = new PrefetchingWorkers(1, 1, 3);
    admit(workers, rows(1));
    end(workers, FAST);
    rows(8).forEach(row -> workers.entered());
    assertThat(workers.free()).as("none of eight is settled").isZero();
    assertThat(workers.left()).as("room for one is too little").isFalse();
    assertThat(workers.left()).isTrue();
    assertThat(workers.rows(1)).isEqualTo(2);
    assertThat(workers.left()).as("there was room already").isFalse();
  }

  @Test
  @DisplayName("What waits is drained, and rows of a claim that failed are forgotten")
  void rows_that_wait_are_drained_or_forgotten() {
    PrefetchingWorkers workers = new PrefetchingWorkers(1, 1, 10);
    List<WorkInProgress> rows = rows(3);
    Admitted<WorkInProgress> admitted = admit(workers, rows);
    workers.forget(rows, admitted.starts());
    assertThat(workers.drain()).isEmpty();
    assertThat(workers.rows(1)).isOne();
    admit(workers, rows);
    assertThat(workers.drain()).isEqualTo(rows.subList(1, 3));
    assertThat(end(workers, FAST)).isEmpty();
  }

  private static Admitted<WorkInProgress> admit(
      PrefetchingWorkers workers, List<WorkInProgress> rows) {
    return workers.admit(rows);
  }

  private static List<WorkInProgress> end(PrefetchingWorkers workers, long nanos) {
    workers.ran(nanos);
    return workers.ended(0, false).next();
  }

  private static List<WorkInProgress> rows(int count) {
    return Stream.generate(PrefetchingWorkersTest::row).limit(count).toList();
  }

  private static WorkInProgress row() {
    ClaimedRow row =
        (ClaimedRow)
            Proxy.newProxyInstance(
                PrefetchingWorkersTest.class.getClassLoader(),
                new Class<?>[] {ClaimedRow.class},
                (proxy, method, arguments) -> {
                  throw new AssertionError(method.getName());
                });
    return new WorkInProgress(MAILS, row);
  }
}
