package io.github.rowqueue.internal.jdbc;

import java.sql.Types;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A type of MySQL or MariaDB by the name of the information schema.
 *
 * @param name such as {@code bigint}
 * @param jdbcType the constant of {@link Types} by which nulls and texts are bound
 */
record MySqlType(String name, int jdbcType) {

  static MySqlType named(String dataType) {
    String name = dataType.toLowerCase(Locale.ROOT);
    return new MySqlType(name, jdbcType(name));
  }

  private static int jdbcType(String name) {
    return switch (name) {
      case "tinyint" -> Types.TINYINT;
      case "smallint" -> Types.SMALLINT;
      case "mediumint", "int" -> Types.INTEGER;
      case "bigint" -> Types.BIGINT;
      case "decimal" -> Types.DECIMAL;
      case "float" -> Types.REAL;
      case "double" -> Types.DOUBLE;
      case "bit" -> Types.BIT;
      case "char", "uuid" -> Types.CHAR;
      case "varchar", "enum", "set" -> Types.VARCHAR;
      case "tinytext", "text", "mediumtext", "longtext", "json" -> Types.LONGVARCHAR;
      case "binary" -> Types.BINARY;
      case "varbinary" -> Types.VARBINARY;
      case "tinyblob", "blob", "mediumblob", "longblob" -> Types.LONGVARBINARY;
      case "date" -> Types.DATE;
      case "time" -> Types.TIME;
      case "datetime", "timestamp" -> Types.TIMESTAMP;
      default -> Types.OTHER;
    };
  }

  /** The family; {@code precision} tells BIT(1), which is a boolean, from wider ones. */
  TypeFamily family(long precision) {
    if (name.equals("bit")) {
      return precision == 1 ? TypeFamily.BOOLEAN : TypeFamily.OTHER;
    }
    return TypeFamily.of(jdbcType, name);
  }

  /** How it keeps instants, or null if it cannot. */
  @Nullable TimeStorage times() {
    return switch (name) {
      case "datetime", "timestamp" -> TimeStorage.LOCAL_AS_TEXT;
      case "bigint" -> TimeStorage.MILLIS;
      default -> null;
    };
  }

  boolean countsBytes() {
    return jdbcType == Types.LONGVARCHAR;
  }
}
