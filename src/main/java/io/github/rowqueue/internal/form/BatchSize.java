package io.github.rowqueue.internal.form;

/**
 * Statements for many rows come in few sizes, so that databases keep their plans; the last row
 * fills up the rest.
 */
final class BatchSize {

  private BatchSize() {}

  /** The smallest power of two that holds {@code rows}. */
  static int of(int rows) {
    return rows <= 1 ? 1 : Integer.highestOneBit(rows - 1) << 1;
  }
}
