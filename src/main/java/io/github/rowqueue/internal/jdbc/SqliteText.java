package io.github.rowqueue.internal.jdbc;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads what only the text of a CREATE statement says. */
final class SqliteText {

  /** Names, texts and comments, in which a word means nothing. */
  private static final Pattern OPAQUE =
      Pattern.compile(
          "'(?:[^']|'')*'|\"(?:[^\"]|\"\")*\"|`(?:[^`]|``)*`|\\[[^\\]]*\\]|--[^\\n]*|/\\*.*?(?:\\*/|\\z)",
          Pattern.DOTALL);

  private SqliteText() {}

  /** Whether {@code sql} has the keyword {@code word}. */
  static boolean has(String sql, String word) {
    return find(sql, word).find();
  }

  /** What follows WHERE in a CREATE INDEX, or null. */
  static @Nullable String condition(String sql) {
    Matcher where = find(sql, "WHERE");
    return where.find() ? sql.substring(where.end()).strip() : null;
  }

  static String quoted(String name) {
    return "\"" + name.replace("\"", "\"\"") + "\"";
  }

  private static Matcher find(String sql, String word) {
    String blanked =
        OPAQUE.matcher(sql).replaceAll(opaque -> " ".repeat(opaque.end() - opaque.start()));
    return Pattern.compile("\\b" + word + "\\b", Pattern.CASE_INSENSITIVE).matcher(blanked);
  }
}
