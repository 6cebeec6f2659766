package io.github.rowqueue.dialect;

import java.util.Objects;
import java.util.Optional;
import java.util.function.IntFunction;

/**
 * How a database takes the heads of many lanes in one claim. A lane is what keeps its order by
 * itself: a partition key in the subscription's group, or, where one subscription serves all groups
 * of a table, a group. At most one row of a lane is in work.
 *
 * <ol>
 *   <li>a {@link #scan}: a plain read, lane by lane, that costs the lanes it passes and not the
 *       rows in them; what it finds is only a hint
 *   <li>the {@link #guard}: tried for each lane found, in a statement before the next
 *   <li>the {@link #claim}, of the lanes whose guard was got, in a new statement, so that it sees
 *       what happened before the guard was got
 * </ol>
 *
 * <p>In the row lock form the claim is of one lane, {@code LANE[0]}, and has its own guard ({@link
 * Claim#guard}), which is held for as long as its transaction; where groups are lanes it is the
 * ordinary claim of that group.
 *
 * @param scan finds lanes
 * @param probe tells which of the lanes found have a head that may be claimed now, where the scan
 *     tells only that no row of them is in work; given the number of lanes, yields the places of
 *     those that have
 * @param guard what keeps the claims of one lane apart, for many lanes at once; empty in the row
 *     lock form, and where a writer is alone anyway
 * @param heads a plain read of the ids of the heads, given the number of lanes, where {@code claim}
 *     takes rows by their ids; empty where that takes them by their lanes
 * @param claim takes the heads
 * @param suspects where groups are lanes, finds groups with a row whose lease ran out, given the
 *     number of groups left out; up to {@code LIMIT} of them
 */
public record LaneClaim(
    Scan scan,
    Optional<IntFunction<Statement>> probe,
    Optional<LaneGuard> guard,
    Optional<IntFunction<Statement>> heads,
    Claim claim,
    Optional<IntFunction<Statement>> suspects) {

  /** Refuses missing parts. */
  public LaneClaim {
    Objects.requireNonNull(scan, "scan");
    Objects.requireNonNull(probe, "probe");
    Objects.requireNonNull(guard, "guard");
    Objects.requireNonNull(heads, "heads");
    Objects.requireNonNull(claim, "claim");
    Objects.requireNonNull(suspects, "suspects");
  }

  /**
   * Finds lanes that have rows nobody holds, in the order of lanes, {@code LIMIT} of them at most.
   * Each row has three columns: the lane; how many of the {@code WINDOW} entries of the index stand
   * for it; and 1 if its head may be claimed now, as far as the scan tells, else 0.
   */
  @FunctionalInterface
  public interface Scan {
    /**
     * The statement.
     *
     * @param fromStart whether it begins with the first lane, or else behind {@code AFTER}
     * @param excluded how many groups it leaves out: they are found, and may not be claimed
     */
    Statement statement(boolean fromStart, int excluded);
  }
}
