package io.github.rowqueue.internal.subscriber;

import io.github.rowqueue.internal.subscriber.KeyLanes.Admitted;
import io.github.rowqueue.internal.subscriber.KeyLanes.Ended;
import io.github.rowqueue.internal.subscriber.KeyLanes.Start;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;

/** The workers of one subscription: how many rows they can take, and which of them takes which. */
interface Workers {

  /** How many can be given rows by a claim. */
  int free();

  /** How many rows a claim for {@code workers} of them asks for. */
  int rows(int workers);

  /** Takes {@code workers} of them for a claim. */
  void take(int workers);

  /** A claim that took {@code workers} is over and brought {@code rows}; one ended by itself. */
  void give(int workers, int rows);

  /** Decides which rows of a claim run now, and where. */
  Admitted<WorkInProgress> admit(List<WorkInProgress> rows);

  /** Undoes what {@link #admit} did for {@code rows}, none of which has started. */
  void forget(List<WorkInProgress> rows, List<Start<WorkInProgress>> starts);

  /** The lane in which a row whose holder died runs now; none if it must not run yet. */
  OptionalInt admitSuspect(WorkInProgress row);

  /** What runs next in a lane; see {@link KeyLanes#ended}. */
  Ended<WorkInProgress> ended(int lane, boolean gaveUp);

  /** Takes out the rows that are to be given back because their lane has waited for too long. */
  List<Start<WorkInProgress>> late(Duration limit);

  /** The rows that were taken out of a lane are given back; see {@link KeyLanes#givenBack}. */
  boolean givenBack(int lane);

  /** Takes out all rows that wait. */
  List<WorkInProgress> drain();

  /**
   * Whether a worker is free for a suspect, which must not wait. If none is, the next that ends may
   * be kept free for it.
   */
  default boolean mayLookForSuspect() {
    return free() > 0;
  }

  /** A look for a suspect is over that found none to run; no worker is kept free any more. */
  default void lookedInVain() {
    // Most keep none free.
  }

  /** The rows that wait while a worker is free, which is theirs now; empty if there are none. */
  default List<WorkInProgress> startWaiting() {
    return List.of();
  }

  /** The handler of a run has taken {@code nanos}. */
  default void ran(long nanos) {
    // Most do not go by it.
  }

  /** A row has entered this process; {@link #left} is told when it leaves. */
  default void entered() {
    // Most do not count them.
  }

  /**
   * A row has left this process, settled or given back.
   *
   * @return whether a claim that waited for this may start
   */
  default boolean left() {
    return false;
  }

  /** Whether a worker goes on to its next row while the last is being settled. */
  default boolean settlesLater() {
    return false;
  }
}
