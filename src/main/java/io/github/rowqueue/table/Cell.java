package io.github.rowqueue.table;

import io.github.rowqueue.error.DecodeException;
import java.lang.reflect.Array;
import org.jspecify.annotations.Nullable;

/** Where one component takes its value from: a column of the row, or nowhere. */
final class Cell implements CellMapper.Part {

  private final int index;
  private final Class<?> type;
  private final boolean nullable;
  private final String nullText;
  private final @Nullable Object unread;

  private Cell(
      int index, Class<?> type, boolean nullable, String nullText, @Nullable Object unread) {
    this.index = index;
    this.type = type;
    this.nullable = nullable;
    this.nullText = nullText;
    this.unread = unread;
  }

  /** The column at {@code index} of {@code spec}, for {@code member} of the class described. */
  static Cell column(TableSpec spec, int index, Member member, String describedBy) {
    ColumnSpec column = spec.columns().get(index);
    String text =
        "column %s is null, and %s of %s holds no null: %smake the column NOT NULL"
            .formatted(column.name(), member.element(), describedBy, allowingNull(column, member));
    return new Cell(index, column.type(), column.nullable(), text, null);
  }

  /** A column that nobody reads here: {@code instead} stands in its place. */
  static Cell unread(Class<?> type, @Nullable Object instead) {
    return new Cell(-1, type, true, "", instead);
  }

  /** No column: the default of the component's type, 0, false or null. */
  static Cell none(Class<?> type) {
    return new Cell(-1, type, true, "", Array.get(Array.newInstance(type, 1), 0));
  }

  private static String allowingNull(ColumnSpec column, Member member) {
    boolean roleForbids = column.roleOrNull() != null && !column.plays(Role.PARTITION_KEY);
    if (roleForbids) {
      return "";
    }
    return member.rawType().isPrimitive()
        ? "make it a @Nullable %s, or ".formatted(column.type().getSimpleName())
        : "add @Nullable to it, or ";
  }

  /** Whether a column stands behind it. */
  private boolean isColumn() {
    return index >= 0;
  }

  /**
   * The value for the component.
   *
   * @throws DecodeException if the column holds a null the component does not
   */
  @Override
  public @Nullable Object read(Row row) {
    if (!isColumn()) {
      return unread;
    }
    Object value = row.get(index, type);
    if (value == null && !nullable) {
      throw new DecodeException(nullText, null);
    }
    return value;
  }
}
