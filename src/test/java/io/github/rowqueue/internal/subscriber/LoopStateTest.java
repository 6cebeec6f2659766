package io.github.rowqueue.internal.subscriber;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowqueue.internal.jdbc.RowId;
import io.github.rowqueue.internal.subscriber.LoopState.Next;
import io.github.rowqueue.internal.subscriber.LoopState.Step;
import io.github.rowqueue.subscribe.Backoff;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class LoopStateTest {

  private static final Duration POLL = Duration.ofSeconds(1);
  private static final RowId ONE = RowId.of(1L);
  private static final RowId TWO = RowId.of(2L);

  private static LoopState state(int workers, boolean sideBySide, boolean suspects) {
    ClaimPacing pacing = new ClaimPacing(POLL, Backoff.fixed(POLL), 0);
    return new LoopState(
        new FreeWorkers(workers, 1),
        sideBySide,
        pacing,
        new SuspectWatch(suspects, POLL, Backoff.fixed(POLL), 0));
  }

  private static Next claim(int rows) {
    return new Next(Step.CLAIM, 0, rows, rows, 0);
  }

  @Test
  void a_batch_takes_one_worker_for_several_rows() {
    ClaimPacing pacing = new ClaimPacing(POLL, Backoff.fixed(POLL), 0);
    LoopState state =
        new LoopState(
            new FreeWorkers(2, 4),
            false,
            pacing,
            new SuspectWatch(false, POLL, Backoff.fixed(POLL), 0));
    Next next = state.next(0, true);
    assertThat(next).isEqualTo(new Next(Step.CLAIM, 0, 8, 2, 1));
    state.claimed(0, next, List.of(ONE, TWO));
    state.wake();
    assertThat(state.next(0, false))
        .as("two rows are one batch")
        .isEqualTo(new Next(Step.CLAIM, 0, 4, 1, 2));
  }

  @Test
  void a_lease_claim_asks_for_a_row_for_each_free_worker_and_one_runs_at_a_time() {
    LoopState state = state(4, false, false);
    assertThat(state.next(0, true)).isEqualTo(new Next(Step.CLAIM, 0, 4, 4, 1));
    assertThat(state.next(0, true).step()).isEqualTo(Step.NOTHING);
    state.claimed(0, claim(4), List.of(ONE));
    assertThat(state.next(0, false).step()).as("fewer than asked for").isEqualTo(Step.WAIT);
    state.wake();
    assertThat(state.next(0, false)).isEqualTo(new Next(Step.CLAIM, 0, 3, 3, 2));
  }

  @Test
  @DisplayName(
      "B292: row lock claims run side by side once one found a row; after an empty one only one probes")
  void row_lock_claims_run_side_by_side_while_there_are_rows() {
    LoopState state = state(3, true, false);
    assertThat(state.next(0, true)).isEqualTo(new Next(Step.CLAIM, 0, 1, 1, 1));
    assertThat(state.next(0, true).step()).as("probing").isEqualTo(Step.NOTHING);
    state.claimed(0, claim(1), List.of(ONE));
    assertThat(state.next(0, false).step()).isEqualTo(Step.CLAIM);
    assertThat(state.next(0, false).step()).isEqualTo(Step.CLAIM);
    assertThat(state.next(0, false).step()).as("no worker is free").isEqualTo(Step.NOTHING);
    state.claimed(0, claim(1), List.of(TWO));
    state.claimed(0, claim(1), List.of());
    assertThat(state.next(0, false).step()).isEqualTo(Step.WAIT);
  }

  @Test
  @DisplayName("B251: an empty claim that looked before a full one does not end the search")
  void an_older_empty_claim_does_not_end_the_search() {
    LoopState state = state(3, true, false);
    state.claimed(0, state.next(0, true), List.of(ONE));
    Next older = state.next(0, false);
    Next newer = state.next(0, false);
    state.claimed(0, newer, List.of(TWO));
    state.claimed(0, older, List.of());
    assertThat(state.next(0, false).step()).as("there may be more").isEqualTo(Step.CLAIM);
  }

  @Test
  @DisplayName("An empty claim that looked after a full one ends the search")
  void a_newer_empty_claim_ends_the_search() {
    LoopState state = state(3, true, false);
    state.claimed(0, state.next(0, true), List.of(ONE));
    Next older = state.next(0, false);
    Next newer = state.next(0, false);
    state.claimed(0, older, List.of(TWO));
    state.claimed(0, newer, List.of());
    assertThat(state.next(0, false).step()).isEqualTo(Step.WAIT);
  }

  @Test
  void a_claim_for_which_there_is_no_connection_is_wanted_still() {
    LoopState state = state(1, true, false);
    Next next = state.next(0, true);
    state.notTaken(next);
    Next again = state.next(0, true);
    assertThat(again).isEqualTo(new Next(Step.CLAIM, 0, next.rows(), next.workers(), again.turn()));
  }

  @Test
  @DisplayName("SPEC 3: suspects go before fresh rows, one at a time")
  void a_suspect_is_looked_for_before_fresh_rows() {
    LoopState state = state(2, false, true);
    assertThat(state.next(0, true).step()).isEqualTo(Step.SWEEP);
    assertThat(state.next(0, true).step())
        .as("fresh rows wait for the look")
        .isEqualTo(Step.NOTHING);
    state.noSuspect(0);
    assertThat(state.next(0, true)).isEqualTo(new Next(Step.CLAIM, 0, 2, 2, 1));
    state.claimed(0, claim(2), List.of());
    assertThat(state.next(POLL.toNanos(), true).step())
        .as("looked for each poll")
        .isEqualTo(Step.SWEEP);
  }

  @Test
  @DisplayName(
      "SPEC 3: a suspect in its last attempt waits until nothing else is in work, and fresh rows wait with it")
  void a_last_attempt_waits_to_be_alone() {
    LoopState state = state(2, false, true);
    assertThat(state.next(0, false).step()).isEqualTo(Step.SWEEP);
    state.suspectWaits();
    state.wake();
    assertThat(state.next(0, false).step()).isEqualTo(Step.NOTHING);
    assertThat(state.next(0, true).step())
        .as("once idle it is looked for again")
        .isEqualTo(Step.SWEEP);
  }

  @Test
  void nothing_is_claimed_after_the_close() {
    LoopState state = state(2, false, true);
    state.close();
    state.wake();
    assertThat(state.next(0, true).step()).isEqualTo(Step.NOTHING);
  }

  @Test
  void a_failed_claim_gives_its_workers_back_and_waits() {
    LoopState state = state(2, false, false);
    assertThat(state.next(0, true).rows()).isEqualTo(2);
    state.claimFailed(0, claim(2));
    assertThat(state.next(0, true)).isEqualTo(new Next(Step.WAIT, POLL.toNanos(), 0, 0, 0));
    assertThat(state.next(POLL.toNanos(), true).rows()).isEqualTo(2);
  }

  @Test
  void looks_for_suspects_that_fail_do_not_put_off_claims() {
    LoopState state = state(1, false, true);
    for (int i = 0; i < 20; i++) {
      assertThat(state.next(i * POLL.toNanos(), true).step()).isEqualTo(Step.SWEEP);
      state.sweepFailed(i * POLL.toNanos());
    }
    assertThat(state.next(19 * POLL.toNanos(), true).step()).isEqualTo(Step.CLAIM);
  }

  @Test
  void a_claim_whose_rows_were_all_given_back_is_not_repeated_at_once() {
    LoopState state = state(2, false, false);
    Next next = state.next(0, true);
    state.claimedInVain(0, next);
    assertThat(state.next(0, true)).isEqualTo(new Next(Step.WAIT, 50_000_000, 0, 0, 0));
    assertThat(state.next(50_000_000, true))
        .as("its workers are free")
        .isEqualTo(new Next(Step.CLAIM, 0, 2, 2, 2));
  }

  @Test
  @DisplayName("SPEC 3: a suspect whose key is in work is looked for again once its lane is free")
  void a_suspect_that_must_wait_is_looked_for_when_a_lane_opens() {
    LoopState state = state(4, false, true); // each look takes one and nothing ends
    assertThat(state.next(0, false).step()).isEqualTo(Step.SWEEP);
    state.suspectLater(0);
    state.laneOpened(1);
    assertThat(state.next(1, false).step()).as("before fresh rows").isEqualTo(Step.SWEEP);
    state.laneOpened(2);
    state.suspectLater(2);
    assertThat(state.next(2, false).step()).as("opened meanwhile").isEqualTo(Step.SWEEP);
    state.suspectLater(2);
    assertThat(state.next(2, false).step()).as("at the next poll else").isEqualTo(Step.CLAIM);
  }
}
