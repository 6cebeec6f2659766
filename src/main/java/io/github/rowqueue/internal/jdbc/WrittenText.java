package io.github.rowqueue.internal.jdbc;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;

/**
 * Refuses texts that the database or the driver would change on the way, or answer in words that
 * name no column. Each refusal is an {@link IllegalArgumentException} whose text follows a column's
 * name.
 */
final class WrittenText {

  /** Stands for what is malformed, or for itself. */
  private static final char REPLACEMENT = '\uFFFD';

  private WrittenText() {}

  /**
   * {@code value}, if a column of the family {@code family} gives it back as it is; the bytes of a
   * text as the text.
   */
  static Object checked(Object value, TypeFamily family, TextLimits limits) {
    if (value.getClass().isArray() && !(value instanceof byte[]) && family != TypeFamily.ARRAY) {
      throw new IllegalArgumentException(
          "the column keeps no arrays, but the value is a %s: read it as JSON with @Json"
              .formatted(value.getClass().getSimpleName()));
    }
    if (value instanceof Object[] elements) {
      for (Object element : elements) {
        if (element instanceof String text) {
          check(text, limits.nul());
        }
      }
    } else if (holdsText(value, family)) {
      boolean isDocument = value instanceof Document;
      String text =
          value instanceof Document document ? document.json() : Conversions.written(value);
      if (family == TypeFamily.JSON || (isDocument && !limits.halvesInJson())) {
        checkJson(text, limits.nul());
      } else {
        check(text, limits.nul() || family == TypeFamily.BINARY);
      }
      return value instanceof byte[] ? text : value;
    }
    return value;
  }

  private static boolean holdsText(Object value, TypeFamily family) {
    return switch (family) {
      case TEXT, JSON -> true;
      case BINARY, LOOSE, OTHER -> !(value instanceof byte[]);
      default -> false;
    };
  }

  /** Checks a text for a column of texts. */
  static void check(String text, boolean keepsNul) {
    for (int i = 0; i < text.length(); i++) {
      char at = text.charAt(i);
      if (Character.isHighSurrogate(at)
          && i + 1 < text.length()
          && Character.isLowSurrogate(text.charAt(i + 1))) {
        i++;
      } else if (Character.isSurrogate(at)) {
        throw lone(at, i);
      } else if (at == 0 && !keepsNul) {
        throw nul(i);
      }
    }
  }

  /** Checks a JSON document for a column of a JSON type, which looks into escapes. */
  static void checkJson(String json, boolean keepsNul) {
    check(json, keepsNul);
    int high = -1;
    for (int i = 0; i < json.length(); i++) {
      boolean escaped = json.charAt(i) == '\\' && i + 1 < json.length();
      int unit = escaped && json.charAt(i + 1) == 'u' ? unit(json, i + 2) : -1;
      boolean closes = high >= 0 && unit >= 0 && Character.isLowSurrogate((char) unit);
      if (high >= 0 && !closes) {
        throw lone((char) high, i);
      }
      if (unit >= 0 && !closes && Character.isLowSurrogate((char) unit)) {
        throw lone((char) unit, i);
      }
      if (unit == 0 && !keepsNul) {
        throw nul(i);
      }
      high = unit >= 0 && Character.isHighSurrogate((char) unit) ? unit : -1;
      i += unit >= 0 ? 5 : escaped ? 1 : 0;
    }
  }

  /** The text that {@code bytes} are in UTF-8. */
  static String of(byte[] bytes) {
    String text = new String(bytes, UTF_8);
    if (text.indexOf(REPLACEMENT) < 0) { // a decoder that tells is many times slower
      return text;
    }
    try {
      return UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException malformed) {
      throw new IllegalArgumentException(
          "the %d bytes are no UTF-8 text".formatted(bytes.length), malformed);
    }
  }

  private static int unit(String json, int from) {
    return json.length() >= from + 4
            && json.substring(from, from + 4).chars().allMatch(c -> Character.digit(c, 16) >= 0)
        ? Integer.parseInt(json.substring(from, from + 4), 16)
        : -1;
  }

  private static IllegalArgumentException lone(char surrogate, int index) {
    return new IllegalArgumentException(
        "half a character stands at index %d (the lone surrogate U+%04X), which UTF-8 cannot carry: mend the text, or publish bytes"
            .formatted(index, (int) surrogate));
  }

  private static IllegalArgumentException nul(int index) {
    return new IllegalArgumentException(
        "a NUL character stands at index %d, which this database keeps in no text: mend the text, or use a column of bytes"
            .formatted(index));
  }
}
