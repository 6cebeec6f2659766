package io.github.rowqueue.dialect;

import java.util.Objects;
import java.util.Optional;
import java.util.function.IntFunction;

/**
 * How a database takes claimable rows, in up to three steps, before which a {@link #guard} may
 * stand. The rows come from {@link #take} with all columns of the description in its order, the
 * attempt as it was BEFORE this claim counted it (B65).
 *
 * <ol>
 *   <li>{@link #candidates} (H2 only): a plain read of more ids than wanted; the next steps then
 *       name ids
 *   <li>{@link #take}: reads rows and holds them, or takes them outright
 *   <li>{@link #stamp} (lease form where the database has no UPDATE … RETURNING): writes lease and
 *       attempt of the rows taken, in the same transaction
 * </ol>
 */
public final class Claim {

  private final Optional<Statement> candidates;
  private final IntFunction<Statement> take;
  private final Optional<IntFunction<Statement>> stamp;
  private final boolean ordered;
  private final Optional<Guard> guard;
  private final Optional<IntFunction<Statement>> from;

  private Claim(
      Optional<Statement> candidates,
      IntFunction<Statement> take,
      Optional<IntFunction<Statement>> stamp,
      boolean ordered,
      Optional<Guard> guard,
      Optional<IntFunction<Statement>> from) {
    this.candidates = candidates;
    this.take = Objects.requireNonNull(take, "take");
    this.stamp = stamp;
    this.ordered = ordered;
    this.guard = guard;
    this.from = from;
  }

  private static Claim of(
      Optional<Statement> candidates,
      IntFunction<Statement> take,
      Optional<IntFunction<Statement>> stamp) {
    return new Claim(candidates, take, stamp, true, Optional.empty(), Optional.empty());
  }

  /** A claim of one statement. */
  public static Claim inOne(Statement statement) {
    return of(Optional.empty(), ids -> statement, Optional.empty());
  }

  /** A locking read, and one write for all rows it found; {@code stamp} is given their number. */
  public static Claim lockThenStamp(Statement lock, IntFunction<Statement> stamp) {
    return of(Optional.empty(), ids -> lock, Optional.of(stamp));
  }

  /**
   * A plain read of candidate ids before the locking read, which is given the number of ids it
   * names.
   */
  public static Claim byCandidates(Statement candidates, IntFunction<Statement> lock) {
    return of(Optional.of(candidates), lock, Optional.empty());
  }

  /**
   * As {@link #byCandidates(Statement, IntFunction)}, and one write for all rows the locking read
   * found.
   */
  public static Claim byCandidates(
      Statement candidates, IntFunction<Statement> lock, IntFunction<Statement> stamp) {
    return of(Optional.of(candidates), lock, Optional.of(stamp));
  }

  /** A locking read of rows by their ids; {@code lock} is given their number. */
  public static Claim byIds(IntFunction<Statement> lock) {
    return of(Optional.empty(), lock, Optional.empty()).unordered();
  }

  /** As {@link #byIds(IntFunction)}, and one write for all rows the locking read found. */
  public static Claim byIds(IntFunction<Statement> lock, IntFunction<Statement> stamp) {
    return of(Optional.empty(), lock, Optional.of(stamp)).unordered();
  }

  /** A claim in one statement of lanes it names; {@code take} is given their number. */
  public static Claim byLanes(IntFunction<Statement> take) {
    return of(Optional.empty(), take, Optional.empty());
  }

  /**
   * This claim, whose rows come in no order and are to be sorted into claim order by the reader.
   */
  public Claim unordered() {
    return new Claim(candidates, take, stamp, false, guard, from);
  }

  /**
   * This claim under {@code guard}: it takes the head of a FIFO group or nothing, and runs only
   * while the guard is held. A row lock claim keeps the guard until its transaction has ended.
   */
  public Claim under(Guard guard) {
    return new Claim(candidates, take, stamp, ordered, Optional.of(guard), from);
  }

  /**
   * This claim of one statement, which a database is also asked for that reads nothing before
   * certain places of the claim order: where rows that are gone stay in the index as long as
   * anybody could still see them, these would be read again by each claim.
   *
   * @param statement is given how many marks, each of one priority, its rows start from
   */
  public Claim orFrom(IntFunction<Statement> statement) {
    return new Claim(candidates, take, stamp, ordered, guard, Optional.of(statement));
  }

  /**
   * The statement that yields rows at or behind marks, and of the priorities of these marks alone;
   * empty where the database gains nothing by it.
   */
  public Optional<IntFunction<Statement>> from() {
    return from;
  }

  /** What must be taken before any step of this claim, if something must. */
  public Optional<Guard> guard() {
    return guard;
  }

  /** The plain read of candidate ids, one id per row, if this claim has one. */
  public Optional<Statement> candidates() {
    return candidates;
  }

  /**
   * The statement that yields the rows.
   *
   * @param ids how many ids, or lanes, it names; of no effect in a claim that finds its rows by
   *     itself
   */
  public Statement take(int ids) {
    return take.apply(ids);
  }

  /** Whether a second write stamps the rows that {@link #take} found. */
  public boolean stamps() {
    return stamp.isPresent();
  }

  /**
   * The statement that leases the rows found.
   *
   * @throws java.util.NoSuchElementException if {@link #stamps()} is false
   */
  public Statement stamp(int ids) {
    return stamp.orElseThrow().apply(ids);
  }

  /** Whether {@link #take} yields the rows in claim order. */
  public boolean ordered() {
    return ordered;
  }
}
