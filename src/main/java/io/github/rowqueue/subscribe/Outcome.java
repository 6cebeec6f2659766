package io.github.rowqueue.subscribe;

import io.github.rowqueue.publish.PublishOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
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

  /** The work is done; {@link Ack#publish} adds what is to be published with it. */
  static Ack ack() {
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

  /**
   * See {@link Outcome#ack()}.
   *
   * @param replies what is published with it
   */
  record Ack(List<Reply> replies) implements Outcome {
    private static final Ack INSTANCE = new Ack(List.of());

    /** Copies the list. */
    public Ack {
      replies = List.copyOf(replies);
    }

    /**
     * This ack, with which {@code message} is published to {@code name}, as {@code
     * Rowqueue.publish(name, message)} does. Where the settlement commits a transaction of the
     * delivery (the row lock form), the reply commits with it or not at all. Elsewhere all replies
     * are committed together before the ack is written, so that they may be published again if it
     * is lost. A reply that cannot be published makes this a failed attempt.
     */
    public Ack publish(String name, Object message) {
      return publish(name, message, PublishOptions.NONE);
    }

    /** As {@link #publish(String, Object)}, with options. */
    public Ack publish(String name, Object message, PublishOptions options) {
      List<Reply> more = new ArrayList<>(replies);
      more.add(new Reply(name, message, options));
      return new Ack(more);
    }
  }

  /**
   * A message that is published with an ack.
   *
   * @param name where to; a route leads from it to a table
   * @param message the message or row
   * @param options what else is set
   */
  record Reply(String name, Object message, PublishOptions options) {
    /** Refuses nulls. */
    public Reply {
      Objects.requireNonNull(name, "name");
      Objects.requireNonNull(message, "message");
      Objects.requireNonNull(options, "options");
    }

    /** Without the message, which is nobody's to log. */
    @Override
    public String toString() {
      return "Reply[%s]".formatted(name);
    }
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
