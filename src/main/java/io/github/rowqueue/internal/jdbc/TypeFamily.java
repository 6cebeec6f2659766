package io.github.rowqueue.internal.jdbc;

import java.sql.Types;
import java.util.Locale;

/**
 * What kind of value a column holds, whatever its database calls the type: the probe decides it
 * once, and how values are bound and read follows from it.
 */
public enum TypeFamily {
  /** Whole numbers of a fixed width. */
  INTEGER,
  /** Exact numbers. */
  DECIMAL,
  /** Approximate numbers. */
  FLOATING,
  /** True or false as a type of its own. */
  BOOLEAN,
  /** Characters, also enums. */
  TEXT,
  /** Bytes. */
  BINARY,
  /** A UUID as a type of its own. */
  UUID,
  /** JSON as a type of its own. */
  JSON,
  /** A date. */
  DATE,
  /** A time of day. */
  TIME,
  /** A moment, with or without an offset. */
  TIMESTAMP,
  /** Several values of one type. */
  ARRAY,
  /** SQLite: any value, since the declared type enforces nothing. */
  LOOSE,
  /** A type not known here: the driver has the last word. */
  OTHER;

  /** The family of a type as a driver's metadata describes it. */
  static TypeFamily of(int jdbcType, String typeName) {
    return switch (typeName.toLowerCase(Locale.ROOT)) {
      case "uuid" -> UUID;
      case "json", "jsonb" -> JSON;
      case "bit", "timetz" -> OTHER;
      default -> of(jdbcType);
    };
  }

  private static TypeFamily of(int jdbcType) {
    return switch (jdbcType) {
      case Types.TINYINT, Types.SMALLINT, Types.INTEGER, Types.BIGINT -> INTEGER;
      case Types.NUMERIC, Types.DECIMAL -> DECIMAL;
      case Types.REAL, Types.FLOAT, Types.DOUBLE -> FLOATING;
      case Types.BOOLEAN, Types.BIT -> BOOLEAN;
      case Types.CHAR, Types.VARCHAR, Types.LONGVARCHAR, Types.CLOB -> TEXT;
      case Types.NCHAR, Types.NVARCHAR, Types.LONGNVARCHAR, Types.NCLOB -> TEXT;
      case Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY, Types.BLOB -> BINARY;
      case Types.DATE -> DATE;
      case Types.TIME -> TIME;
      case Types.ARRAY -> ARRAY;
      case Types.TIMESTAMP, Types.TIMESTAMP_WITH_TIMEZONE -> TIMESTAMP;
      default -> OTHER;
    };
  }
}
