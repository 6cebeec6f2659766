package io.github.rowqueue.table;

import io.github.rowqueue.table.TypeTree.Kind;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.util.Arrays;

/** Types as reflection shows them. */
final class GenericTypes {

  private GenericTypes() {}

  static TypeTree tree(Type type) {
    if (type instanceof Class<?> named) {
      return ofClass(named);
    }
    if (type instanceof GenericArrayType array) {
      return TypeTree.array(tree(array.getGenericComponentType()));
    }
    if (type instanceof ParameterizedType generic) {
      return TypeTree.generic(
          rawName(generic),
          Arrays.stream(generic.getActualTypeArguments()).map(GenericTypes::tree).toList());
    }
    if (type instanceof WildcardType wildcard) {
      return TypeTree.wildcard(wildcard.getTypeName(), tree(wildcard.getUpperBounds()[0]));
    }
    return TypeTree.plain(Kind.VARIABLE, type.getTypeName());
  }

  private static TypeTree ofClass(Class<?> type) {
    if (type.isArray()) {
      return TypeTree.array(ofClass(type.getComponentType()));
    }
    if (type.isEnum()) {
      return TypeTree.plain(Kind.ENUM, type.getName());
    }
    return TypeTree.plain(type.isPrimitive() ? Kind.PRIMITIVE : Kind.CLASS, type.getName());
  }

  /** The name before the arguments, which may hold those of the class around it. */
  private static String rawName(ParameterizedType generic) {
    Class<?> raw = (Class<?>) generic.getRawType();
    return generic.getOwnerType() instanceof ParameterizedType owner
        ? tree(owner).name() + "$" + raw.getSimpleName()
        : raw.getName();
  }
}
