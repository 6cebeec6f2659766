package io.github.rowqueue.table;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The number of the next delivery: 1 for a row nobody claimed yet, so the column should default to
 * 1. It saturates at the column's maximum.
 *
 * <p>Without it a delivery does not know how often the row was tried, and no subscription may set a
 * cap. The column must be NOT NULL: a null there is a row nobody ever claims.
 *
 * <p>Types: {@code long}, {@code int}, {@code short}, {@code byte}, or their boxes.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.RECORD_COMPONENT, ElementType.FIELD})
public @interface Attempt {}
