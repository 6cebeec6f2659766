package io.github.rowqueue.dialect;

import java.util.Objects;
import java.util.Optional;
import java.util.function.IntFunction;

/**
 * The {@link Guard}s of several lanes, taken at once. Where groups are lanes, each is the very
 * guard that a claim of that group takes.
 *
 * @param holder what they belong to
 * @param take given the number of lanes; yields a row for each lane whose guard was got, or for
 *     every lane: the place of the lane, and 1 if it was got; of a guard of the process, its name
 * @param release of a guard of the session, given the number of lanes to give back; yields a row
 *     each, 1 if this session held the guard and now does not
 */
public record LaneGuard(
    Holder holder, IntFunction<Statement> take, Optional<IntFunction<Statement>> release) {

  /** Refuses missing parts. */
  public LaneGuard {
    Objects.requireNonNull(holder, "holder");
    Objects.requireNonNull(take, "take");
    Objects.requireNonNull(release, "release");
  }

  /** What guards belong to. */
  public enum Holder {
    /** See {@link Guard.OfTransaction}. */
    TRANSACTION,
    /** See {@link Guard.OfSession}. */
    SESSION,
    /** See {@link Guard.OfProcess}. */
    PROCESS
  }
}
