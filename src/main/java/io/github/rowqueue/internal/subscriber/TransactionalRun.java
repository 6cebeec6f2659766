package io.github.rowqueue.internal.subscriber;

import io.github.rowqueue.error.StatementException;
import io.github.rowqueue.internal.form.ClaimedRow;
import io.github.rowqueue.internal.form.HandlerTransaction;
import io.github.rowqueue.internal.form.SettleResult;
import io.github.rowqueue.internal.form.Settlement;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The run of rows whose handlers write in the transaction that settles them. One handler after the
 * other: its ack is written behind it in the transaction, or what it wrote is undone; then the
 * transaction ends, and the rows that were not acked are settled as those of any other run. A crash
 * anywhere here undoes the transaction, or finds it committed as a whole.
 */
final class TransactionalRun {

  private static final Logger LOG = LoggerFactory.getLogger(TransactionalRun.class);

  private final SubscriptionContext context;
  private final Settling settling;
  private final Function<Verdict, Settlement> decide;
  private final Handling handling;
  private final List<WorkInProgress> acked = new ArrayList<>();
  private final List<Settling.Written> written = new ArrayList<>();
  private final List<Settling.Decided> undone = new ArrayList<>();
  private final List<WorkInProgress> untouched = new ArrayList<>();

  TransactionalRun(
      SubscriptionContext context, Settling settling, Function<Verdict, Settlement> decide) {
    this.context = context;
    this.settling = settling;
    this.decide = decide;
    this.handling = context.handling();
  }

  void run(List<WorkInProgress> works) {
    Optional<HandlerTransaction> opened = open(works);
    if (opened.isEmpty()) {
      untouched.addAll(works);
    } else {
      try (HandlerTransaction transaction = opened.get()) {
        works.forEach(work -> handle(transaction, work));
        transaction.end();
        acked.forEach(
            work -> ended(transaction, work, Settlement.ACK, transaction.result(work.row())));
      }
    }
    settling.settle(written, undone, context::record);
    untouched.forEach(work -> context.record(work, settling.release(work)));
  }

  private Optional<HandlerTransaction> open(List<WorkInProgress> works) {
    List<ClaimedRow> rows = works.stream().map(WorkInProgress::row).toList();
    try {
      return Optional.of(context.form().transaction(rows));
    } catch (StatementException refused) {
      notHandled(works.get(0), refused);
      return Optional.empty();
    }
  }

  private void handle(HandlerTransaction transaction, WorkInProgress work) {
    if (!transaction.takesMore()) {
      untouched.add(work); // no handler ran
      return;
    }
    Connection connection;
    try {
      connection = transaction.lend(work.row(), work.where());
    } catch (StatementException failure) {
      notHandled(work, failure);
      untouched.add(work);
      return;
    }
    Ended ended = call(transaction, work, connection);
    if (ended.held().isPresent()) {
      written.add(new Settling.Written(work, Settlement.ACK, ended.held().get()));
    } else {
      settle(transaction, ended.verdict());
    }
  }

  private Ended call(HandlerTransaction transaction, WorkInProgress work, Connection connection) {
    List<SettleResult> held = new ArrayList<>();
    Runnable endLimit = context.limit(transaction, work);
    try {
      Verdict verdict =
          handling.handle(work, connection, () -> transaction.takeBack().ifPresent(held::add));
      return new Ended(verdict, held.stream().findFirst());
    } finally {
      endLimit.run();
    }
  }

  private void settle(HandlerTransaction transaction, Verdict verdict) {
    WorkInProgress work = verdict.work();
    Throwable failure = verdict.failure();
    boolean busy = failure != null && transaction.isBusy(failure);
    @Nullable Settlement wanted = busy || verdict.wasCutOff() ? null : decide.apply(verdict);
    boolean ack = Settlement.ACK.equals(wanted);
    SettleResult result = ack ? transaction.ack(work.row()) : transaction.undo(work.row());
    boolean done = result.kind() == SettleResult.Kind.DONE;
    if (busy && failure != null) {
      busy(work, failure);
    } else if (wanted == null) {
      untouched.add(work);
    } else if (done && !ack) {
      undone.add(new Settling.Decided(work, wanted));
    } else if (done) {
      acked.add(work);
    } else {
      ended(transaction, work, wanted, result);
    }
  }

  private void ended(
      HandlerTransaction transaction, WorkInProgress work, Settlement wanted, SettleResult result) {
    boolean refused = result.kind() == SettleResult.Kind.REFUSED;
    if (refused && transaction.isBusy(result.cause())) {
      busy(work, result.cause());
    } else if (refused) {
      undone.add(settling.undone(work, result));
    } else {
      written.add(new Settling.Written(work, wanted, result));
    }
  }

  private void busy(WorkInProgress work, Throwable failure) {
    LOG.warn(
        "{}: another writer had the database; undone, and given back with its attempt",
        work.where(),
        failure);
    context.tell(failure);
    untouched.add(work);
    context.backOff();
  }

  private void notHandled(WorkInProgress work, StatementException failure) {
    LOG.warn(
        "{}: no transaction for its handler, which does not run; the row is given back",
        work.where(),
        failure);
    context.tell(failure);
    context.backOff();
  }

  /** A handler that has ended, and how its row ends if its connection could not be taken back. */
  private record Ended(Verdict verdict, Optional<SettleResult> held) {}
}
