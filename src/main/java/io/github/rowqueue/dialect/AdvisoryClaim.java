package io.github.rowqueue.dialect;

import java.util.Objects;
import java.util.function.IntFunction;

/**
 * How a row of the advisory form is taken: candidates are read with their keys and without a lock,
 * a key is locked by itself, and only then, in a statement that sees what the last holder of the
 * key has written, the row is taken. A lock that stood in the condition of a limited read would be
 * taken once per row the database looks at (PostgreSQL 17.5: 1000 locks for 10 rows).
 *
 * @param candidates the read of ids and keys, given how many keys it leaves out; {@code LIMIT} rows
 * @param locks what holds a key
 * @param take takes the row {@code ID[0]} if it is still claimable, and counts its attempt where
 *     the table has one
 */
public record AdvisoryClaim(IntFunction<Statement> candidates, KeyLocks locks, Claim take) {

  /** Refuses a missing part. */
  public AdvisoryClaim {
    Objects.requireNonNull(candidates, "candidates");
    Objects.requireNonNull(locks, "locks");
    Objects.requireNonNull(take, "take");
  }

  /**
   * The read of ids and their keys in claim order, two columns.
   *
   * @param excluded how many keys it leaves out, {@code KEY[0]} and on
   */
  public Statement candidates(int excluded) {
    return candidates.apply(excluded);
  }
}
