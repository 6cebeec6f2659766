package io.github.rowqueue.table;

import java.util.Locale;

/** Names of columns that follow from the names of components. */
final class ColumnNames {

  private ColumnNames() {}

  /**
   * The camel case {@code name} in snake case. A word starts at an upper case letter that follows a
   * lower case letter or a digit, and at the last upper case letter of a row of them before a lower
   * case one: {@code retryAfter} is {@code retry_after}, {@code URLPath} is {@code url_path},
   * {@code line2Text} is {@code line2_text}. Digits start no word.
   */
  static String snakeCase(String name) {
    StringBuilder snake = new StringBuilder(name.length() + 4);
    for (int i = 0; i < name.length(); i++) {
      if (startsWord(name, i)) {
        snake.append('_');
      }
      snake.append(name.charAt(i));
    }
    return snake.toString().toLowerCase(Locale.ROOT);
  }

  private static boolean startsWord(String name, int at) {
    if (at == 0 || !Character.isUpperCase(name.charAt(at))) {
      return false;
    }
    char before = name.charAt(at - 1);
    if (Character.isLowerCase(before) || Character.isDigit(before)) {
      return true;
    }
    return Character.isUpperCase(before)
        && at + 1 < name.length()
        && Character.isLowerCase(name.charAt(at + 1));
  }
}
