package io.github.rowqueue.internal.jdbc;

import io.github.rowqueue.table.Role;
import io.github.rowqueue.table.TableSpec;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * A place in the claim order.
 *
 * @param priority the priority; 0 in a table without one
 * @param due the due time, in the precision of its column; null in a table without one
 * @param id the id of the row that stands there; null for the place behind all rows of that due
 *     time, whatever their ids
 */
public record Mark(long priority, @Nullable Instant due, @Nullable RowId id) {

  /** Where {@code row} stands as it was claimed; empty if its columns cannot be read so. */
  public static Optional<Mark> of(RawRow row, TableSpec spec) {
    Object due = row.cell(Role.RETRY_AFTER);
    if (spec.has(Role.RETRY_AFTER) && !(due instanceof Instant)) {
      return Optional.empty();
    }
    Object priority = spec.has(Role.PRIORITY) ? row.cell(Role.PRIORITY) : (Object) 0L;
    return priority instanceof Number number
        ? Optional.of(new Mark(number.longValue(), (Instant) due, row.id()))
        : Optional.empty();
  }

  /**
   * How this place and {@code other} of the same priority follow each other; empty if only the
   * database knows how it sorts their ids.
   */
  public OptionalInt compare(Mark other) {
    if (due != null && other.due != null && !due.equals(other.due)) {
      return OptionalInt.of(due.compareTo(other.due));
    }
    if (id == null || other.id == null) {
      return OptionalInt.of(Boolean.compare(id == null, other.id == null));
    }
    if (id.equals(other.id)) {
      return OptionalInt.of(0);
    }
    return id.raw() instanceof Number one && other.id.raw() instanceof Number two
        ? OptionalInt.of(Long.compare(one.longValue(), two.longValue()))
        : OptionalInt.empty();
  }
}
