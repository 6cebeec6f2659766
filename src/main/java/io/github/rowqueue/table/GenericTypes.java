package io.github.rowqueue.table;

import java.lang.reflect.Field;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What type arguments mean for a column. */
final class GenericTypes {

  /** What JSON becomes without being told a type: the same as with it. */
  private static final Set<Type> UNTYPED_JSON = Set.of(Object.class, String.class, Boolean.class);

  private static final Set<Type> UNTYPED_JSON_CONTAINERS =
      Set.of(List.class, Collection.class, Map.class);

  private GenericTypes() {}

  static ColumnType columnType(Field field) {
    return field.getType().isEnum()
        ? ColumnType.ENUM
        : ColumnType.named(field.getGenericType().getTypeName());
  }

  /**
   * The first type argument that a reader who knows the class of {@code type} alone would lose, or
   * an empty string: in {@code List<Item>} it would read maps where items should be.
   */
  static String lostArgument(Type type) {
    if (type instanceof Class<?>) {
      return "";
    }
    if (type instanceof GenericArrayType array) {
      return lostArgument(array.getGenericComponentType());
    }
    if (type instanceof ParameterizedType generic) {
      return Arrays.stream(generic.getActualTypeArguments())
          .map(GenericTypes::lost)
          .filter(lost -> !lost.isEmpty())
          .findFirst()
          .orElse("");
    }
    return shortName(type);
  }

  private static String lost(Type argument) {
    if (UNTYPED_JSON.contains(argument) || isUnbounded(argument)) {
      return "";
    }
    boolean container =
        argument instanceof ParameterizedType generic
            && UNTYPED_JSON_CONTAINERS.contains(generic.getRawType());
    return container ? lostArgument(argument) : shortName(argument);
  }

  private static boolean isUnbounded(Type argument) {
    return argument instanceof WildcardType wildcard
        && UNTYPED_JSON.contains(wildcard.getUpperBounds()[0]);
  }

  private static String shortName(Type type) {
    return ColumnDraft.shortName(type.getTypeName());
  }
}
