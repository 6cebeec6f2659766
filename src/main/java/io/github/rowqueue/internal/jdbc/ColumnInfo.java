package io.github.rowqueue.internal.jdbc;

import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A column as the database describes it.
 *
 * @param name the name as the database keeps it
 * @param jdbcType the constant of {@link java.sql.Types} by which nulls and texts are bound
 * @param typeName the database's own name of the type
 * @param family what kind of value it holds
 * @param timesOrNull how it keeps instants, or null if it cannot; prefer {@link #times()}
 * @param size the characters or bytes that surely fit, or the digits of a number; 0 for no limit
 * @param digits the fraction digits of a time (0 to 6) or of a number
 * @param nullable whether it accepts null
 * @param defaultValue the text of the default, or null for none
 * @param generated whether the database fills it by itself: identity, auto increment, or a
 *     generated column
 * @param collation the collation where the database names one per column (MySQL, MariaDB; SQLite if
 *     it takes upper and lower case for one), or null
 * @param onUpdate whether every update changes it (ON UPDATE CURRENT_TIMESTAMP)
 */
public record ColumnInfo(
    String name,
    int jdbcType,
    String typeName,
    TypeFamily family,
    @Nullable TimeStorage timesOrNull,
    int size,
    int digits,
    boolean nullable,
    @Nullable String defaultValue,
    boolean generated,
    @Nullable String collation,
    boolean onUpdate) {

  /** How it keeps instants; empty if it cannot. */
  public Optional<TimeStorage> times() {
    return Optional.ofNullable(timesOrNull);
  }

  /**
   * Whether the moment it stores depends on the session's time zone: TIMESTAMP of MySQL and
   * MariaDB, which no binding reaches exactly with both drivers.
   */
  public boolean shiftsWithSession() {
    return timesOrNull == TimeStorage.LOCAL_AS_TEXT
        && typeName.toLowerCase(Locale.ROOT).startsWith("timestamp");
  }
}
