package io.github.rowqueue.internal.subscriber;

import io.github.rowqueue.error.LeaseLostException;
import io.github.rowqueue.internal.form.ClaimedRow;
import io.github.rowqueue.internal.form.SettleResult;
import io.github.rowqueue.internal.form.Settlement;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.Settled;
import io.github.rowqueue.table.ClaimForm;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The settlements of one run, and what takes the place of one that the database refuses for good
 * (SPEC 13, 12 to 14): first the same without its error text, then what the failure policy would
 * write; if that is refused too, the row stays held while the worker waits.
 */
final class Settling {

  private static final Logger LOG = LoggerFactory.getLogger(Settling.class);

  private final SubscriptionContext context;
  private boolean freedLane;

  Settling(SubscriptionContext context) {
    this.context = context;
  }

  /**
   * A row and what is to be written for it.
   *
   * @param work the delivery
   * @param wanted the settlement
   */
  record Decided(WorkInProgress work, Settlement wanted) {

    ClaimedRow row() {
      return work.row();
    }
  }

  /**
   * Settles all rows and tells {@code record} how; one that fails leaves the others as they are.
   */
  void settle(List<Decided> rows, BiConsumer<WorkInProgress, Settled> record) {
    settle(List.of(), rows, record);
  }

  /** Settles {@code rows}, and concludes with them those that are {@code written} already. */
  void settle(
      List<Written> before, List<Decided> rows, BiConsumer<WorkInProgress, Settled> record) {
    Map<ClaimedRow, SettleResult> together =
        rows.size() < 2
            ? Map.of()
            : context
                .form()
                .settleTogether(
                    rows.stream().map(Decided::row).toList(),
                    rows.stream().map(Decided::wanted).toList());
    List<Written> written = new ArrayList<>(before);
    for (Decided row : rows) {
      SettleResult result = together.get(row.row());
      written.add(
          result == null ? settleAlone(row) : new Written(row.work(), row.wanted(), result));
    }
    // All are written before the first is completed: a row lock batch becomes durable as one
    // (B129).
    written.forEach(row -> conclude(row, record));
  }

  /** Tells {@code record} what became of a row that is written. */
  void conclude(Written row, BiConsumer<WorkInProgress, Settled> record) {
    record.accept(row.work(), conclude(row));
  }

  private Written settleAlone(Decided decided) {
    WorkInProgress work = decided.work();
    Settlement wanted = decided.wanted();
    SettleResult result = withoutErrorIfRefused(work, decided.row().settle(wanted), wanted);
    if (result.kind() != SettleResult.Kind.REFUSED) {
      return new Written(work, wanted, result);
    }
    Settlement instead = context.rule().instead(wanted, work.attempt(), result.cause().toString());
    LOG.error(
        "{}: the database refuses {} for good; {} is written instead: mend the constraint or trigger it names",
        work.where(),
        result.statement(),
        instead.event().kind().path(),
        result.cause());
    return new Written(
        work, instead, withoutErrorIfRefused(work, decided.row().settle(instead), instead));
  }

  /**
   * What is written for a row whose ack is undone with all its handler wrote: a failed attempt
   * (SPEC 13, 9).
   */
  Decided undone(WorkInProgress work, SettleResult result) {
    Settlement instead =
        context.rule().instead(Settlement.ACK, work.attempt(), result.cause().toString());
    LOG.error(
        "{}: {} failed, so its ack is undone with what its handler wrote; {} is written instead",
        work.where(),
        result.statement(),
        instead.event().kind().path(),
        result.cause());
    context.paceAfter(Outcome.retryAfter(instead.delay()));
    return new Decided(work, instead);
  }

  private static SettleResult withoutErrorIfRefused(
      WorkInProgress work, SettleResult result, Settlement wanted) {
    if (result.kind() != SettleResult.Kind.REFUSED || wanted.error() == null) {
      return result;
    }
    LOG.warn("{}: refused with its error text, written without", work.where(), result.cause());
    return work.row().settle(wanted.withoutError());
  }

  Settled release(WorkInProgress work) {
    return released(work.row().release());
  }

  /** Gives all back, and tells {@code record} of each. */
  void releaseAll(List<WorkInProgress> works, BiConsumer<WorkInProgress, Settled> record) {
    List<SettleResult> results =
        context.form().releaseTogether(works.stream().map(WorkInProgress::row).toList());
    for (int i = 0; i < works.size(); i++) {
      record.accept(works.get(i), released(results.get(i)));
    }
  }

  private static Settled released(SettleResult result) {
    return result.kind() == SettleResult.Kind.DONE ? Settled.RELEASED : Settled.FAILED;
  }

  private Settled conclude(Written row) {
    WorkInProgress work = row.work();
    boolean done = row.result().kind() == SettleResult.Kind.DONE;
    SettleResult result = done ? work.row().complete() : row.result();
    return switch (result.kind()) {
      case DONE -> done(work, row.settlement());
      case LOST -> {
        lost(work, result);
        yield Settled.LOST;
      }
      case REFUSED, UNKNOWN -> {
        context.listener().failed(work.subscription(), result.cause());
        LOG.error(
            "{}: {} could not be written, or nobody knows; if it was not, the row comes back when its lease, transaction or"
                + " lock ends",
            work.where(),
            result.statement(),
            result.cause());
        context.backOff();
        yield Settled.FAILED;
      }
    };
  }

  private void lost(WorkInProgress work, SettleResult result) {
    if (result.failure() == null) {
      LOG.warn("{}", lost(context.rule().form(), work.where(), result.statement()));
      return;
    }
    LOG.warn(
        "{}: the database ended the transaction that held the row, by a deadlock, a lost connection, or a statement of the"
            + " handler that commits (DDL); nothing more is written, and the row comes back",
        work.where(),
        result.failure());
    context.listener().failed(work.subscription(), result.failure());
    context.backOff(); // or it would come back at full speed
  }

  /** What is told of a row that was no longer held. */
  static String lost(ClaimForm form, String where, String statement) {
    return form == ClaimForm.ADVISORY
        ? "%s: the lock of its key is lost and nothing was written (%s); the row is delivered again or was settled by another holder: make the handler idempotent"
            .formatted(where, statement)
        : String.valueOf(new LeaseLostException(where, statement).getMessage());
  }

  /** Whether a next row of the lane of one of these may be claimed, once their run is over. */
  boolean freedLane() {
    return freedLane;
  }

  private Settled done(WorkInProgress work, Settlement settlement) {
    context.written(work.row().row(), settlement);
    freedLane |= context.freesLane(settlement);
    return switch (settlement.event().kind()) {
      case ACK -> {
        work.acked();
        yield Settled.ACKED;
      }
      case DROP -> Settled.DROPPED;
      case DEAD_LETTER_TO_GROUP, DEAD_LETTER_TO_TABLE -> {
        LOG.warn(
            "{}: moved to the dead letter {} in attempt {}: {}",
            work.where(),
            context.subscription().deadLetter().map(Object::toString).orElse("?"),
            work.attempt().orElse(0),
            settlement.error());
        yield Settled.PARKED;
      }
      default -> {
        if (settlement.parksHead()) {
          LOG.warn(
              "{}: stays the head of its key after attempt {}, and the key waits until it is released: {}",
              work.where(),
              work.attempt().orElse(0),
              settlement.error());
        }
        yield settlement.parksHead() ? Settled.PARKED : Settled.RETRIED;
      }
    };
  }

  /**
   * A row and what became of its settlement.
   *
   * @param work the delivery
   * @param settlement what was to be written
   * @param result what became of it
   */
  record Written(WorkInProgress work, Settlement settlement, SettleResult result) {}
}
