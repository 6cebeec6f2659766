package io.github.rowqueue.table;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The queue within the table: a subscription reads only the rows whose group equals its name.
 *
 * <p>Without it the whole table is one queue, and the subscription's name is only its label. The
 * column must be NOT NULL: a null there is a row nobody ever claims.
 *
 * <p>Types: {@code String}, or an enum whose constants' names are the groups.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.RECORD_COMPONENT, ElementType.FIELD})
public @interface Group {

  /**
   * Keeps each group in claim order with at most one of its rows in work anywhere: a claim takes
   * the first unfinished row or nothing, also while that one waits or is in work elsewhere. A retry
   * at once keeps the row where it is; a delayed one moves it behind rows due earlier.
   *
   * @return whether the order is kept across all workers, subscriptions and processes; off by
   *     default. Refused together with a lock key, and together with {@link PartitionKey#fifo()}.
   */
  boolean fifo() default false;
}
