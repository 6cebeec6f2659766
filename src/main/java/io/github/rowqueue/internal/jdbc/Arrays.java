package io.github.rowqueue.internal.jdbc;

import java.lang.reflect.Array;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Arrays of a database: PostgreSQL's and H2's. */
final class Arrays {

  private Arrays() {}

  /** The elements as the driver gives them, in an array of whatever type; null for a null. */
  static @Nullable Object read(ResultSet rows, int position) throws SQLException {
    java.sql.@Nullable Array array = rows.getArray(position);
    if (array == null) {
      return null;
    }
    try {
      return array.getArray();
    } finally {
      array.free();
    }
  }

  /**
   * Binds the Java array {@code value}.
   *
   * @param typeName the column's type as the database calls it
   */
  static void bind(PreparedStatement statement, int position, Object value, String typeName)
      throws SQLException {
    if (!value.getClass().isArray()) {
      throw new IllegalArgumentException("not an array: " + value.getClass().getName());
    }
    statement.setArray(
        position, statement.getConnection().createArrayOf(element(typeName), boxed(value)));
  }

  /**
   * The Java array of the type {@code type} that holds the elements of {@code cell}.
   *
   * @throws IllegalArgumentException naming the element that does not fit
   */
  static Object convert(Object cell, Class<?> type) {
    if (!cell.getClass().isArray()) {
      throw new IllegalArgumentException(
          "the value is a %s and no array".formatted(cell.getClass().getSimpleName()));
    }
    Class<?> element = type.getComponentType();
    int length = Array.getLength(cell);
    Object array = Array.newInstance(element, length);
    for (int i = 0; i < length; i++) {
      @Nullable Object value = Array.get(cell, i);
      if (value == null && element.isPrimitive()) {
        throw new IllegalArgumentException(
            "element %d is null, which a %s cannot be".formatted(i + 1, element.getSimpleName()));
      }
      Array.set(
          array, i, value == null ? null : Conversions.convert(value, Conversions.boxed(element)));
    }
    return array;
  }

  private static @Nullable Object[] boxed(Object array) {
    @Nullable Object[] elements = new @Nullable Object[Array.getLength(array)];
    for (int i = 0; i < elements.length; i++) {
      elements[i] = Array.get(array, i);
    }
    return elements;
  }

  /** The name of a type as PostgreSQL's driver looks it up; with a schema it is quoted already. */
  static String quoted(String typeName) {
    return typeName.startsWith("\"") || typeName.equals(typeName.toLowerCase(Locale.ROOT))
        ? typeName
        : "\"" + typeName + "\"";
  }

  /** The type of the elements: {@code int8} of PostgreSQL's {@code _int8}. */
  private static String element(String typeName) {
    return typeName.startsWith("_")
        ? typeName.substring(1)
        : typeName.toLowerCase(Locale.ROOT).replace(" array", "");
  }
}
