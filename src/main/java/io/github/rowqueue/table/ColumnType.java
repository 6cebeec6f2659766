package io.github.rowqueue.table;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The Java type of a column, as far as rules ask. Known by name and not by {@code Class}, so that
 * the same rules can run inside the compiler, where no class is loaded.
 */
enum ColumnType {
  LONG("long", "java.lang.Long"),
  INT("int", "java.lang.Integer"),
  SHORT("short", "java.lang.Short"),
  BYTE("byte", "java.lang.Byte"),
  BOOLEAN("boolean", "java.lang.Boolean"),
  FLOAT("float", "java.lang.Float"),
  DOUBLE("double", "java.lang.Double"),
  DECIMAL("BigDecimal", "java.math.BigDecimal"),
  BIG_INTEGER("BigInteger", "java.math.BigInteger"),
  STRING("String", "java.lang.String"),
  CHAR("char", "java.lang.Character"),
  UUID("UUID", "java.util.UUID"),
  BYTES("byte[]", "byte[]"),
  INSTANT("Instant", "java.time.Instant"),
  OFFSET_DATE_TIME("OffsetDateTime", "java.time.OffsetDateTime"),
  LOCAL_DATE_TIME("LocalDateTime", "java.time.LocalDateTime"),
  LOCAL_DATE("LocalDate", "java.time.LocalDate"),
  LOCAL_TIME("LocalTime", "java.time.LocalTime"),
  ENUM("enum", ""),
  STRING_MAP("Map<String, String>", "java.util.Map<java.lang.String,java.lang.String>"),
  /** An array of one of {@link #ELEMENTS}, in a column of arrays. */
  ARRAY("array", ""),
  /** Anything else: no column is read as it, unless as JSON. */
  OTHER("other", "");

  /** What arrays of a database hold that are read as an array of Java. */
  private static final List<ColumnType> ELEMENTS =
      List.of(LONG, INT, SHORT, BOOLEAN, FLOAT, DOUBLE, DECIMAL, STRING, UUID);

  private static final Map<String, ColumnType> BY_NAME = byName();

  private final String text;
  private final String typeName;

  ColumnType(String text, String typeName) {
    this.text = text;
    this.typeName = typeName;
  }

  /** The type called {@code typeName}: fully qualified, with its type arguments, or a keyword. */
  static ColumnType named(String typeName) {
    return BY_NAME.getOrDefault(typeName.replace(" ", ""), OTHER);
  }

  /**
   * The class {@code type}; a raw {@code Map} counts as a map of strings, since a class cannot say
   * more.
   */
  static ColumnType of(Class<?> type) {
    if (type.isEnum()) {
      return ENUM;
    }
    return type == Map.class ? STRING_MAP : named(type.getTypeName());
  }

  /** The type in messages: the primitive where it has one. */
  String text() {
    return text;
  }

  /** The box of a primitive in messages, such as {@code Integer}; for any other type its text. */
  String boxText() {
    return typeName.startsWith("java.lang.") ? typeName.substring("java.lang.".length()) : text;
  }

  /** {@code types} as a sentence lists them: {@code long, int or String}. */
  static String either(List<ColumnType> types) {
    List<String> texts = types.stream().map(ColumnType::text).toList();
    int last = texts.size() - 1;
    return last == 0
        ? texts.get(0)
        : texts.stream().limit(last).collect(Collectors.joining(", ")) + " or " + texts.get(last);
  }

  private static Map<String, ColumnType> byName() {
    Map<String, ColumnType> names = new HashMap<>();
    Arrays.stream(values())
        .filter(type -> !type.typeName.isEmpty())
        .forEach(
            type -> {
              names.put(type.typeName, type);
              // A keyword; "String" alone might be somebody's own class.
              if (Character.isLowerCase(type.text.charAt(0))) {
                names.put(type.text, type);
              }
            });
    for (ColumnType element : ELEMENTS) {
      names.put(element.typeName + "[]", ARRAY);
      names.put(element.text + "[]", ARRAY);
    }
    return Map.copyOf(names);
  }
}
