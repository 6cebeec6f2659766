package io.github.rowqueue.internal.subscriber;

import io.github.rowqueue.internal.subscriber.WorkInProgress.Interruption;
import io.github.rowqueue.subscribe.Outcome;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How the handling of one row ended.
 *
 * @param work the delivery
 * @param outcome what the handler returned, or what the failure policy chose
 * @param failure what was thrown, if something was
 * @param interruption why the handler was interrupted, if it was
 */
record Verdict(
    WorkInProgress work,
    Outcome outcome,
    @Nullable Throwable failure,
    Optional<Interruption> interruption) {

  /**
   * An outcome that was returned counts, however late; an exception after the shutdown's interrupt
   * is its doing.
   */
  boolean wasCutOff() {
    return failure != null && interruption.filter(Interruption.SHUTDOWN::equals).isPresent();
  }
}
