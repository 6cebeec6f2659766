package io.github.rowqueue.table;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The message's headers: a JSON object of string values, or null for none. Read only when a handler
 * asks.
 *
 * <p>Without it a message has no headers. The column is nullable.
 *
 * <p>Types: {@code Map<String, String>}, or {@code String} for the JSON text itself.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.RECORD_COMPONENT, ElementType.FIELD})
public @interface Headers {}
