package io.github.rowqueue.internal.jdbc;

import io.github.rowqueue.table.TableSpec;

/** Rows made by hand, for tests without a database. */
public final class RawRows {

  private RawRows() {}

  /** A row of these cells, of which the first is its id. */
  public static RawRow of(TableSpec spec, Object... cells) {
    return new RawRow(spec, RowId.of(cells[0]), cells);
  }
}
