package io.github.rowqueue.internal.form;

import io.github.rowqueue.error.RowqueueException;
import io.github.rowqueue.error.StatementException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What became of a settlement.
 *
 * @param kind the result
 * @param statement the name of the statement that decided
 * @param failure what was raised, for {@link Kind#REFUSED} and {@link Kind#UNKNOWN}; and for {@link
 *     Kind#LOST} where the database ended the transaction that held the row
 */
public record SettleResult(Kind kind, String statement, @Nullable RowqueueException failure) {

  static SettleResult done(String statement) {
    return new SettleResult(Kind.DONE, statement, null);
  }

  /** Of a write that tells whether it changed the row. */
  static SettleResult of(boolean changed, String statement) {
    return changed ? done(statement) : lost(statement);
  }

  static SettleResult lost(String statement) {
    return new SettleResult(Kind.LOST, statement, null);
  }

  /** The database ended the transaction that held the row. */
  static SettleResult lost(StatementException failure) {
    return new SettleResult(Kind.LOST, failure.statement(), failure);
  }

  static SettleResult refused(StatementException failure) {
    return new SettleResult(Kind.REFUSED, failure.statement(), failure);
  }

  static SettleResult unknown(RowqueueException failure) {
    String statement =
        failure instanceof StatementException known ? known.statement() : "transaction";
    return new SettleResult(Kind.UNKNOWN, statement, failure);
  }

  /** What was raised. */
  public RowqueueException cause() {
    return Objects.requireNonNull(failure, "only refused and unknown results have a cause");
  }

  /** The results. */
  public enum Kind {
    /** Written. */
    DONE,
    /** The row was no longer held; nothing is written. */
    LOST,
    /** The database refuses these values for good; nothing is written and the row is still held. */
    REFUSED,
    /**
     * Nobody knows; the row comes back when its lease or transaction ends, if it was not written.
     */
    UNKNOWN
  }
}
