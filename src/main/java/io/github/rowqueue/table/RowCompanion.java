package io.github.rowqueue.table;

import org.jspecify.annotations.Nullable;

/**
 * What the annotation processor generates beside a row class, so that its rows are built and taken
 * apart without reflection. Found by {@link Table#of(Class)}; no service implements or calls it,
 * and it may change in any release.
 *
 * @param <R> the row class
 */
public interface RowCompanion<R> {

  /** The format of generated code that this version of Rowqueue reads and writes. */
  int FORMAT = 1;

  /** The {@link #FORMAT} of the version that generated this. */
  int format();

  /** The row class. */
  Class<R> rowClass();

  /** The row class's members as they were when this was generated. */
  String members();

  /**
   * Builds a row from one value for each member, in their order.
   *
   * @throws Throwable what the row class's constructor raises
   */
  R build(@Nullable Object[] values) throws Throwable;

  /** The value of the member at {@code index} of {@code row}. */
  @Nullable Object value(R row, int index);
}
