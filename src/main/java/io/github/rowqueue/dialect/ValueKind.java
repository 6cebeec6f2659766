package io.github.rowqueue.dialect;

import io.github.rowqueue.table.ColumnSpec;
import io.github.rowqueue.table.Role;
import java.lang.invoke.MethodType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** What kind of value a column holds, as far as the choice of its type in DDL is concerned. */
enum ValueKind {
  BOOLEAN,
  SMALLINT,
  INTEGER,
  BIGINT,
  REAL,
  DOUBLE,
  DECIMAL,
  /** Text of a bounded length that is compared: ids, groups, keys, enums. */
  KEY,
  TEXT,
  BYTES,
  UUID,
  /** A moment, in a type with a zone where the database has one. */
  INSTANT,
  /** A moment in UTC, in a type without a zone. */
  TIMESTAMP,
  /** A moment with an offset. */
  OFFSET_TIMESTAMP,
  DATE,
  TIME,
  JSON,
  /** Several values of one kind; see {@link #ofElements}. */
  ARRAY;

  private static final Set<Role> COMPARED = EnumSet.of(Role.ID, Role.GROUP, Role.PARTITION_KEY);

  private static final Map<Class<?>, ValueKind> BY_TYPE =
      Map.ofEntries(
          Map.entry(Boolean.class, BOOLEAN),
          Map.entry(Byte.class, SMALLINT),
          Map.entry(Short.class, SMALLINT),
          Map.entry(Integer.class, INTEGER),
          Map.entry(Long.class, BIGINT),
          Map.entry(Float.class, REAL),
          Map.entry(Double.class, DOUBLE),
          Map.entry(BigDecimal.class, DECIMAL),
          Map.entry(BigInteger.class, DECIMAL),
          Map.entry(byte[].class, BYTES),
          Map.entry(java.util.UUID.class, UUID),
          Map.entry(Instant.class, INSTANT),
          Map.entry(LocalDateTime.class, TIMESTAMP),
          Map.entry(OffsetDateTime.class, OFFSET_TIMESTAMP),
          Map.entry(LocalDate.class, DATE),
          Map.entry(LocalTime.class, TIME));

  /** The kind of {@code column}; text for types nobody knows. */
  static ValueKind of(ColumnSpec column) {
    if (column.json() || column.plays(Role.HEADERS)) {
      return JSON;
    }
    boolean text = column.type() == String.class || column.type() == Character.class;
    if (column.type().isEnum() || (text && isCompared(column))) {
      return KEY;
    }
    if (isArray(column)) {
      return ARRAY;
    }
    return BY_TYPE.getOrDefault(column.type(), TEXT);
  }

  /** Whether {@code column} is read as an array of values, and not as bytes or as JSON. */
  static boolean isArray(ColumnSpec column) {
    return column.type().isArray() && column.type() != byte[].class && !column.json();
  }

  /** The kind of the values in an array {@code column}. */
  static ValueKind ofElements(ColumnSpec column) {
    Class<?> element = column.type().getComponentType();
    return BY_TYPE.getOrDefault(MethodType.methodType(element).wrap().returnType(), TEXT);
  }

  boolean isTime() {
    return this == INSTANT || this == TIMESTAMP || this == OFFSET_TIMESTAMP;
  }

  boolean isWhole() {
    return this == SMALLINT || this == INTEGER || this == BIGINT;
  }

  private static boolean isCompared(ColumnSpec column) {
    return column.role().filter(COMPARED::contains).isPresent();
  }
}
