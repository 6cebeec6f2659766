package io.github.rowqueue.internal.subscriber;

import static io.github.rowqueue.internal.jdbc.TypeFamily.ARRAY;
import static io.github.rowqueue.internal.jdbc.TypeFamily.BINARY;
import static io.github.rowqueue.internal.jdbc.TypeFamily.BOOLEAN;
import static io.github.rowqueue.internal.jdbc.TypeFamily.DATE;
import static io.github.rowqueue.internal.jdbc.TypeFamily.DECIMAL;
import static io.github.rowqueue.internal.jdbc.TypeFamily.FLOATING;
import static io.github.rowqueue.internal.jdbc.TypeFamily.INTEGER;
import static io.github.rowqueue.internal.jdbc.TypeFamily.JSON;
import static io.github.rowqueue.internal.jdbc.TypeFamily.LOOSE;
import static io.github.rowqueue.internal.jdbc.TypeFamily.OTHER;
import static io.github.rowqueue.internal.jdbc.TypeFamily.TEXT;
import static io.github.rowqueue.internal.jdbc.TypeFamily.TIME;
import static io.github.rowqueue.internal.jdbc.TypeFamily.UUID;

import io.github.rowqueue.internal.jdbc.ColumnInfo;
import io.github.rowqueue.internal.jdbc.TableBindings;
import io.github.rowqueue.internal.jdbc.TypeFamily;
import io.github.rowqueue.table.ColumnSpec;
import io.github.rowqueue.table.Role;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/**
 * Which columns a component can be read from and written to without loss. What is not known to be
 * wrong passes: a value that does not fit is a failed attempt of its row.
 */
final class TypeCheck {

  private static final Map<Class<?>, Set<TypeFamily>> FAMILIES =
      Map.ofEntries(
          Map.entry(Long.class, EnumSet.of(INTEGER, DECIMAL)),
          Map.entry(Integer.class, EnumSet.of(INTEGER, DECIMAL)),
          Map.entry(Short.class, EnumSet.of(INTEGER, DECIMAL)),
          Map.entry(Byte.class, EnumSet.of(INTEGER, DECIMAL)),
          Map.entry(BigInteger.class, EnumSet.of(INTEGER, DECIMAL, TEXT)),
          Map.entry(BigDecimal.class, EnumSet.of(INTEGER, DECIMAL, FLOATING, TEXT)),
          Map.entry(Double.class, EnumSet.of(INTEGER, DECIMAL, FLOATING)),
          Map.entry(Float.class, EnumSet.of(INTEGER, DECIMAL, FLOATING)),
          Map.entry(Boolean.class, EnumSet.of(BOOLEAN, INTEGER, DECIMAL, TEXT)),
          Map.entry(String.class, EnumSet.of(TEXT, JSON, BINARY, UUID, INTEGER, DECIMAL)),
          Map.entry(Character.class, EnumSet.of(TEXT)),
          Map.entry(java.util.UUID.class, EnumSet.of(UUID, BINARY, TEXT)),
          Map.entry(byte[].class, EnumSet.of(BINARY, TEXT, JSON)),
          Map.entry(Map.class, EnumSet.of(TEXT, JSON, BINARY)),
          Map.entry(LocalDate.class, EnumSet.of(DATE, TEXT)),
          Map.entry(LocalTime.class, EnumSet.of(TIME, TEXT)));

  private static final Set<TypeFamily> TEXTS = EnumSet.of(TEXT, BINARY);
  private static final Set<TypeFamily> DOCUMENTS = EnumSet.of(TEXT, JSON, BINARY);

  private TypeCheck() {}

  /** Whether {@code column} can be kept in {@code info}. */
  static boolean fits(ColumnSpec column, ColumnInfo info) {
    if (TableBindings.holdsTime(column)) {
      return info.times().isPresent();
    }
    return info.family() == LOOSE
        || info.family() == OTHER
        || families(column).contains(info.family());
  }

  private static Set<TypeFamily> families(ColumnSpec column) {
    if (column.json() || column.plays(Role.HEADERS) || column.plays(Role.PAYLOAD)) {
      return DOCUMENTS;
    }
    if (column.plays(Role.GROUP) || column.plays(Role.LAST_ERROR) || column.type().isEnum()) {
      return TEXTS;
    }
    if (column.type().isArray() && column.type() != byte[].class) {
      return EnumSet.of(ARRAY);
    }
    return FAMILIES.getOrDefault(column.type(), EnumSet.allOf(TypeFamily.class));
  }

  /** Whether values of {@code from} can be copied into {@code to} by an INSERT … SELECT. */
  static boolean copies(ColumnInfo from, ColumnInfo to) {
    return from.family() == to.family()
        || from.family() == OTHER
        || to.family() == OTHER
        || from.family() == LOOSE
        || to.family() == LOOSE
        || (isNumber(from) && isNumber(to));
  }

  private static boolean isNumber(ColumnInfo info) {
    return info.family() == INTEGER || info.family() == DECIMAL;
  }
}
