package io.github.rowqueue.table;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Set to the moment a row was finished; a row with a value here is never claimed again.
 *
 * <p>Without it a finished row is deleted. The column is nullable: null is a row still to be done.
 *
 * <p>Types: {@link java.time.Instant}, {@link java.time.OffsetDateTime}, {@link
 * java.time.LocalDateTime} (UTC).
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.RECORD_COMPONENT, ElementType.FIELD})
public @interface ProcessedAt {}
