package io.github.rowqueue.table;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Describes a queue table by a record, or by a class with a no-arg constructor and fields: each
 * component is a column, and annotations such as {@link Id} say what job a column does. Read by
 * {@link Table#of(Class)}, which refuses a class without this annotation.
 *
 * <p>A component without a role is a data column. It may be a primitive or its box, {@code String},
 * {@link java.math.BigInteger}, {@link java.math.BigDecimal}, {@link java.util.UUID}, {@code
 * byte[]}, {@link java.time.Instant}, {@link java.time.OffsetDateTime}, {@link
 * java.time.LocalDateTime}, {@link java.time.LocalDate}, {@link java.time.LocalTime}, an enum, or
 * anything else with {@link Json}. A data column and a partition key hold null only where the
 * component carries an annotation named {@code Nullable} that is kept at run time.
 *
 * <p>A class is read with the fields of its superclasses. Static fields are never columns.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface QueueTable {

  /**
   * The table's name as written in the database.
   *
   * @return the name alone; the schema stands in {@link #schema()}
   */
  String value();

  /**
   * The table's schema.
   *
   * @return the schema, or an empty string for the connection's default (the default)
   */
  String schema() default "";

  /**
   * The template of the lock key, such as {@code "accounts-{account}"}, where braces name a
   * component. It selects {@link ClaimForm#ADVISORY}: rows whose keys are equal go into work one at
   * a time, across all processes that work on the database. The database renders the key; a null is
   * an empty text, and a key without braces is one lock for all rows. On PostgreSQL keys belong to
   * their table, on MySQL and MariaDB to the database; on SQLite and H2 they live in this process,
   * and a second one is refused.
   *
   * @return the template, or an empty string for no advisory lock (the default)
   */
  String lockKey() default "";

  /**
   * Whose clock says what "now" is. A table with {@link LockedUntil} needs {@link QueueClock#HOST}.
   *
   * @return the host's clock by default
   */
  QueueClock clock() default QueueClock.HOST;

  /**
   * The isolation level of the transactions that hold rows: in the row lock form the claim's, which
   * stays open while the handler runs. A lease claim is a short transaction of its own and stays at
   * {@link Isolation#READ_COMMITTED}; there the level is that of a handler's own transaction.
   *
   * @return {@link Isolation#READ_COMMITTED}, whatever the database's own default is, by default
   */
  Isolation isolation() default Isolation.DEFAULT;

  /**
   * When the transaction of a delivery takes the write lock, for a table in SQLite; together with
   * {@link #isolation()} it is refused. Claims and settlements are short and do not depend on it.
   *
   * @return Rowqueue's own choice by default
   */
  SqliteMode sqliteMode() default SqliteMode.DEFAULT;
}
