package io.github.rowqueue.internal.jdbc;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.lang.invoke.MethodType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Turns what drivers give into what components want. Exact or refused: no number loses digits, no
 * text is guessed.
 */
final class Conversions {

  private static final ObjectMapper JSON =
      new ObjectMapper()
          .findAndRegisterModules()
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          // Else half of a text that was cut and written over would pass for the whole.
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  /**
   * Reading a number of a million digits takes a minute, and the exponent of a short text can stand
   * for more.
   */
  private static final int MOST_DIGITS = 10_000;

  private Conversions() {}

  static <T> T json(Object cell, Class<T> type) throws IOException {
    return JSON.readValue(convert(cell, String.class), type);
  }

  static String json(Object value) {
    try {
      // As bytes, since a text would keep half a character as it is, which no column gives back;
      // here it is escaped.
      return new String(JSON.writeValueAsBytes(value), UTF_8);
    } catch (JsonProcessingException unwritable) {
      throw new IllegalArgumentException(
          "a %s cannot be written as JSON: %s"
              .formatted(value.getClass().getName(), unwritable.getOriginalMessage()),
          unwritable);
    }
  }

  /**
   * Converts {@code cell}.
   *
   * @throws IllegalArgumentException saying what was found, if that is not exactly possible
   */
  static <T> T convert(Object cell, Class<T> type) {
    if (type.isInstance(cell)) {
      return type.cast(cell);
    }
    return type.cast(converted(cell, type));
  }

  /** The moment {@code value} is; a time without an offset is UTC. */
  static Instant instant(Object value) {
    if (value instanceof Instant instant) {
      return instant;
    }
    if (value instanceof OffsetDateTime time) {
      return time.toInstant();
    }
    if (value instanceof LocalDateTime time) {
      return time.toInstant(ZoneOffset.UTC);
    }
    throw new IllegalArgumentException("not a time: " + value.getClass().getName());
  }

  /** The text a column of text keeps for {@code value}; enums by name. */
  static String written(Object value) {
    return value instanceof Enum<?> constant ? constant.name() : text(value);
  }

  /** The bytes a column of bytes keeps for {@code value}; texts in UTF-8. */
  static byte[] bytes(Object value) {
    if (value instanceof byte[] bytes) {
      return bytes;
    }
    if (value instanceof UUID uuid) {
      return ByteBuffer.allocate(16)
          .putLong(uuid.getMostSignificantBits())
          .putLong(uuid.getLeastSignificantBits())
          .array();
    }
    return written(value).getBytes(UTF_8);
  }

  private static Object converted(Object cell, Class<?> type) {
    if (Number.class.isAssignableFrom(type)) {
      return number(cell, type);
    }
    if (type == Boolean.class) {
      return bool(cell);
    }
    if (type == String.class || type == Character.class) {
      return type == String.class ? text(cell) : character(text(cell));
    }
    if (type == byte[].class) {
      return text(cell).getBytes(UTF_8);
    }
    if (type == UUID.class) {
      return uuid(cell);
    }
    if (type.isEnum()) {
      return constant(text(cell), type);
    }
    if (Map.class.isAssignableFrom(type)) {
      return HeaderTexts.ofJson(JSON, text(cell));
    }
    if (type.isArray()) {
      return Arrays.convert(cell, type);
    }
    return time(cell, type);
  }

  private static Number number(Object cell, Class<?> type) {
    BigDecimal value;
    try {
      value =
          cell instanceof Boolean flag
              ? (flag ? BigDecimal.ONE : BigDecimal.ZERO)
              : decimal(text(cell));
    } catch (NumberFormatException notANumber) {
      throw refused(cell, type, notANumber);
    }
    try {
      return narrowed(value, type);
    } catch (ArithmeticException tooLarge) {
      throw refused(cell, type, tooLarge);
    }
  }

  private static BigDecimal decimal(String text) {
    if (text.length() > MOST_DIGITS) {
      throw new IllegalArgumentException(
          "a text of %d characters is not read as a number, %d are allowed"
              .formatted(text.length(), MOST_DIGITS));
    }
    return new BigDecimal(text);
  }

  private static BigInteger integer(BigDecimal value) {
    if (value.precision() - (long) value.scale() > MOST_DIGITS) {
      throw new ArithmeticException("more than %d digits".formatted(MOST_DIGITS));
    }
    return value.toBigIntegerExact();
  }

  /**
   * Refuses a number with more digits than are read back from the text that stands for it. Where
   * the driver hands out numbers, those of a {@link BigDecimal} are not limited.
   */
  static void checkDigits(Object value, boolean asText) {
    boolean tooLong =
        value instanceof BigInteger integer
            ? isLong(integer)
            : asText
                && value instanceof BigDecimal decimal
                && (isLong(decimal.unscaledValue()) || decimal.toString().length() > MOST_DIGITS);
    if (tooLong) {
      throw new IllegalArgumentException(
          "the number has more than the %d digits that are read back: keep it as a text or as bytes"
              .formatted(MOST_DIGITS));
    }
  }

  /** Looks at the bits first, since the text of a long number takes its time. */
  private static boolean isLong(BigInteger value) {
    return value.bitLength() > 4 * MOST_DIGITS || value.toString().length() > MOST_DIGITS;
  }

  private static Number narrowed(BigDecimal value, Class<?> type) {
    if (type == Long.class) {
      return value.longValueExact();
    } else if (type == Integer.class) {
      return value.intValueExact();
    } else if (type == Short.class) {
      return value.shortValueExact();
    } else if (type == Byte.class) {
      return value.byteValueExact();
    } else if (type == Double.class) {
      return value.doubleValue();
    } else if (type == Float.class) {
      return value.floatValue();
    } else if (type == BigInteger.class) {
      return integer(value);
    }
    return value;
  }

  private static Boolean bool(Object cell) {
    return switch (text(cell)) {
      case "1", "true", "t", "TRUE" -> true;
      case "0", "false", "f", "FALSE" -> false;
      default -> throw refused(cell, Boolean.class, null);
    };
  }

  private static Character character(String text) {
    if (text.length() != 1) {
      throw new IllegalArgumentException(
          "a text of %d characters is not one character".formatted(text.length()));
    }
    return text.charAt(0);
  }

  private static UUID uuid(Object cell) {
    if (cell instanceof byte[] bytes && bytes.length == 16) {
      ByteBuffer buffer = ByteBuffer.wrap(bytes);
      return new UUID(buffer.getLong(), buffer.getLong());
    }
    String text = text(cell).strip();
    // UUID.fromString also takes "1-2-3-4-5", and reads it as another value than was written.
    if (text.length() != 36) {
      throw refused(cell, UUID.class, null);
    }
    return UUID.fromString(text);
  }

  private static Object constant(String name, Class<?> type) {
    for (Object constant : type.getEnumConstants()) {
      if (((Enum<?>) constant).name().equals(name)) {
        return constant;
      }
    }
    throw new IllegalArgumentException(
        "\"%s\" is no constant of %s".formatted(name, type.getSimpleName()));
  }

  /** The type values of {@code type} are objects of: {@code long.class} casts nothing. */
  @SuppressWarnings("unchecked") // a Class<T> of a primitive already speaks of the box
  static <T> Class<T> boxed(Class<T> type) {
    return type.isPrimitive() ? (Class<T>) MethodType.methodType(type).wrap().returnType() : type;
  }

  private static Object time(Object cell, Class<?> type) {
    if (cell instanceof Instant instant) {
      if (type == OffsetDateTime.class) {
        return instant.atOffset(ZoneOffset.UTC);
      }
      if (type == LocalDateTime.class) {
        return LocalDateTime.ofInstant(instant, ZoneOffset.UTC);
      }
    }
    if (type == LocalDate.class) {
      return cell instanceof java.sql.Date date ? date.toLocalDate() : LocalDate.parse(text(cell));
    }
    if (type == LocalTime.class) {
      return cell instanceof java.sql.Time time ? time.toLocalTime() : LocalTime.parse(text(cell));
    }
    throw refused(cell, type, null);
  }

  private static String text(Object cell) {
    if (cell instanceof byte[] bytes) {
      return WrittenText.of(bytes);
    }
    return cell.toString();
  }

  private static IllegalArgumentException refused(
      Object cell, Class<?> type, @Nullable Exception cause) {
    return new IllegalArgumentException(
        "the value is a %s that does not fit %s"
            .formatted(cell.getClass().getSimpleName(), type.getSimpleName()),
        cause);
  }
}
