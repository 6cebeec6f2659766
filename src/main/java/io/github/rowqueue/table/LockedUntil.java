package io.github.rowqueue.table;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The end of the lease that holds a row in work. This column selects {@link ClaimForm#LEASE}: no
 * connection is held while a handler runs, and a crashed row returns when its lease ends.
 *
 * <p>Without it the table takes the advisory form where it has a lock key, else the row lock form.
 * The column is nullable: null is a row nobody holds.
 *
 * <p>Types: {@link java.time.Instant}, {@link java.time.OffsetDateTime}, {@link
 * java.time.LocalDateTime} (UTC).
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.RECORD_COMPONENT, ElementType.FIELD})
public @interface LockedUntil {}
