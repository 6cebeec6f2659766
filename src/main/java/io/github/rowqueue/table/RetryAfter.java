package io.github.rowqueue.table;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The moment from which the row may be claimed: set ahead, it is a delayed task; a delayed retry
 * moves it.
 *
 * <p>Without it every row is due at once, and a handler that asks for a delay is retried at once,
 * or paced by the form. The column must be NOT NULL: a null there is a row nobody ever claims.
 *
 * <p>Types: {@link java.time.Instant}, {@link java.time.OffsetDateTime}, {@link
 * java.time.LocalDateTime} (UTC) over time columns; {@code Instant} also over BIGINT (epoch
 * milliseconds) and over text on SQLite.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.RECORD_COMPONENT, ElementType.FIELD})
public @interface RetryAfter {}
