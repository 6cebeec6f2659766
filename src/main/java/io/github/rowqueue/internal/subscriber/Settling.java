package io.github.rowqueue.internal.subscriber;

import io.github.rowqueue.error.LeaseLostException;
import io.github.rowqueue.internal.form.ClaimedRow;
import io.github.rowqueue.internal.form.SettleResult;
import io.github.rowqueue.internal.form.Settlement;
import io.github.rowqueue.subscribe.Settled;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The settlement of one row, and what takes its place when the database refuses it for good (SPEC
 * 13, 12 to 14): first the same without its error text, then what the failure policy would write;
 * if that is refused too, the row stays held while the worker waits.
 */
final class Settling {

  private static final Logger LOG = LoggerFactory.getLogger(Settling.class);

  private final SubscriptionContext context;
  private final WorkInProgress work;
  private final ClaimedRow row;

  Settling(SubscriptionContext context, WorkInProgress work) {
    this.context = context;
    this.work = work;
    this.row = work.row();
  }

  Settled settle(Settlement wanted) {
    SettleResult result = withoutErrorIfRefused(row.settle(wanted), wanted);
    if (result.kind() != SettleResult.Kind.REFUSED) {
      return conclude(result, wanted);
    }
    Settlement instead = context.rule().instead(wanted, work.attempt(), result.cause().toString());
    LOG.error(
        "{}: the database refuses {} for good; {} is written instead: mend the constraint or trigger it names",
        work.where(),
        result.statement(),
        instead.event().kind().path(),
        result.cause());
    return conclude(withoutErrorIfRefused(row.settle(instead), instead), instead);
  }

  private SettleResult withoutErrorIfRefused(SettleResult result, Settlement wanted) {
    if (result.kind() != SettleResult.Kind.REFUSED || wanted.error() == null) {
      return result;
    }
    LOG.warn("{}: refused with its error text, written without", work.where(), result.cause());
    return row.settle(wanted.withoutError());
  }

  Settled release() {
    return row.release().kind() == SettleResult.Kind.DONE ? Settled.RELEASED : Settled.FAILED;
  }

  private Settled conclude(SettleResult result, Settlement written) {
    switch (result.kind()) {
      case DONE -> {
        return done(written);
      }
      case LOST -> {
        LOG.warn("{}", new LeaseLostException(work.where(), result.statement()).getMessage());
        return Settled.LOST;
      }
      case REFUSED -> {
        LOG.error(
            "{}: refused as well; the row stays held and comes back later",
            work.where(),
            result.cause());
        context.backOff(work);
        return Settled.FAILED;
      }
      case UNKNOWN -> {
        LOG.warn(
            "{}: {} was not confirmed; if it was not written the row comes back",
            work.where(),
            result.statement(),
            result.cause());
        context.backOff(work);
        return Settled.FAILED;
      }
    }
    throw new IllegalStateException("no conclusion for " + result);
  }

  private Settled done(Settlement written) {
    context.written(row.row().id(), written);
    return switch (written.event().kind()) {
      case ACK -> Settled.ACKED;
      case DROP -> Settled.DROPPED;
      case DEAD_LETTER_TO_GROUP, DEAD_LETTER_TO_TABLE -> {
        LOG.warn(
            "{}: moved to the dead letter {} in attempt {}: {}",
            work.where(),
            context.subscription().deadLetter().map(Object::toString).orElse("?"),
            work.attempt().orElse(0),
            written.error());
        yield Settled.PARKED;
      }
      default -> Settled.RETRIED;
    };
  }
}
