package io.github.rowqueue.internal.jdbc;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import org.jspecify.annotations.Nullable;

/**
 * Times as SQLite text, such as {@code 2026-12-01T08:30:00.123+00:00}. Read and written for every
 * row that is claimed, where the general formatters of the JDK take longer than SQLite does.
 */
final class MillisText {

  private static final String SHAPE = "dddd-dd-ddTdd:dd:dd.ddd+00:00";
  private static final DateTimeFormatter ANY_YEAR =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'+00:00'");

  private MillisText() {}

  static String of(Instant value) {
    LocalDateTime time = LocalDateTime.ofInstant(value, ZoneOffset.UTC);
    if (time.getYear() < 0 || time.getYear() > 9999) {
      return ANY_YEAR.format(time);
    }
    char[] text = SHAPE.toCharArray();
    digits(text, 0, 4, time.getYear());
    digits(text, 5, 2, time.getMonthValue());
    digits(text, 8, 2, time.getDayOfMonth());
    digits(text, 11, 2, time.getHour());
    digits(text, 14, 2, time.getMinute());
    digits(text, 17, 2, time.getSecond());
    digits(text, 20, 3, time.getNano() / 1_000_000);
    return new String(text);
  }

  private static void digits(char[] text, int from, int count, int value) {
    int rest = value;
    for (int i = from + count - 1; i >= from; i--) {
      text[i] = (char) ('0' + rest % 10);
      rest /= 10;
    }
  }

  /** The time, or null if the text is not just of this shape, or no time. */
  static @Nullable Instant read(String text) {
    if (!hasShape(text)) {
      return null;
    }
    try {
      return LocalDateTime.of(
              number(text, 0, 4),
              number(text, 5, 2),
              number(text, 8, 2),
              number(text, 11, 2),
              number(text, 14, 2),
              number(text, 17, 2),
              number(text, 20, 3) * 1_000_000)
          .toInstant(ZoneOffset.UTC);
    } catch (DateTimeException impossible) {
      return null; // such as the 30th of February, of which the JDK's parser can say more
    }
  }

  private static boolean hasShape(String text) {
    if (text.length() != SHAPE.length()) {
      return false;
    }
    for (int i = 0; i < SHAPE.length(); i++) {
      char wanted = SHAPE.charAt(i);
      char found = text.charAt(i);
      if (wanted == 'd' ? found < '0' || found > '9' : found != wanted) {
        return false;
      }
    }
    return true;
  }

  private static int number(String text, int from, int count) {
    int number = 0;
    for (int i = from; i < from + count; i++) {
      number = number * 10 + text.charAt(i) - '0';
    }
    return number;
  }
}
