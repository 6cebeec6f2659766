package io.github.rowqueue.dialect;

import io.github.rowqueue.dialect.NamedSql.Piece;
import java.util.ArrayList;
import java.util.List;

/** Cuts SQL into text and names of parameters, whatever its database. Used once. */
final class NamedSqlReader {

  private final String sql;
  private final List<Piece> pieces = new ArrayList<>();
  private int from;
  private int at;

  NamedSqlReader(String sql) {
    this.sql = sql;
  }

  List<Piece> read() {
    while (at < sql.length()) {
      step(sql.charAt(at));
    }
    endText();
    return pieces;
  }

  private void step(char next) {
    switch (next) {
      case '\'', '"', '`' -> quoted(next);
      case '-' -> comment("--", "\n", false);
      case '/' -> comment("/*", "*/", true);
      case '$' -> dollarQuoted();
      case ':' -> colon();
      case '?' -> placeholder();
      default -> at++;
    }
  }

  /** A doubled mark reads as an end and a new beginning, which comes to the same. */
  private void quoted(char mark) {
    int end = sql.indexOf(mark, at + 1);
    if (end < 0) {
      throw new IllegalArgumentException("a %c has no end, at: %s".formatted(mark, near()));
    }
    if (sql.charAt(end - 1) == '\\' && end - 1 > at) {
      throw new IllegalArgumentException(
          "a backslash before a %c ends the text on some databases and not on others, at: %s; double the %c instead"
              .formatted(mark, near(), mark));
    }
    at = end + 1;
  }

  private void comment(String open, String close, boolean needsEnd) {
    if (!sql.startsWith(open, at)) {
      at++;
      return;
    }
    int end = sql.indexOf(close, at + open.length());
    if (end < 0 && needsEnd) {
      throw new IllegalArgumentException("a comment has no end, at: %s".formatted(near()));
    }
    at = end < 0 ? sql.length() : end + close.length();
  }

  /** PostgreSQL's $$…$$ and $tag$…$tag$. */
  private void dollarQuoted() {
    int end = at + 1;
    while (end < sql.length()
        && Character.isJavaIdentifierPart(sql.charAt(end))
        && sql.charAt(end) != '$') {
      end++;
    }
    boolean opens = end < sql.length() && sql.charAt(end) == '$' && !isPart(at - 1);
    String tag = opens ? sql.substring(at, end + 1) : "";
    int close = opens ? sql.indexOf(tag, end + 1) : -1;
    at = close < 0 ? at + 1 : close + tag.length();
  }

  private void colon() {
    int end = at + 1;
    while (isPart(end)) {
      end++;
    }
    boolean cast = at > 0 && sql.charAt(at - 1) == ':';
    if (end == at + 1 || cast || isPart(at - 1) || Character.isDigit(sql.charAt(at + 1))) {
      at = end;
      return;
    }
    endText();
    pieces.add(new Piece(sql.substring(at + 1, end), true));
    at = end;
    from = end;
  }

  /** pgjdbc reads {@code ??} as an operator; a single one would be a parameter nobody binds. */
  private void placeholder() {
    if (!sql.startsWith("??", at)) {
      throw new IllegalArgumentException(
          "a ? does not say what it stands for, at: %s; name it, such as :id".formatted(near()));
    }
    at += 2;
  }

  private boolean isPart(int index) {
    return index >= 0
        && index < sql.length()
        && (Character.isLetterOrDigit(sql.charAt(index)) || sql.charAt(index) == '_');
  }

  private void endText() {
    if (from < at) {
      pieces.add(new Piece(sql.substring(from, at), false));
    }
  }

  private String near() {
    return sql.substring(at, Math.min(sql.length(), at + 30));
  }
}
