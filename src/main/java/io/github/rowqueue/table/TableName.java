package io.github.rowqueue.table;

import java.util.Objects;

/**
 * A table's name, and its schema where one is given (else the connection's default schema). Names
 * are kept as written: upper case, spaces, quotes and reserved words survive.
 *
 * @param schema the schema, or an empty string for the connection's default
 * @param name the table's name
 */
public record TableName(String schema, String name) {

  /** Checks that neither part is null. */
  public TableName {
    Objects.requireNonNull(schema, "schema");
    Objects.requireNonNull(name, "name");
  }

  /** The name as messages show it: {@code schema.name}, or {@code name} in the default schema. */
  @Override
  public String toString() {
    return schema.isEmpty() ? name : schema + "." + name;
  }
}
