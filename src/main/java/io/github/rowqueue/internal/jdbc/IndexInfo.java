package io.github.rowqueue.internal.jdbc;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An index as the database describes it; the primary key counts as one.
 *
 * @param name its name
 * @param unique whether it admits a value once only
 * @param columns its key columns in order, for an index that is not unique also those of the
 *     primary key where the database appends them; an expression stands as an empty string
 * @param predicate the condition of a partial index as the database prints it, or null for none
 * @param ordered whether a scan of it yields rows in ascending order: a valid, visible btree
 *     without descending columns
 * @param immediate whether a unique one refuses at the write; one of a deferrable constraint may do
 *     so at the commit only
 */
public record IndexInfo(
    String name,
    boolean unique,
    List<String> columns,
    @Nullable String predicate,
    boolean ordered,
    boolean immediate) {
  /** Copies the list. */
  public IndexInfo {
    columns = List.copyOf(columns);
  }

  /** One that is not deferrable. */
  public IndexInfo(
      String name,
      boolean unique,
      List<String> columns,
      @Nullable String predicate,
      boolean ordered) {
    this(name, unique, columns, predicate, ordered, true);
  }
}
