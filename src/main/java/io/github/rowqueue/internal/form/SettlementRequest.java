package io.github.rowqueue.internal.form;

import io.github.rowqueue.dialect.Event;
import io.github.rowqueue.dialect.Param.Meaning;
import io.github.rowqueue.internal.jdbc.Session;
import io.github.rowqueue.internal.jdbc.Values;
import io.github.rowqueue.internal.jdbc.Values.Token;
import io.github.rowqueue.table.Role;
import io.github.rowqueue.table.TableSpec;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * One settlement on its way. Written by the thread that has the connection, read by its own once it
 * is over.
 */
final class SettlementRequest {

  private static final SettleResult NOT_WRITTEN = SettleResult.lost("not written");

  private final FormContext context;
  private final LeasedRow row;
  private final Settlement settlement;
  private final List<Token> tokens;
  private final TableSpec spec;
  private @Nullable Values values;
  private boolean mayBatch = true;
  private @Nullable Predicate<Session> own;
  private @Nullable Consumer<@Nullable SettleResult> told;
  private String ownName = "";
  private volatile @Nullable RuntimeException failure;
  private volatile boolean over;
  private SettleResult result = NOT_WRITTEN;

  /**
   * A settlement of {@code row} under {@code tokens}; its values are read when it is written, and
   * only if its statement needs them.
   *
   * @param spec decides which columns are written
   */
  SettlementRequest(
      FormContext context,
      LeasedRow row,
      Settlement settlement,
      List<Token> tokens,
      TableSpec spec) {
    this.context = context;
    this.row = row;
    this.settlement = settlement;
    this.tokens = tokens;
    this.spec = spec;
  }

  /** This request, whose values are known. */
  SettlementRequest with(Values values) {
    this.values = values;
    return this;
  }

  /** This request, to be written by a statement of its own. */
  SettlementRequest alone() {
    mayBatch = false;
    return this;
  }

  /**
   * This request, for whose end no thread waits: {@code told} runs when it is over, with null if
   * the first try failed.
   */
  SettlementRequest then(Consumer<@Nullable SettleResult> told) {
    this.told = told;
    return this;
  }

  /** Whether no thread waits for its end. */
  boolean isLater() {
    return told != null;
  }

  /** Tells of its end, if somebody is to be told. */
  void tell() {
    Consumer<@Nullable SettleResult> then = told;
    if (then != null) {
      then.accept(firstResult());
    }
  }

  /** What the first try of a settlement has told; null if it failed, which its row keeps. */
  @Nullable SettleResult firstResult() {
    RuntimeException failed = failure;
    if (failed != null) {
      row.firstFailure(failed);
      return null;
    }
    return result;
  }

  /** This request, to be written by statements of the service's own; says whether they did. */
  SettlementRequest own(String name, Predicate<Session> write) {
    mayBatch = false;
    own = write;
    ownName = name;
    return this;
  }

  Event event() {
    return settlement.event();
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

  /** Asked by the thread that writes alone. */
  Values values() {
    if (values == null) {
      values = SettlementValues.of(context, settlement, tokens);
    }
    return values;
  }

  /** Rows that are finished need no value of their own. */
  boolean finishes() {
    return event().equals(Event.ACK) || event().equals(Event.DROP);
  }

  /** Whether one statement finishes both rows; of others only their {@link #kind} tells. */
  boolean finishesAs(SettlementRequest other) {
    return finishes() && event().equals(other.event()) && spec.equals(other.spec);
  }

  /** What rows that one statement writes have in common. */
  Kind kind() {
    Object same =
        switch (event().kind()) {
          case RELEASE -> values().get(Meaning.RELEASE_TO);
          case DEAD_LETTER_TO_GROUP -> values().get(Meaning.DESTINATION);
          default -> null;
        };
    return new Kind(event(), spec.has(Role.LAST_ERROR), same);
  }

  boolean isOver() {
    return over;
  }

  /** It is written, or the row was not there. */
  void end(SettleResult result) {
    this.result = result;
    this.over = true;
  }

  /** It could not be written; of no effect once it is over. */
  void fail(RuntimeException failure) {
    if (!over) {
      this.failure = failure;
      this.over = true;
    }
  }

  /** What became of it: done, or lost; raises what made the write fail. */
  SettleResult result() {
    RuntimeException failed = failure;
    if (failed != null) {
      throw failed;
    }
    return result;
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
