package io.github.rowqueue.internal.form;

import io.github.rowqueue.dialect.Dialect;
import io.github.rowqueue.dialect.Event;
import io.github.rowqueue.dialect.Failure;
import io.github.rowqueue.dialect.Param.Meaning;
import io.github.rowqueue.dialect.Write;
import io.github.rowqueue.error.StatementException;
import io.github.rowqueue.internal.jdbc.ReservedSession;
import io.github.rowqueue.internal.jdbc.RowId;
import io.github.rowqueue.internal.jdbc.Session;
import io.github.rowqueue.internal.jdbc.Values;
import io.github.rowqueue.internal.jdbc.Values.Token;
import io.github.rowqueue.internal.jdbc.WriterLane.Rank;
import io.github.rowqueue.table.Role;
import io.github.rowqueue.table.TableSpec;
import java.util.ArrayList;
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
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
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

  /** More rows than this go out in several statements, so that none holds its locks for long. */
  private static final int LARGEST_BATCH = 128;

  private final FormContext context;
  private final ReservedSession reserved;
  private final WriteRunner runner;
  private final Queue<Request> waiting = new ConcurrentLinkedQueue<>();

  /** Whether a thread writes the settlements nobody waits for. */
  private final AtomicBoolean writing = new AtomicBoolean();

  private final ConcurrentMap<Request.Shape, Write> writes = new ConcurrentHashMap<>();

  SettlementLane(FormContext context, ReservedSession reserved) {
    this.context = context;
    this.reserved = reserved;
    this.runner = new WriteRunner(context.table());
  }

  /**
   * Writes one settlement.
   *
   * @return whether the row carried one of the tokens and was changed
   * @throws StatementException if the write failed; whether it took effect is for the caller to
   *     find out
   */
  boolean write(Request request) {
    writeAll(List.of(request));
    return request.result();
  }

  /**
   * Writes several settlements, with what else is waiting; each request has its own result then.
   */
  void writeAll(List<Request> requests) {
    waiting.addAll(requests);
    List<Request> flushed = new ArrayList<>();
    try {
      flush(flushed, () -> !requests.stream().allMatch(Request::isOver));
    } catch (RuntimeException unreachable) {
      waiting.removeAll(requests);
      requests.forEach(request -> request.fail(unreachable));
    } finally {
      flushed.forEach(this::tell);
    }
  }

  /** Has {@code request} written with those of others, by {@link #writeWaiting} at the latest. */
  void later(Request request) {
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
    List<Request> flushed = new ArrayList<>();
    try {
      flush(flushed, () -> true);
    } catch (RuntimeException unreachable) {
      // Those of threads that wait are theirs to fail; nobody waits for these.
      waiting.stream().filter(Request::isLater).forEach(flushed::add);
      waiting.removeAll(flushed);
      flushed.forEach(request -> request.fail(unreachable));
    } finally {
      flushed.forEach(this::tell);
    }
  }

  /** No connection is in hand any more: what is told runs the service's code too. */
  private void tell(Request request) {
    try {
      request.tell();
    } catch (RuntimeException | Error defect) {
      LOG.error("{}: a settlement was written and could not be told", context.where(), defect);
    }
  }

  private void flush(List<Request> flushed, BooleanSupplier wanted) {
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
  private boolean flush(Session session, List<Request> requests) {
    for (Request next = waiting.poll(); next != null; next = waiting.poll()) {
      requests.add(next);
    }
    try {
      writeTogether(session, requests);
      requests.stream()
          .filter(request -> !request.isOver())
          .forEach(request -> writeOne(session, request));
    } catch (RuntimeException | Error gone) {
      // Theirs are in no queue any more: what is not told would pass for a row that was not found.
      RuntimeException told =
          gone instanceof RuntimeException known ? known : new IllegalStateException(gone);
      requests.stream().filter(request -> !request.isOver()).forEach(request -> request.fail(told));
      throw gone;
    }
    return true;
  }

  private void writeTogether(Session session, List<Request> requests) {
    // A batch tells which ids it changed, so of several deliveries of one row (the earlier ones
    // have lost it) only one may be in it, or each would take the other's result for its own (SPEC
    // 13, 6).
    Map<Request.Kind, Map<RowId, Request>> kinds = new LinkedHashMap<>();
    for (Request request : requests) {
      if (request.mayBatch) {
        kinds
            .computeIfAbsent(request.kind(), kind -> new LinkedHashMap<>())
            .putIfAbsent(request.tokens.get(0).id(), request);
      }
    }
    for (Map<RowId, Request> kind : kinds.values()) {
      List<Request> batch = List.copyOf(kind.values());
      for (int from = 0; batch.size() - from > 1; from += LARGEST_BATCH) {
        writeBatch(session, batch.subList(from, Math.min(batch.size(), from + LARGEST_BATCH)));
      }
    }
  }

  /**
   * A row the batch did not change is locked by somebody or lost: it is written alone to tell (SPEC
   * 13, 7). So is each row of a batch the database refuses.
   */
  private void writeBatch(Session session, List<Request> batch) {
    List<Token> tokens = batch.stream().flatMap(request -> request.tokens.stream()).toList();
    Request first = batch.get(0);
    Write write =
        writes.computeIfAbsent(
            new Request.Shape(first.spec, first.event, BatchSize.of(tokens.size()), true),
            shape -> dialect().leaseWriteAll(shape.spec(), shape.event(), shape.tokens()));
    if (write instanceof Write.Singly) {
      return; // each is written by its own statement
    }
    Values values = first.values().forRows(tokens);
    if (!first.finishes()) {
      values.each(
          batch.stream()
              .collect(Collectors.toMap(request -> request.tokens.get(0).id(), Request::values)));
    }
    try {
      Set<RowId> done = runner.all(session, write, values);
      batch.stream()
          .filter(request -> done.contains(request.tokens.get(0).id()))
          .forEach(request -> request.end(true, write.name()));
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

  private void writeOne(Session session, Request request) {
    Predicate<Session> own = request.own;
    if (own != null) {
      guarded(session, request, () -> request.end(own.test(session), request.ownName));
      return;
    }
    Write.Counted write =
        (Write.Counted)
            writes.computeIfAbsent(
                new Request.Shape(request.spec, request.event, request.tokens.size(), false),
                shape -> dialect().leaseWrite(shape.spec(), shape.event(), shape.tokens()));
    guarded(
        session,
        request,
        () -> request.end(runner.one(session, write, request.values()), write.name()));
  }

  private void guarded(Session session, Request request, Runnable write) {
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

  /**
   * One settlement on its way. Written by the thread that has the connection, read by its own once
   * it is over.
   */
  static final class Request {

    private final Event event;
    private final List<Token> tokens;
    private final Supplier<Values> reads;
    private final TableSpec spec;
    private @Nullable Values values;
    private boolean mayBatch = true;
    private @Nullable Predicate<Session> own;
    private @Nullable Runnable told;
    private String ownName = "";
    private volatile @Nullable RuntimeException failure;
    private volatile boolean over;
    private boolean changed;
    private String statement = "";

    /**
     * A settlement.
     *
     * @param values read when it is written, and only if its statement needs them
     */
    Request(Event event, List<Token> tokens, Supplier<Values> values, TableSpec spec) {
      this.event = event;
      this.tokens = tokens;
      this.reads = values;
      this.spec = spec;
    }

    /** This request, to be written by a statement of its own. */
    Request alone() {
      mayBatch = false;
      return this;
    }

    /** This request, for whose end no thread waits: {@code told} runs when it is over. */
    Request then(Runnable told) {
      this.told = told;
      return this;
    }

    private boolean isLater() {
      return told != null;
    }

    private void tell() {
      Runnable then = told;
      if (then != null) {
        then.run();
      }
    }

    /** This request, to be written by statements of the service's own; says whether they did. */
    Request own(String name, Predicate<Session> write) {
      mayBatch = false;
      own = write;
      ownName = name;
      return this;
    }

    String statement() {
      return statement;
    }

    /** Asked by the thread that writes alone. */
    private Values values() {
      if (values == null) {
        values = reads.get();
      }
      return values;
    }

    /** Rows that are finished need no value of their own. */
    private boolean finishes() {
      return event.equals(Event.ACK) || event.equals(Event.DROP);
    }

    /** What rows that one statement writes have in common. */
    private Kind kind() {
      Object same =
          switch (event.kind()) {
            case RELEASE -> values().get(Meaning.RELEASE_TO);
            case DEAD_LETTER_TO_GROUP -> values().get(Meaning.DESTINATION);
            default -> null;
          };
      return new Kind(event, spec.has(Role.LAST_ERROR), same);
    }

    boolean isOver() {
      return over;
    }

    private void end(boolean changed, String statement) {
      this.changed = changed;
      this.statement = statement;
      this.over = true;
    }

    private void fail(RuntimeException failure) {
      if (!over) {
        this.failure = failure;
        this.over = true;
      }
    }

    /** Whether the row was changed; raises what made the write fail. */
    boolean result() {
      RuntimeException failed = failure;
      if (failed != null) {
        throw failed;
      }
      return changed;
    }

    /**
     * See {@link #kind()}.
     *
     * @param same a value that is written to all rows alike; null where there is none
     */
    private record Kind(Event event, boolean writesError, @Nullable Object same) {}

    /** What decides a statement's text. */
    record Shape(TableSpec spec, Event event, int tokens, boolean batch) {}
  }
}
