package io.github.rowqueue.dialect;

import io.github.rowqueue.error.DialectException;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The oldest server a dialect serves, compared with the version text a server reports. */
final class ServerVersion {

  private static final Pattern NUMBERS =
      Pattern.compile("(\\d{1,9})(?:\\.(\\d{1,9}))?(?:\\.(\\d{1,9}))?");

  private ServerVersion() {}

  /**
   * Refuses a version below {@code floor}.
   *
   * @param version the text as reported; its first number counts, such as 17.5 in {@code 17.5
   *     (Debian 17.5-1)}
   */
  static void require(String product, String version, int... floor) {
    Matcher numbers = NUMBERS.matcher(version);
    if (!numbers.find()) {
      throw new DialectException(
          "%s reports the version \"%s\", which cannot be read; Rowqueue serves %s %s and newer"
              .formatted(product, version, product, text(floor)));
    }
    int[] found = new int[floor.length];
    for (int i = 0; i < floor.length; i++) {
      String part = numbers.group(i + 1);
      found[i] = part == null ? 0 : Integer.parseInt(part);
    }
    if (Arrays.compare(found, floor) < 0) {
      throw new DialectException(
          "%s %s is too old; Rowqueue serves %s %s and newer: upgrade the server"
              .formatted(product, version, product, text(floor)));
    }
  }

  private static String text(int... floor) {
    StringBuilder text = new StringBuilder();
    for (int part : floor) {
      text.append(text.isEmpty() ? "" : ".").append(part);
    }
    return text.toString();
  }
}
