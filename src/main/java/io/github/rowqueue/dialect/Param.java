package io.github.rowqueue.dialect;

/**
 * What one placeholder of a statement stands for.
 *
 * @param meaning the kind of value
 * @param index which row (for {@link Meaning#ID}, {@link Meaning#HELD_UNTIL}, {@link
 *     Meaning#HELD_ATTEMPT}, {@link Meaning#KEY}, and what begins with EACH) or which column of the
 *     description (for {@link Meaning#COLUMN}, and for {@link Meaning#NOW} and {@link
 *     Meaning#RETRY_AT} the column whose type they take); 0 otherwise
 */
public record Param(Meaning meaning, int index) {

  /** A parameter of which a statement needs one value only. */
  public static Param of(Meaning meaning) {
    return new Param(meaning, 0);
  }

  @Override
  public String toString() {
    return meaning.indexed ? meaning + "[" + index + "]" : meaning.toString();
  }

  /** The kinds of values that are bound. */
  public enum Meaning {
    /** The subscription's group. */
    GROUP(false),
    /**
     * The instant of the claim or of the settlement, by the host's clock, in the type of the column
     * it meets.
     */
    NOW(true),
    /** How many rows are wanted. */
    LIMIT(false),
    /** The new end of the lease. */
    LEASE_UNTIL(false),
    /**
     * The largest attempt the column can hold, less one: {@code least(attempt, this) + 1} never
     * overflows.
     */
    ATTEMPT_ROOM(false),
    /** The instant before which the row must not be claimed again, by the host's clock. */
    RETRY_AT(true),
    /** The delay in microseconds, added to the database's clock; 100 000 days at most. */
    DELAY(false),
    /**
     * What a released lease column is set back to: null, or the past for a row whose holder died.
     */
    RELEASE_TO(false),
    /** An instant before the end of every lease, in the type of that column. */
    LONG_AGO(false),
    /** The last instant the lease column holds: the lease of a parked head. */
    END_OF_TIME(false),
    /** The group a dead letter moves to. */
    DESTINATION(false),
    /** Why the attempt failed. */
    LAST_ERROR(false),
    /** The {@link #RETRY_AT} of the {@code index}-th row, in the type of its retry_after column. */
    EACH_RETRY_AT(true),
    /**
     * The {@link #RETRY_AT} of the {@code index}-th row, in the type of its locked_until column.
     */
    EACH_HOLD_UNTIL(true),
    /** The {@link #LAST_ERROR} of the {@code index}-th row. */
    EACH_ERROR(true),
    /** The number of this delivery, as its handler reads it; 1 for the first. */
    ATTEMPT(false),
    /** The {@code index}-th lock key, as the candidates yield it. */
    KEY(true),
    /** The settings of a session as its first lock found them. */
    SETTINGS(false),
    /** The id of the {@code index}-th row. */
    ID(true),
    /** The {@code index}-th lane: a key, or where groups are lanes a group. */
    LANE(true),
    /** The lane behind which a scan of lanes goes on. */
    AFTER(false),
    /** The {@code index}-th group that a scan of groups leaves out. */
    EXCLUDED(true),
    /** How many entries of the index a scan of lanes may read. */
    WINDOW(false),
    /** An expiry the {@code index}-th delivery wrote. */
    HELD_UNTIL(true),
    /** The attempt the {@code index}-th delivery wrote. */
    HELD_ATTEMPT(true),
    /** The value of the {@code index}-th column of the description. */
    COLUMN(true),
    /** The channel a notification is sent to; see {@link Channels}. */
    CHANNEL(false),
    /** What the notifications carry, as an array of texts. */
    PAYLOADS(false);

    private final boolean indexed;

    Meaning(boolean indexed) {
      this.indexed = indexed;
    }
  }
}
