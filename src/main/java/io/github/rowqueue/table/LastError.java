package io.github.rowqueue.table;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Why the last attempt failed, written with a retry and with a dead letter, cut to the column.
 *
 * <p>Without it the reason stands in the log alone. The column is nullable.
 *
 * <p>Types: {@code String}.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.RECORD_COMPONENT, ElementType.FIELD})
public @interface LastError {}
