package io.github.rowqueue.dialect;

import java.nio.charset.StandardCharsets;

/** How long a name a database keeps whole. */
enum NameLimit {
  /** PostgreSQL cuts a longer name without a word, and two names may become one. */
  BYTES_63(63, "bytes"),
  /** MySQL and MariaDB refuse a longer one (1059). */
  CHARACTERS_64(64, "characters"),
  /** H2 refuses a longer one (42622). */
  CHARACTERS_256(256, "characters"),
  /** SQLite has none. */
  NONE(Integer.MAX_VALUE, "characters");

  private final int max;
  private final String unit;

  NameLimit(int max, String unit) {
    this.max = max;
    this.unit = unit;
  }

  boolean fits(String name) {
    return size(name) <= max;
  }

  /** Such as {@code 70 bytes, 63 are allowed}. */
  String excess(String name) {
    return "%d %s, %d are allowed".formatted(size(name), unit, max);
  }

  /** {@code name} and {@code suffix} joined, {@code name} cut at its end so that both fit. */
  String join(String name, String suffix) {
    String kept = name;
    while (!fits(kept + suffix)) {
      kept = kept.substring(0, kept.offsetByCodePoints(kept.length(), -1));
    }
    return kept + suffix;
  }

  private int size(String name) {
    return this == BYTES_63
        ? name.getBytes(StandardCharsets.UTF_8).length
        : name.codePointCount(0, name.length());
  }
}
