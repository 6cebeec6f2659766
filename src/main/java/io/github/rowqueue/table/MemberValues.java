package io.github.rowqueue.table;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Takes values to be written out of a row. */
final class MemberValues<R> implements RowValues<R> {

  private final String describedBy;
  private final Map<String, Integer> membersByColumn;
  private final RowParts<R> parts;

  MemberValues(String describedBy, Map<String, Integer> membersByColumn, RowParts<R> parts) {
    this.describedBy = describedBy;
    this.membersByColumn = Map.copyOf(membersByColumn);
    this.parts = parts;
  }

  boolean has(ColumnSpec column) {
    return membersByColumn.containsKey(column.name());
  }

  @Override
  public @Nullable Object value(R row, ColumnSpec column) {
    @Nullable Integer index = membersByColumn.get(column.name());
    if (index == null) {
      throw new IllegalArgumentException(
          "%s has no column %s".formatted(describedBy, column.name()));
    }
    return parts.value(row, index);
  }
}
