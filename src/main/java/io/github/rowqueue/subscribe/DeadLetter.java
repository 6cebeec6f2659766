package io.github.rowqueue.subscribe;

import io.github.rowqueue.table.TableName;
import java.util.Objects;

/** Where a row goes that has spent its attempts. Immutable. */
public sealed interface DeadLetter {

  /**
   * Another group of the same table (grouped tables only). The row keeps its columns but for the
   * group (B156).
   *
   * @throws IllegalArgumentException if the name is empty
   */
  static DeadLetter toGroup(String group) {
    return new ToGroup(group);
  }

  /**
   * Another table with the same columns, as {@code table} or {@code schema.table} (B157).
   *
   * @throws IllegalArgumentException if the name is empty or has more than two parts (B158)
   */
  static DeadLetter toTable(String name) {
    String[] parts = Objects.requireNonNull(name, "name").split("\\.", -1);
    if (parts.length > 2 || java.util.Arrays.stream(parts).anyMatch(String::isEmpty)) {
      throw new IllegalArgumentException(
          "dead-letter table \"%s\": give table or schema.table; for names with dots use DeadLetter.toTable(schema, table)"
              .formatted(name));
    }
    return parts.length == 1
        ? new ToTable(new TableName("", parts[0]))
        : new ToTable(new TableName(parts[0], parts[1]));
  }

  /** Another table with the same columns, its schema and name taken as written. */
  static DeadLetter toTable(String schema, String name) {
    return new ToTable(new TableName(schema, name));
  }

  /**
   * See {@link DeadLetter#toGroup}.
   *
   * @param group the group
   */
  record ToGroup(String group) implements DeadLetter {
    /** Checks the group. */
    public ToGroup {
      if (Objects.requireNonNull(group, "group").isEmpty()) {
        throw new IllegalArgumentException("the dead-letter group's name is empty");
      }
    }

    @Override
    public String toString() {
      return "group " + group;
    }
  }

  /**
   * See {@link DeadLetter#toTable(String)}.
   *
   * @param table the table
   */
  record ToTable(TableName table) implements DeadLetter {
    /** Checks the table. */
    public ToTable {
      Objects.requireNonNull(table, "table");
    }

    @Override
    public String toString() {
      return "table " + table;
    }
  }
}
