package io.github.rowqueue.internal.form;

import io.github.rowqueue.internal.jdbc.RawRow;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * How rows of one subscription are claimed and held. Thread-safe.
 *
 * <p>The form alone knows the token or the transaction that proves ownership, so it alone claims,
 * extends and settles.
 */
public interface Form {

  /** Whether several claims may run at a time. */
  boolean claimsSideBySide();

  /**
   * Makes sure that a claim will find a connection, where it holds one for as long as its rows are
   * in work.
   *
   * @param freed runs once when a connection is free again, if there is none now
   * @return false if there is none now, and the claim must wait for {@code freed}
   */
  boolean reserve(Runnable freed);

  /** Gives back what {@link #reserve} took for a claim that did not take place. */
  void unreserve();

  /**
   * Takes up to {@code limit} rows that nobody holds, in claim order.
   *
   * @throws io.github.rowqueue.error.StatementException if the database refused; nothing is known
   *     to be held
   */
  List<ClaimedRow> claim(int limit);

  /**
   * Takes one row whose holder let its lease run out; always empty in forms where the database
   * itself returns the rows of a dead process.
   *
   * @throws io.github.rowqueue.error.StatementException if the database refused
   */
  Optional<ClaimedRow> claimSuspect();

  /**
   * Tells whom to wake when a row has ended behind which others waited that a claim has passed
   * over, and after a claim that has not looked everywhere; called once, before the first claim.
   */
  default void onFreed(Runnable wake) {
    // Most forms see at every claim what is held.
  }

  /**
   * For how long claims here pass over a row that was given back to be claimed at once, because of
   * the lane whose head it is.
   */
  default Duration rest(RawRow row) {
    return Duration.ZERO;
  }

  /**
   * Tells of rows that this process has published, and that are committed.
   *
   * @param priority their priority; 0 in a table without one
   * @param due an instant before which none of them is due
   */
  default void published(long priority, Instant due) {
    // Most claims read from the start.
  }

  /** Gives back what is held beyond single rows; none is in work any more. */
  default void close() {
    // Most forms hold nothing else.
  }

  /** Whether {@link #claimSuspect} can find anything in this form. */
  boolean hasSuspects();

  /**
   * Writes the settlements of several rows with as few statements as the form can.
   *
   * @param settlements one per row, by position
   * @return what became of those that are settled now, or lost; the others are to be settled one by
   *     one
   */
  Map<ClaimedRow, SettleResult> settleTogether(List<ClaimedRow> rows, List<Settlement> settlements);

  /**
   * Gives rows back as {@link ClaimedRow#release} does, with as few statements as the form can.
   *
   * @return what became of each, by position
   */
  default List<SettleResult> releaseTogether(List<ClaimedRow> rows) {
    return rows.stream().map(ClaimedRow::release).toList();
  }

  /** Whether settlements can be left to {@link #settleLater}. */
  default boolean settlesLater() {
    return false;
  }

  /**
   * Leaves a settlement to whoever writes next, with all others that are waiting then; {@link
   * #flush} or {@link #flushBesides} is to be called after it, once for any number of them.
   *
   * @param told runs once, on any thread, and with no connection in hand: with what became of it if
   *     it is settled now or lost, or null if it is to be settled alone
   * @throws UnsupportedOperationException if {@link #settlesLater} is false
   */
  default void settleLater(
      ClaimedRow row, Settlement settlement, Consumer<@Nullable SettleResult> told) {
    throw new UnsupportedOperationException("the form settles each row at once");
  }

  /** Writes what is waiting, unless another thread does. */
  default void flush() {
    // Nothing ever waits where each row is settled at once.
  }

  /** As {@link #flush}, on another thread. */
  default void flushBesides() {
    // Nothing ever waits where each row is settled at once.
  }

  /**
   * The transaction for the handlers of {@code rows}, which were claimed together.
   *
   * @throws io.github.rowqueue.error.StatementException if none can be opened now
   */
  HandlerTransaction transaction(List<ClaimedRow> rows);
}
