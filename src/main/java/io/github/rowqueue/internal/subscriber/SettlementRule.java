package io.github.rowqueue.internal.subscriber;

import io.github.rowqueue.internal.form.Settlement;
import io.github.rowqueue.subscribe.Backoff;
import io.github.rowqueue.subscribe.DeadLetter;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.OwnEvent;
import io.github.rowqueue.subscribe.Subscription;
import io.github.rowqueue.table.ClaimForm;
import io.github.rowqueue.table.Role;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * What is written for an outcome: a pure function of outcome, attempt and cap. The cap and the dead
 * letter are decided here and nowhere else.
 *
 * @param cap the most attempts, if there is a cap
 * @param deadLetter where rows go, if anywhere
 * @param backoff how long a failed row waits
 * @param delays whether a delay can be written: to a retry_after column, or by an own statement
 * @param form how rows are held
 * @param parksHeads whether a row that has failed for good stays the head of its key
 */
record SettlementRule(
    OptionalInt cap,
    Optional<DeadLetter> deadLetter,
    Backoff backoff,
    boolean delays,
    ClaimForm form,
    boolean parksHeads) {

  static SettlementRule of(Subscription subscription) {
    return new SettlementRule(
        subscription.maxAttempts(),
        subscription.deadLetter(),
        subscription.backoff(),
        subscription.spec().has(Role.RETRY_AFTER)
            || subscription.statements().has(OwnEvent.RETRY_AFTER), // B304
        subscription.spec().form(),
        subscription.parksHeads());
  }

  /** What is written for what a handler returned. */
  Settlement handled(Outcome outcome, OptionalLong attempt) {
    if (outcome instanceof Outcome.Ack) {
      return Settlement.ACK;
    }
    if (outcome instanceof Outcome.Drop) {
      return Settlement.DROP;
    }
    if (outcome instanceof Outcome.Failure failure) {
      return kept(failure, attempt, null, false);
    }
    throw new IllegalStateException("no settlement for " + outcome);
  }

  /** What is written for what the failure policy chose. */
  Settlement failed(Outcome.Failure outcome, OptionalLong attempt, String error) {
    return kept(outcome, attempt, error, true);
  }

  private Settlement kept(
      Outcome.Failure outcome, OptionalLong attempt, @Nullable String error, boolean failure) {
    if (outcome instanceof Outcome.ToDeadLetter to) {
      String reason = error == null ? to.reason() : error;
      return parksHeads || deadLetter.isPresent()
          ? forGood(reason)
          : delayed(delay(attempt), reason, true);
    }
    if (isSpent(attempt)) {
      return forGood(error == null ? "attempts are spent" : error);
    }
    if (outcome instanceof Outcome.RetryAfter retry) {
      return delayed(retry.delay(), error, failure);
    }
    return Settlement.retry(error);
  }

  private Settlement forGood(@Nullable String reason) {
    return parksHeads
        ? Settlement.parkHead(reason)
        : Settlement.deadLetter(deadLetter.orElseThrow(), reason);
  }

  /**
   * Whether this attempt is the last one the cap allows. Without a readable attempt the cap never
   * applies (B170).
   */
  boolean isSpent(OptionalLong attempt) {
    return cap.isPresent() && attempt.isPresent() && attempt.getAsLong() >= cap.getAsInt();
  }

  /** Whether more attempts were spent than the cap allows: the row must not run again. */
  boolean isBeyond(OptionalLong attempt) {
    return cap.isPresent() && attempt.isPresent() && attempt.getAsLong() > cap.getAsInt();
  }

  /**
   * Whether a row just claimed has spent its last attempt in a process that ended: the advisory
   * form counts at the take, and its claim finds such a row like any other.
   */
  boolean isSpentInWork(OptionalLong attempt) {
    return form == ClaimForm.ADVISORY && isBeyond(attempt);
  }

  /** What is written for a suspect beyond its cap, whose last holder never came back. */
  Settlement beyond(OptionalLong attempt) {
    long spent = attempt.orElse(0) - 1;
    String why =
        form == ClaimForm.ADVISORY
            ? "lock lost: the process or the session was lost"
            : "lease expired: the process or the lease was lost";
    // More than the cap: it was lowered, or looks for a suspect that could not be parked counted.
    String counted =
        spent > cap.orElse(0)
            ? ", with %d attempts counted and a cap of %d"
            : " in attempt %d of %d";
    return forGood((why + counted).formatted(spent, cap.orElse(0)));
  }

  /** What is written instead of a settlement the database refuses for good. */
  Settlement instead(Settlement refused, OptionalLong attempt, String reason) {
    if (refused.parks() && form == ClaimForm.LEASE && isBeyond(attempt)) {
      // As a lease nobody holds it stays a suspect, and so is not run again beyond its cap.
      return Settlement.hold(backoff.delay(LONG_AGO), reason);
    }
    if (refused.parks()) {
      return delayed(backoff.delay(LONG_AGO), reason, true);
    }
    return refused.finishes()
        ? failed(Outcome.retryAfter(delay(attempt)), attempt, reason)
        : Settlement.retry(reason);
  }

  /** A number of attempts at which an exponential backoff has reached its longest wait. */
  private static final long LONG_AGO = 10_000;

  private Duration delay(OptionalLong attempt) {
    return backoff.delay(attempt.orElse(1));
  }

  /**
   * Without a retry_after column a failed row still must not come back at once: in the lease form
   * it keeps a lease nobody holds, in the row lock form the subscription slows down (SPEC 5). A
   * handler that asks for a delay gets it at once.
   */
  private Settlement delayed(Duration delay, @Nullable String error, boolean failure) {
    if (delays) {
      return Settlement.retryAfter(delay, error);
    }
    return failure && form == ClaimForm.LEASE
        ? Settlement.hold(delay, error)
        : Settlement.retry(error);
  }
}
