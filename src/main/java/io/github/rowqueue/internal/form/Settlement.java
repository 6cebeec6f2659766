package io.github.rowqueue.internal.form;

import io.github.rowqueue.dialect.Event;
import io.github.rowqueue.subscribe.DeadLetter;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What is written for one row: the database's side of an outcome.
 *
 * @param event which write
 * @param delay for {@link Event#RETRY_AFTER} and {@link Event#HOLD}; zero otherwise
 * @param group for {@link Event#DEAD_LETTER_TO_GROUP}; null otherwise
 * @param error why the attempt failed, for the last_error column; null for none
 */
public record Settlement(
    Event event, Duration delay, @Nullable String group, @Nullable String error) {

  /** Longer than any time column reaches, and so bound as the last instant it holds. */
  private static final Duration FOREVER = Duration.ofSeconds(Long.MAX_VALUE);

  /** The row is finished. */
  public static final Settlement ACK = new Settlement(Event.ACK, Duration.ZERO, null, null);

  /** The row is finished without its work. */
  public static final Settlement DROP = new Settlement(Event.DROP, Duration.ZERO, null, null);

  /** The row is given back with its attempt. */
  static final Settlement RELEASE = new Settlement(Event.RELEASE, Duration.ZERO, null, null);

  /** The row is claimable at once. */
  public static Settlement retry(@Nullable String error) {
    return new Settlement(Event.RETRY, Duration.ZERO, null, error);
  }

  /** The row is claimable after {@code delay}. */
  public static Settlement retryAfter(Duration delay, @Nullable String error) {
    return new Settlement(Event.RETRY_AFTER, delay, null, error);
  }

  /** The row keeps a lease nobody holds for {@code delay}. */
  public static Settlement hold(Duration delay, @Nullable String error) {
    return new Settlement(Event.HOLD, delay, null, error);
  }

  /** The row moves. */
  public static Settlement deadLetter(DeadLetter destination, @Nullable String reason) {
    if (destination instanceof DeadLetter.ToGroup to) {
      return new Settlement(Event.DEAD_LETTER_TO_GROUP, Duration.ZERO, to.group(), reason);
    }
    DeadLetter.ToTable to = (DeadLetter.ToTable) destination;
    return new Settlement(Event.deadLetterTo(to.table()), Duration.ZERO, null, reason);
  }

  /**
   * The row stays the head of its key, under a lease without end, and the key waits until it is
   * released.
   */
  public static Settlement parkHead(@Nullable String reason) {
    return hold(FOREVER, reason);
  }

  /** Whether the row stays as the parked head of its key. */
  public boolean parksHead() {
    return event.kind() == Event.Kind.HOLD && delay.equals(FOREVER);
  }

  /** The same without the text for last_error, for a database that refuses the text. */
  public Settlement withoutError() {
    return new Settlement(event, delay, group, null);
  }

  /** Whether the row ends finished. */
  public boolean finishes() {
    return event.kind() == Event.Kind.ACK || event.kind() == Event.Kind.DROP;
  }

  /** Whether the row moves to the dead letter. */
  public boolean parks() {
    return event.kind() == Event.Kind.DEAD_LETTER_TO_GROUP
        || event.kind() == Event.Kind.DEAD_LETTER_TO_TABLE;
  }
}
