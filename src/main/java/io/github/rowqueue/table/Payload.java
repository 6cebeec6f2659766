package io.github.rowqueue.table;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The message: the handler takes this column decoded by the subscription's codec.
 *
 * <p>Without it the row is the message: the handler takes the whole record. The column must hold a
 * value in every row.
 *
 * <p>Types: {@code byte[]} or {@code String}, over bytea/blob, text, json and jsonb columns.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.RECORD_COMPONENT, ElementType.FIELD})
public @interface Payload {}
