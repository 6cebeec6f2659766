package io.github.rowqueue.internal.form;

import io.github.rowqueue.dialect.Dialect;
import io.github.rowqueue.dialect.Failure;
import io.github.rowqueue.dialect.Write;
import io.github.rowqueue.error.StatementException;
import io.github.rowqueue.internal.jdbc.ReservedSession;
import io.github.rowqueue.internal.jdbc.RowId;
import io.github.rowqueue.internal.jdbc.Session;
import io.github.rowqueue.internal.jdbc.Values;
import io.github.rowqueue.internal.jdbc.Values.Token;
import io.github.rowqueue.internal.jdbc.WriterLane.Rank;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The way of all settlements to the reserved connection. While one thread writes, the requests of
 * the others gather; the next to get the connection writes all that are waiting, in one statement
 * per kind of outcome. Nobody waits on a timer, and with a single worker every request is written
 * by its own thread at once.
 */
final class SettlementLane {

  private static final Logger LOG = LoggerFactory.getLogger(SettlementLane.class);

  private final FormContext context;
  private final ReservedSession reserved;
  private final WriteRunner runner;
  private final Queue<SettlementRequest> waiting = new ConcurrentLinkedQueue<>();

  /** Whether a thread writes the settlements nobody waits for. */
  private final AtomicBoolean writing = new AtomicBoolean();

  private final ConcurrentMap<SettlementRequest.Shape, Write> writes = new ConcurrentHashMap<>();

  SettlementLane(FormContext context, ReservedSession reserved) {
    this.context = context;
    this.reserved = reserved;
    this.runner = new WriteRunner(context.table());
  }

  /**
   * Writes one settlement.
   *
   * @return done if the row carried one of the tokens and was changed, else lost
   * @throws StatementException if the write failed; whether it took effect is for the caller to
   *     find out
   */
  SettleResult write(SettlementRequest request) {
    writeAll(List.of(request));
    return request.result();
  }

  /**
   * Writes several settlements, with what else is waiting; each request has its own result then.
   */
  void writeAll(List<SettlementRequest> requests) {
    waiting.addAll(requests);
    List<SettlementRequest> flushed = new ArrayList<>();
    try {
      flush(flushed, () -> !requests.stream().allMatch(SettlementRequest::isOver));
    } catch (RuntimeException unreachable) {
      waiting.removeAll(requests);
      requests.forEach(request -> request.fail(unreachable));
    } finally {
      flushed.forEach(this::tell);
    }
  }

  /** Has {@code request} written with those of others, by {@link #writeWaiting} at the latest. */
  void later(SettlementRequest request) {
    waiting.add(request);
  }

  /** Writes what is waiting, until nothing is, unless another thread does so already. */
  void writeWaiting() {
    if (!waiting.isEmpty() && writing.compareAndSet(false, true)) {
      writeUntilNothingWaits();
    }
  }

  /** As {@link #writeWaiting}, on another thread; on this one if the system has none to give. */
  void writeWaitingBesides() {
    if (waiting.isEmpty() || !writing.compareAndSet(false, true)) {
      return;
    }
    try {
      context.workers().execute(this::writeUntilNothingWaits);
    } catch (RuntimeException | Error refused) {
      LOG.debug("{}: no thread for settlements, written by a worker", context.where(), refused);
      writeUntilNothingWaits();
    }
  }

  /** Of the thread that {@link #writing} stands for. */
  private void writeUntilNothingWaits() {
    do {
      try {
        writeOnce();
      } finally {
        writing.set(false); // and look again: one added meanwhile was left to this thread
      }
    } while (!waiting.isEmpty() && writing.compareAndSet(false, true));
  }

  private void writeOnce() {
    List<SettlementRequest> flushed = new ArrayList<>();
    try {
      flush(flushed, () -> true);
    } catch (RuntimeException | Error unreachable) { // the heap may be full
      // Those of threads that wait are theirs to fail; nobody waits for these.
      waiting.stream().filter(SettlementRequest::isLater).forEach(flushed::add);
      waiting.removeAll(flushed);
      flushed.forEach(request -> request.fail(told(unreachable)));
    } finally {
      flushed.forEach(this::tell);
    }
  }

  private static RuntimeException told(Throwable failure) {
    return failure instanceof RuntimeException known ? known : new IllegalStateException(failure);
  }

  /** No connection is in hand any more: what is told runs the service's code too. */
  private void tell(SettlementRequest request) {
    try {
      request.tell();
    } catch (RuntimeException | Error defect) {
      LOG.error("{}: a settlement was written and could not be told", context.where(), defect);
    }
  }

  private void flush(List<SettlementRequest> flushed, BooleanSupplier wanted) {
    reserved.use(
        context.statementTimeout(),
        session -> {
          if (wanted.getAsBoolean()) {
            context.database().lane().write(Rank.SETTLE, () -> flush(session, flushed));
          }
          return true;
        });
  }

  /** Writes what is waiting. A request that fails fails alone, unless the connection is gone. */
  private boolean flush(Session session, List<SettlementRequest> requests) {
    for (SettlementRequest next = waiting.poll(); next != null; next = waiting.poll()) {
      requests.add(next);
    }
    try {
      writeTogether(session, requests);
      requests.stream()
          .filter(request -> !request.isOver())
          .forEach(request -> writeOne(session, request));
    } catch (RuntimeException | Error gone) {
      // Theirs are in no queue any more: what is not told would pass for a row that was not found.
      RuntimeException told = told(gone);
      requests.stream().filter(request -> !request.isOver()).forEach(request -> request.fail(told));
      throw gone;
    }
    return true;
  }

  private void writeTogether(Session session, List<SettlementRequest> requests) {
    // A batch tells which ids it changed, so of several deliveries of one row (the earlier ones
    // have lost it) only one may be in it, or each would take the other's result for its own (SPEC
    // 13, 6).
    Map<SettlementRequest.Kind, Map<RowId, SettlementRequest>> kinds = new LinkedHashMap<>();
    SettlementRequest before = null;
    Map<RowId, SettlementRequest> same = Map.of();
    for (SettlementRequest request : requests) {
      if (!request.mayBatch()) {
        continue;
      }
      if (before == null || !request.finishesAs(before)) { // nearly all finish as the one before
        same = kinds.computeIfAbsent(request.kind(), kind -> new LinkedHashMap<>());
        before = request;
      }
      same.putIfAbsent(request.tokens().get(0).id(), request);
    }
    for (Map<RowId, SettlementRequest> kind : kinds.values()) {
      List<SettlementRequest> batch = List.copyOf(kind.values());
      int most = dialect().largestBatch();
      for (int from = 0; batch.size() - from > 1; from += most) {
        writeBatch(session, batch.subList(from, Math.min(batch.size(), from + most)));
      }
    }
  }

  /**
   * A row the batch did not change is locked by somebody or lost: it is written alone to tell (SPEC
   * 13, 7). So is each row of a batch the database refuses.
   */
  private void writeBatch(Session session, List<SettlementRequest> batch) {
    List<Token> tokens = new ArrayList<>(batch.size());
    batch.forEach(request -> request.tokens().forEach(tokens::add));
    SettlementRequest first = batch.get(0);
    Write write =
        writes.computeIfAbsent(
            new SettlementRequest.Shape(
                first.spec(), first.event(), BatchSize.of(tokens.size()), true),
            shape -> dialect().leaseWriteAll(shape.spec(), shape.event(), shape.tokens()));
    if (write instanceof Write.Singly) {
      return; // each is written by its own statement
    }
    Values values = first.values().forRows(tokens);
    if (!first.finishes()) {
      values.each(
          batch.stream()
              .collect(
                  Collectors.toMap(
                      request -> request.tokens().get(0).id(), SettlementRequest::values)));
    }
    try {
      List<RowId> done = runner.all(session, write, values);
      SettleResult written = SettleResult.done(write.name());
      // Each id is in the batch once, so that as many ids are all of them.
      Set<RowId> some = done.size() == batch.size() ? Set.of() : new HashSet<>(done);
      for (SettlementRequest request : batch) {
        if (done.size() == batch.size() || some.contains(request.tokens().get(0).id())) {
          request.end(written);
        }
      }
    } catch (StatementException failure) {
      session.rollback();
      if (context.database().classify(failure) == Failure.CONNECTION) {
        throw failure;
      }
      LOG.debug(
          "{}: its {} rows are written one by one", failure.statement(), batch.size(), failure);
    } catch (RuntimeException defect) { // of one row's values: written one by one it shows whose
      session.rollback();
    }
  }

  private void writeOne(Session session, SettlementRequest request) {
    Predicate<Session> own = request.own();
    if (own != null) {
      guarded(
          session,
          request,
          () -> request.end(SettleResult.of(own.test(session), request.ownName())));
      return;
    }
    Write.Counted write =
        (Write.Counted)
            writes.computeIfAbsent(
                new SettlementRequest.Shape(
                    request.spec(), request.event(), request.tokens().size(), false),
                shape -> dialect().leaseWrite(shape.spec(), shape.event(), shape.tokens()));
    guarded(
        session,
        request,
        () ->
            request.end(
                SettleResult.of(runner.one(session, write, request.values()), write.name())));
  }

  private void guarded(Session session, SettlementRequest request, Runnable write) {
    try {
      write.run();
    } catch (StatementException failure) {
      session.rollback();
      request.fail(failure);
      if (context.database().classify(failure) == Failure.CONNECTION) {
        throw failure;
      }
    } catch (RuntimeException defect) { // of this row's values: the others are still to be written
      session.rollback();
      request.fail(defect);
    }
  }

  private Dialect dialect() {
    return context.database().dialect();
  }
}
