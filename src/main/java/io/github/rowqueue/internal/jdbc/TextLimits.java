package io.github.rowqueue.internal.jdbc;

/**
 * What a database does not keep in its texts.
 *
 * @param nul whether it keeps a NUL character
 * @param halvesInJson whether it keeps the escape of half a character in JSON that stands in a
 *     column of texts
 */
public record TextLimits(boolean nul, boolean halvesInJson) {

  /** The limits of the database that the dialect {@code dialect} speaks to. */
  public static TextLimits of(String dialect) {
    return switch (dialect) {
      // Its texts end at a NUL.
      case "postgresql" -> new TextLimits(false, true);
      // Its JSON columns are texts with a check, which the catalog does not tell apart.
      case "mariadb" -> new TextLimits(true, false);
      default -> new TextLimits(true, true);
    };
  }
}
