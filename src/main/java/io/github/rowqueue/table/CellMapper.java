package io.github.rowqueue.table;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the parts of a row and has them put together. */
final class CellMapper<R> implements RowMapper<R> {

  private final String describedBy;
  private final Part[] cells;
  private final RowParts<R> parts;

  CellMapper(String describedBy, List<Part> cells, RowParts<R> parts) {
    this.describedBy = describedBy;
    this.cells = cells.toArray(Part[]::new);
    this.parts = parts;
  }

  @Override
  public R map(Row row) {
    @Nullable Object[] values = new @Nullable Object[cells.length];
    for (int i = 0; i < cells.length; i++) {
      values[i] = cells[i].read(row);
    }
    try {
      return parts.build(values);
    } catch (Throwable refused) {
      throw RowBuilding.refused(describedBy, refused);
    }
  }

  /** What becomes the value of one component: a column, a headers record, or nothing. */
  @FunctionalInterface
  interface Part {
    @Nullable Object read(Row row);
  }
}
