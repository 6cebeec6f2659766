package io.github.rowqueue.internal.jdbc;

import java.sql.Types;
import java.util.Locale;

/** The largest integer that fits, so that what is written saturates instead of failing. */
final class IntegerRange {

  private IntegerRange() {}

  /** What the column holds at most; for MySQL's types also those without a sign. */
  static long maximum(ColumnInfo info) {
    if (info.family() == TypeFamily.DECIMAL) {
      int whole = info.size() - Math.max(0, info.digits());
      return info.size() > 0 && whole < 19 ? power(whole) - 1 : Long.MAX_VALUE;
    }
    String type = info.typeName().toLowerCase(Locale.ROOT);
    long half = type.startsWith("mediumint") ? 0x7F_FFFF : signed(info.jdbcType());
    boolean twice = type.contains("unsigned") && half != Long.MAX_VALUE;
    return twice ? 2 * half + 1 : half;
  }

  /** What a component of {@code type} holds at most. */
  static long maximum(Class<?> type) {
    if (type == Byte.class) {
      return Byte.MAX_VALUE;
    }
    if (type == Short.class) {
      return Short.MAX_VALUE;
    }
    return type == Integer.class ? Integer.MAX_VALUE : Long.MAX_VALUE;
  }

  private static long signed(int jdbcType) {
    return switch (jdbcType) {
      case Types.TINYINT -> Byte.MAX_VALUE;
      case Types.SMALLINT -> Short.MAX_VALUE;
      case Types.INTEGER -> Integer.MAX_VALUE;
      default -> Long.MAX_VALUE;
    };
  }

  private static long power(int digits) {
    long value = 1;
    for (int i = 0; i < digits; i++) {
      value *= 10;
    }
    return value;
  }
}
