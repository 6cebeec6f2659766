package io.github.rowqueue.table;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Rows with a smaller value are claimed first.
 *
 * <p>Without it the claim order is {@link RetryAfter}, then {@link Id}. The column must be NOT
 * NULL: a null there is a row nobody ever claims.
 *
 * <p>Types: {@code long}, {@code int}, {@code short}, {@code byte}, or their boxes.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.RECORD_COMPONENT, ElementType.FIELD})
public @interface Priority {}
