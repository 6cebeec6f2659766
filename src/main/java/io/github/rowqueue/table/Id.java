package io.github.rowqueue.table;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The row's identity: claims name it and every settlement addresses the row by it. The one role a
 * table cannot do without.
 *
 * <p>The column must be NOT NULL and unique by itself; it is the last part of the claim order. Add
 * {@link Generated} where the database draws it.
 *
 * <p>Types: {@code long}, {@code int}, {@code short} (or their boxes), {@code String}, {@link
 * java.util.UUID}.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.RECORD_COMPONENT, ElementType.FIELD})
public @interface Id {}
