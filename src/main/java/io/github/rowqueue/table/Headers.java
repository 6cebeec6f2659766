package io.github.rowqueue.table;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The message's headers. Read only when a handler asks for them, at {@code Delivery.headers()}.
 * Without this annotation a message has no headers.
 *
 * <p>On a {@code Map<String, String>} or a {@code String} it is the headers column: a JSON object
 * of string values, or null for none. The column is nullable. In the row a handler takes the
 * component is empty (a map without entries, or a null text), since the headers are the delivery's.
 *
 * <p>On a record that is annotated with {@link QueueTable} it is the headers layout: that record
 * describes the table and all its roles, each of its data columns is a header named by the column,
 * and the class around it is the message, with data columns alone and no {@link QueueTable}.
 * Several messages may stand around one such record. A header is written as text: numbers in
 * decimal digits, times as RFC 3339, enums by name; a null is left out.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.RECORD_COMPONENT, ElementType.FIELD})
public @interface Headers {}
