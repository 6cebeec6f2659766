package io.github.rowqueue.internal.jdbc;

import java.sql.Types;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A column as SQLite's pragma describes it.
 *
 * @param type the declared type, of which only the affinity has an effect
 * @param key its place in the primary key, from 1; 0 outside it
 * @param collation the collation if it takes upper and lower case for one, or null
 */
record SqliteColumn(
    String name,
    String type,
    boolean notNull,
    @Nullable String defaultValue,
    int key,
    boolean computed,
    @Nullable String collation) {

  SqliteColumn collated(String name) {
    return new SqliteColumn(this.name, type, notNull, defaultValue, key, computed, name);
  }

  static List<String> primaryKey(List<SqliteColumn> columns) {
    return columns.stream()
        .filter(column -> column.key > 0)
        .sorted(Comparator.comparingInt(SqliteColumn::key))
        .map(SqliteColumn::name)
        .toList();
  }

  /**
   * The column.
   *
   * @param rowId whether the primary key is the rowid, which is never null and fills itself
   */
  ColumnInfo toInfo(boolean rowId) {
    boolean isRowId = rowId && key > 0;
    TypeFamily family = family();
    return new ColumnInfo(
        name,
        jdbcType(family),
        type.isEmpty() ? "a column without a type" : type,
        family,
        times(family),
        0,
        3,
        !notNull && !isRowId,
        defaultValue,
        computed || isRowId,
        collation,
        false);
  }

  /** The affinity, by the rules of SQLite in their order. */
  private TypeFamily family() {
    String upper = type.toUpperCase(Locale.ROOT);
    if (upper.contains("INT")) {
      return TypeFamily.INTEGER;
    }
    if (upper.contains("CHAR") || upper.contains("CLOB") || upper.contains("TEXT")) {
      return TypeFamily.TEXT;
    }
    if (upper.contains("BLOB")) {
      return TypeFamily.BINARY;
    }
    boolean real = upper.contains("REAL") || upper.contains("FLOA") || upper.contains("DOUB");
    return real ? TypeFamily.FLOATING : TypeFamily.LOOSE;
  }

  private static int jdbcType(TypeFamily family) {
    return switch (family) {
      case INTEGER -> Types.BIGINT;
      case TEXT -> Types.VARCHAR;
      case BINARY -> Types.BLOB;
      case FLOATING -> Types.DOUBLE;
      default -> Types.NUMERIC;
    };
  }

  private static @Nullable TimeStorage times(TypeFamily family) {
    return switch (family) {
      case INTEGER -> TimeStorage.MILLIS;
      case TEXT, LOOSE -> TimeStorage.TEXT;
      default -> null;
    };
  }
}
