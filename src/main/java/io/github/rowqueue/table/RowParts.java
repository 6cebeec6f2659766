package io.github.rowqueue.table;

import org.jspecify.annotations.Nullable;

/**
 * How rows of one class are put together and taken apart: by method handles, or by generated code.
 * Values stand in the order of the class's members.
 */
interface RowParts<R> {

  /**
   * Builds a row.
   *
   * @param values one for each member; those of a class's fields without a column are not looked at
   * @throws Throwable what the class's own constructor raises
   */
  R build(@Nullable Object[] values) throws Throwable;

  /** The value of the member at {@code index} of {@code row}. */
  @Nullable Object value(R row, int index);

  /** Those of generated code. */
  static <R> RowParts<R> of(RowCompanion<R> companion) {
    return new RowParts<>() {
      @Override
      public R build(@Nullable Object[] values) throws Throwable {
        return companion.build(values);
      }

      @Override
      public @Nullable Object value(R row, int index) {
        return companion.value(row, index);
      }
    };
  }
}
