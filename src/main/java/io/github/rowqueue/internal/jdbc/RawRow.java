package io.github.rowqueue.internal.jdbc;

import io.github.rowqueue.error.DecodeException;
import io.github.rowqueue.table.ColumnSpec;
import io.github.rowqueue.table.Role;
import io.github.rowqueue.table.Row;
import io.github.rowqueue.table.TableSpec;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** A claimed row as the driver gave it; converted only when it is read. */
public final class RawRow implements Row {

  /** The attempt of nearly every row, asked for several times per delivery. */
  private static final OptionalLong NEVER = OptionalLong.of(0);

  private final TableSpec spec;
  private final RowId id;
  private final @Nullable Object[] cells;

  private final @Nullable String problem;

  RawRow(TableSpec spec, RowId id, @Nullable Object[] cells) {
    this(spec, id, cells, null);
  }

  private RawRow(TableSpec spec, RowId id, @Nullable Object[] cells, @Nullable String problem) {
    this.spec = spec;
    this.id = id;
    this.cells = cells;
    this.problem = problem;
  }

  /**
   * This row as {@code other} describes it: the queue's own columns from here, all others from
   * {@code fetched}, by the places of {@code other}.
   */
  RawRow with(TableSpec other, @Nullable Object[] fetched) {
    return new RawRow(other, id, merged(other, fetched), null);
  }

  /**
   * This row as {@code other} describes it, whose message could not be fetched: no headers (B197).
   */
  RawRow without(TableSpec other, String problem) {
    @Nullable Object[] all = merged(other, new @Nullable Object[other.columns().size()]);
    for (int i = 0; i < all.length; i++) {
      all[i] = OwnColumns.isHeaders(other.columns().get(i)) ? null : all[i];
    }
    return new RawRow(other, id, all, problem);
  }

  private @Nullable Object[] merged(TableSpec other, @Nullable Object[] fetched) {
    @Nullable Object[] all = fetched.clone();
    for (int i = 0; i < all.length; i++) {
      ColumnSpec column = other.columns().get(i);
      if (OwnColumns.isQueues(column)) {
        all[i] = cells[spec.columns().indexOf(column)];
      }
    }
    return all;
  }

  /**
   * Refuses a row without its message.
   *
   * @throws DecodeException a failed attempt of this row alone (B197)
   */
  public void requireMessage() {
    if (problem != null) {
      throw new DecodeException(problem, null);
    }
  }

  /** The row's id. */
  public RowId id() {
    return id;
  }

  /**
   * The attempt before the claim counted it; empty without the column, or if it cannot be read
   * (B170).
   */
  public OptionalLong attempt() {
    int index = spec.indexOf(Role.ATTEMPT);
    if (index < 0 || !(cells[index] instanceof Number number)) {
      return OptionalLong.empty();
    }
    long attempt = number.longValue();
    return attempt == 0 ? NEVER : OptionalLong.of(attempt);
  }

  /**
   * The cell of the column that plays {@code role}, as the driver gave it; null without the column.
   */
  public @Nullable Object cell(Role role) {
    int index = spec.indexOf(role);
    return index < 0 ? null : cells[index];
  }

  /** The group; empty without the column, and if it cannot be read. */
  public Optional<String> group() {
    return Optional.ofNullable(cell(Role.GROUP))
        .filter(group -> !(group instanceof TableBinding.Unreadable))
        .map(Object::toString);
  }

  /**
   * The partition key as the driver gave it; empty without the column, for null, and if it cannot
   * be read (B122).
   */
  public Optional<Object> partitionKey() {
    return Optional.ofNullable(cell(Role.PARTITION_KEY))
        .filter(key -> !(key instanceof TableBinding.Unreadable));
  }

  /**
   * The partition key as a value whose {@link Object#hashCode} is the same for what the database
   * holds to be equal: drivers give arrays, and on SQLite the type of a number varies per row.
   */
  public Optional<Object> hashableKey() {
    return partitionKey().map(RawRow::hashable);
  }

  private static Object hashable(Object key) {
    if (key instanceof byte[] bytes) {
      return ByteBuffer.wrap(bytes);
    }
    boolean finite =
        key instanceof Number number
            && !Double.isNaN(number.doubleValue())
            && !Double.isInfinite(number.doubleValue());
    return finite ? new BigDecimal(key.toString()).stripTrailingZeros() : key;
  }

  @Override
  public <T> @Nullable T get(int index, Class<T> type) {
    ColumnSpec column = spec.columns().get(index);
    Object cell = cells[index];
    if (cell instanceof TableBinding.Unreadable unreadable) {
      throw new DecodeException(
          "column %s cannot be read: %s".formatted(column.name(), unreadable.reason().getMessage()),
          unreadable.reason());
    }
    Class<T> boxed = Conversions.boxed(type);
    try {
      return cell == null
          ? null
          : column.json() ? Conversions.json(cell, boxed) : Conversions.convert(cell, boxed);
    } catch (IllegalArgumentException | java.io.IOException refused) {
      throw new DecodeException(
          "column %s does not read as %s: %s"
              .formatted(column.name(), type.getSimpleName(), refused.getMessage()),
          refused);
    }
  }

  @Override
  public <T> @Nullable T get(String name, Class<T> type) {
    for (int i = 0; i < cells.length; i++) {
      if (spec.columns().get(i).name().equals(name)) {
        return get(i, type);
      }
    }
    throw new IllegalArgumentException(
        "table %s is described without a column %s".formatted(spec.table(), name));
  }
}
