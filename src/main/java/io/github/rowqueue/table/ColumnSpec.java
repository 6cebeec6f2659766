package io.github.rowqueue.table;

import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One column of a queue table.
 *
 * @param name the column's name as written in the database
 * @param roleOrNull the job it does for the queue, or null for a data column; prefer {@link
 *     #role()}
 * @param type the Java type it is read as, primitives as their boxes
 * @param generated whether the database fills it, so that inserts leave it out
 * @param nullable whether a row may hold null here
 * @param json whether a data column holds JSON that is read and written as {@code type}
 * @param header whether a data column is a header of the message, named by the column
 */
public record ColumnSpec(
    String name,
    @Nullable Role roleOrNull,
    Class<?> type,
    boolean generated,
    boolean nullable,
    boolean json,
    boolean header) {

  /** Checks the name and the type. */
  public ColumnSpec {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(type, "type");
  }

  /** A column that is no header. */
  public ColumnSpec(
      String name,
      @Nullable Role roleOrNull,
      Class<?> type,
      boolean generated,
      boolean nullable,
      boolean json) {
    this(name, roleOrNull, type, generated, nullable, json, false);
  }

  /** The job this column does for the queue; empty for a data column. */
  public Optional<Role> role() {
    return Optional.ofNullable(roleOrNull);
  }

  /** Whether this column plays {@code role}. */
  public boolean plays(Role role) {
    return roleOrNull == role;
  }
}
