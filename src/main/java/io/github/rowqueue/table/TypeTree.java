package io.github.rowqueue.table;

import java.util.List;
import java.util.Set;

/**
 * A Java type as written, whether reflection or the compiler shows it.
 *
 * @param kind what it is
 * @param name its name with all qualifiers and arguments, as {@link
 *     java.lang.reflect.Type#getTypeName()} says it
 * @param raw its name without arguments; empty where it has none of its own
 * @param parts type arguments, the component of an array, the upper bound of a wildcard
 */
record TypeTree(Kind kind, String name, String raw, List<TypeTree> parts) {

  /** What rules distinguish. */
  enum Kind {
    PRIMITIVE,
    CLASS,
    ENUM,
    ARRAY,
    GENERIC,
    WILDCARD,
    VARIABLE
  }

  /** What JSON becomes without being told a type: the same as with it. */
  private static final Set<String> UNTYPED_JSON =
      Set.of("java.lang.Object", "java.lang.String", "java.lang.Boolean");

  private static final Set<String> UNTYPED_JSON_CONTAINERS =
      Set.of("java.util.List", "java.util.Collection", "java.util.Map");

  TypeTree {
    parts = List.copyOf(parts);
  }

  /** A type without arguments; for an enum or a primitive say so. */
  static TypeTree plain(Kind kind, String name) {
    return new TypeTree(kind, name, name, List.of());
  }

  static TypeTree array(TypeTree component) {
    return new TypeTree(Kind.ARRAY, component.name + "[]", "", List.of(component));
  }

  /** A generic type; {@code raw} stands before its arguments. */
  static TypeTree generic(String raw, List<TypeTree> arguments) {
    String written = String.join(", ", arguments.stream().map(TypeTree::name).toList());
    return new TypeTree(
        Kind.GENERIC, arguments.isEmpty() ? raw : "%s<%s>".formatted(raw, written), raw, arguments);
  }

  static TypeTree wildcard(String name, TypeTree upperBound) {
    return new TypeTree(Kind.WILDCARD, name, "", List.of(upperBound));
  }

  boolean isPrimitive() {
    return kind == Kind.PRIMITIVE;
  }

  ColumnType columnType() {
    return kind == Kind.ENUM ? ColumnType.ENUM : ColumnType.named(name);
  }

  /**
   * The first type argument that a reader who knows the class of this type alone would lose, or an
   * empty string: in {@code List<Item>} it would read maps where items should be.
   */
  String lostArgument() {
    return switch (kind) {
      case PRIMITIVE, CLASS, ENUM -> "";
      case ARRAY -> parts.get(0).lostArgument();
      case GENERIC ->
          parts.stream()
              .map(TypeTree::lostAsArgument)
              .filter(lost -> !lost.isEmpty())
              .findFirst()
              .orElse("");
      case VARIABLE, WILDCARD -> ColumnDraft.shortName(name);
    };
  }

  private String lostAsArgument() {
    String bound = kind == Kind.WILDCARD ? parts.get(0).name : name;
    if (UNTYPED_JSON.contains(bound)) {
      return "";
    }
    boolean container = kind == Kind.GENERIC && UNTYPED_JSON_CONTAINERS.contains(raw);
    return container ? lostArgument() : ColumnDraft.shortName(name);
  }
}
