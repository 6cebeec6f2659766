package io.github.rowqueue.table;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The key whose rows keep their order: a subscription with {@code workersByKey} runs the rows of
 * one key on one worker, in claim order; with {@link #fifo()} one row of a key is in work anywhere.
 *
 * <p>Without it rows are independent of each other. A null key means unordered; say so with
 * {@code @Nullable}.
 *
 * <p>Types: every scalar: numbers, {@code boolean}, {@code char}, {@code String}, {@link
 * java.util.UUID}, times, enums. With {@link #fifo()} those that have one way to be written: whole
 * numbers, {@code boolean}, {@code char}, {@code String}, {@link java.util.UUID}, enums.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.RECORD_COMPONENT, ElementType.FIELD})
public @interface PartitionKey {

  /**
   * Keeps each key in order with at most one of its rows in work anywhere, keys in parallel.
   *
   * @return whether the order is kept across all workers, subscriptions and processes; off by
   *     default. Refused together with a lock key, and together with {@link Group#fifo()}.
   */
  boolean fifo() default false;

  /**
   * What a key that is kept in order does while its head waits, and when it has failed for good.
   *
   * @return by default {@link HeadFailure#BLOCK}. Anything else is refused without {@link #fifo()};
   *     {@link HeadFailure#SKIP} needs {@link RetryAfter}, {@link HeadFailure#PARK} needs {@link
   *     LockedUntil} and a key that is not nullable.
   */
  HeadFailure onHeadFailure() default HeadFailure.BLOCK;
}
