package io.github.rowqueue.internal.jdbc;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Gathers an index whose columns come in rows. Used by one thread. */
final class IndexDraft {

  private final String name;
  private final List<String> columns = new ArrayList<>();
  boolean unique;
  boolean ordered = true;
  boolean immediate = true;
  @Nullable String predicate;

  IndexDraft(String name) {
    this.name = name;
  }

  /** The next key column; null for an expression. */
  void add(@Nullable String column, boolean ascending) {
    columns.add(column == null ? "" : column);
    ordered &= ascending;
  }

  /** What the database appends to an index that is not unique. */
  void append(List<String> primaryKey) {
    if (!unique) {
      primaryKey.stream().filter(column -> !columns.contains(column)).forEach(columns::add);
    }
  }

  IndexInfo toInfo() {
    return new IndexInfo(name, unique, columns, predicate, ordered, immediate);
  }
}
