package io.github.rowqueue.internal.jdbc;

import org.jspecify.annotations.Nullable;

/**
 * A column as the database describes it.
 *
 * @param name the name as the database keeps it
 * @param jdbcType the constant of {@link java.sql.Types}
 * @param typeName the database's own name of the type
 * @param size the column size the driver reports
 * @param digits the fraction digits of a time or number
 * @param nullable whether it accepts null
 * @param defaultValue the text of the default, or null for none
 * @param generated whether the database fills it by itself: identity, auto increment, or a
 *     generated column
 */
public record ColumnInfo(
    String name,
    int jdbcType,
    String typeName,
    int size,
    int digits,
    boolean nullable,
    @Nullable String defaultValue,
    boolean generated) {}
