package io.github.rowqueue.internal.form;

import io.github.rowqueue.dialect.Event;
import io.github.rowqueue.dialect.Param.Meaning;
import io.github.rowqueue.internal.jdbc.Session;
import io.github.rowqueue.internal.jdbc.Values;
import io.github.rowqueue.internal.jdbc.Values.Token;
import io.github.rowqueue.table.Role;
import io.github.rowqueue.table.TableSpec;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One settlement on its way. Written by the thread that has the connection, read by its own once it
 * is over.
 */
final class SettlementRequest {

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
  SettlementRequest(Event event, List<Token> tokens, Supplier<Values> values, TableSpec spec) {
    this.event = event;
    this.tokens = tokens;
    this.reads = values;
    this.spec = spec;
  }

  /** This request, to be written by a statement of its own. */
  SettlementRequest alone() {
    mayBatch = false;
    return this;
  }

  /** This request, for whose end no thread waits: {@code told} runs when it is over. */
  SettlementRequest then(Runnable told) {
    this.told = told;
    return this;
  }

  /** Whether no thread waits for its end. */
  boolean isLater() {
    return told != null;
  }

  /** Tells of its end, if somebody is to be told. */
  void tell() {
    Runnable then = told;
    if (then != null) {
      then.run();
    }
  }

  /** This request, to be written by statements of the service's own; says whether they did. */
  SettlementRequest own(String name, Predicate<Session> write) {
    mayBatch = false;
    own = write;
    ownName = name;
    return this;
  }

  Event event() {
    return event;
  }

  List<Token> tokens() {
    return tokens;
  }

  TableSpec spec() {
    return spec;
  }

  /** Whether it may be written together with others. */
  boolean mayBatch() {
    return mayBatch;
  }

  /** What writes it, if that is the service's own. */
  @Nullable Predicate<Session> own() {
    return own;
  }

  /** The name of what the service writes. */
  String ownName() {
    return ownName;
  }

  String statement() {
    return statement;
  }

  /** Asked by the thread that writes alone. */
  Values values() {
    if (values == null) {
      values = reads.get();
    }
    return values;
  }

  /** Rows that are finished need no value of their own. */
  boolean finishes() {
    return event.equals(Event.ACK) || event.equals(Event.DROP);
  }

  /** What rows that one statement writes have in common. */
  Kind kind() {
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

  /** It is written, or the row was not there. */
  void end(boolean changed, String statement) {
    this.changed = changed;
    this.statement = statement;
    this.over = true;
  }

  /** It could not be written; of no effect once it is over. */
  void fail(RuntimeException failure) {
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
  record Kind(Event event, boolean writesError, @Nullable Object same) {}

  /** What decides a statement's text. */
  record Shape(TableSpec spec, Event event, int tokens, boolean batch) {}
}
