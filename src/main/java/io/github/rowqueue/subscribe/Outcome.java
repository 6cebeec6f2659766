package io.github.rowqueue.subscribe;

import java.time.Duration;
import java.util.Objects;

/**
 * What a handler means to happen to its row.
 *
 * <table>
 * <caption>What each outcome does (SPEC 5; B139 to B144)</caption>
 * <tr><th>Outcome</th><th>The row</th><th>Next delivery's attempt</th><th>Counts toward the cap</th></tr>
 * <tr><td>{@link #ack()}</td><td>{@code @ProcessedAt} set, or deleted without that column</td><td>none</td><td>no</td></tr>
 * <tr><td>{@link #retry()}</td><td>claimable at once</td><td>one more</td><td>yes: at the cap it goes to the dead letter</td></tr>
 * <tr><td>{@link #retryAfter}</td><td>claimable after the delay; without {@code @RetryAfter} at once, with one
 * warning</td><td>one more</td><td>yes</td></tr>
 * <tr><td>{@link #drop()}</td><td>finished as by {@code ack()}</td><td>none</td><td>no</td></tr>
 * <tr><td>{@link #deadLetter}</td><td>moved now to the declared dead letter; without one it is a failed attempt and an
 * ERROR</td><td>kept</td><td>no</td></tr>
 * <tr><td>an exception</td><td>what the failure policy says: by default {@code retryAfter} the declared
 * backoff</td><td>one more</td><td>yes</td></tr>
 * </table>
 *
 * <p>In {@link SubscriptionBuilder#handleInTransaction} an {@code ack()} commits what the handler
 * wrote, and every other outcome rolls it back first.
 *
 * <p>Immutable and thread-safe.
 */
public sealed interface Outcome {

  /** The work is done. */
  static Outcome ack() {
    return Ack.INSTANCE;
  }

  /**
   * Done on purpose without doing the work; written exactly as an ack, told apart in logs and
   * listeners (B140).
   */
  static Outcome drop() {
    return Drop.INSTANCE;
  }

  /** Deliver the row again at once. */
  static Failure retry() {
    return Retry.INSTANCE;
  }

  /**
   * Deliver the row again after {@code delay}.
   *
   * @param delay from the moment of settlement; a delay that would pass the latest time saturates
   *     (B205)
   * @throws IllegalArgumentException if the delay is negative
   */
  static Failure retryAfter(Duration delay) {
    return new RetryAfter(delay);
  }

  /** Move the row to the declared dead letter now, whatever its attempt. */
  static Failure deadLetter(String reason) {
    return new ToDeadLetter(reason);
  }

  /**
   * The outcomes that keep the row: the only ones a failure policy may choose, since no handler
   * finished the row.
   */
  sealed interface Failure extends Outcome {}

  /** See {@link Outcome#ack()}. */
  record Ack() implements Outcome {
    private static final Ack INSTANCE = new Ack();
  }

  /** See {@link Outcome#drop()}. */
  record Drop() implements Outcome {
    private static final Drop INSTANCE = new Drop();
  }

  /** See {@link Outcome#retry()}. */
  record Retry() implements Failure {
    private static final Retry INSTANCE = new Retry();
  }

  /**
   * See {@link Outcome#retryAfter}.
   *
   * @param delay not negative
   */
  record RetryAfter(Duration delay) implements Failure {
    /** Checks the delay. */
    public RetryAfter {
      if (Objects.requireNonNull(delay, "delay").isNegative()) {
        throw new IllegalArgumentException(
            "retryAfter(%s): the delay is negative; use retry() for at once".formatted(delay));
      }
    }
  }

  /**
   * See {@link Outcome#deadLetter}.
   *
   * @param reason kept in the {@code @LastError} column, where the table has one
   */
  record ToDeadLetter(String reason) implements Failure {
    /** Checks the reason. */
    public ToDeadLetter {
      Objects.requireNonNull(reason, "reason");
    }
  }
}
