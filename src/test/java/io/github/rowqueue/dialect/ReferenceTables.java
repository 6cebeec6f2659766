package io.github.rowqueue.dialect;

import io.github.rowqueue.table.ColumnSpec;
import io.github.rowqueue.table.HeadFailure;
import io.github.rowqueue.table.QueueClock;
import io.github.rowqueue.table.Role;
import io.github.rowqueue.table.TableName;
import io.github.rowqueue.table.TableSpec;
import io.github.rowqueue.table.TableSpecBuilder;
import java.time.Instant;

/** The descriptions the golden files are rendered from. */
final class ReferenceTables {

  static final TableName DEAD = new TableName("", "jobs_dead");

  private ReferenceTables() {}

  /** Every role, one data column, lease form. */
  static TableSpec lease() {
    return roles(TableSpec.builder("jobs"), true).build();
  }

  /** Every role but the lease, one data column. */
  static TableSpec rowLock() {
    return roles(TableSpec.builder("jobs"), false).build();
  }

  /** As {@link #rowLock()}, on the database's clock. */
  static TableSpec databaseClock() {
    return roles(TableSpec.builder("jobs"), false).clock(QueueClock.DATABASE).build();
  }

  /** An id, a payload and a lease. */
  static TableSpec minimalLease() {
    return minimal().lockedUntil("locked_until").build();
  }

  /** An id and a payload. */
  static TableSpec minimalRowLock() {
    return minimal().build();
  }

  /** Names that only quoting keeps whole, in a schema. */
  static TableSpec oddLease() {
    return odd().add(role("locked \"until\" `x`", Role.LOCKED_UNTIL, Instant.class, true)).build();
  }

  /** As {@link #oddLease()}, without the lease. */
  static TableSpec oddRowLock() {
    return odd().build();
  }

  /** As {@link #lease()}, with groups in order. */
  static TableSpec fifoLease() {
    return roles(TableSpec.builder("jobs"), true, true).build();
  }

  /** As {@link #rowLock()}, with groups in order. */
  static TableSpec fifoRowLock() {
    return roles(TableSpec.builder("jobs"), false, true).build();
  }

  /** As {@link #oddLease()}, with groups in order, and a table name of more odd characters. */
  static TableSpec oddFifoLease() {
    return odd(true)
        .add(role("locked \"until\" `x`", Role.LOCKED_UNTIL, Instant.class, true))
        .build();
  }

  /** As {@link #oddRowLock()}, with groups in order. */
  static TableSpec oddFifoRowLock() {
    return odd(true).build();
  }

  /** As {@link #rowLock()}, with a lock key. */
  static TableSpec advisory() {
    return roles(TableSpec.builder("jobs"), false).lockKey("jobs-{grp}/{customer}").build();
  }

  /** An id, a payload, and one key for all rows. */
  static TableSpec minimalAdvisory() {
    return minimal().lockKey("one").build();
  }

  /** As {@link #oddRowLock()}, with a lock key that only quoting keeps whole. */
  static TableSpec oddAdvisory() {
    return odd().lockKey("it's \\ \"{select /* ; */}\"").build();
  }

  /** As {@link #advisory()}, on the database's clock. */
  static TableSpec databaseClockAdvisory() {
    return roles(TableSpec.builder("jobs"), false)
        .clock(QueueClock.DATABASE)
        .lockKey("{id}")
        .build();
  }

  /** As {@link #lease()}, with keys in order. */
  static TableSpec keysLease(HeadFailure onHeadFailure) {
    boolean nullable = onHeadFailure != HeadFailure.PARK;
    return keys(TableSpec.builder("jobs"), true, nullable).onHeadFailure(onHeadFailure).build();
  }

  /** As {@link #rowLock()}, with keys in order. */
  static TableSpec keysRowLock() {
    return keys(TableSpec.builder("jobs"), false, true).build();
  }

  /** An id, a key in order, a payload and a lease. */
  static TableSpec minimalKeysLease() {
    return minimal()
        .add(role("account", Role.PARTITION_KEY, Long.class, false))
        .fifo()
        .lockedUntil("locked_until")
        .build();
  }

  /** As {@link #oddLease()}, with keys in order. */
  static TableSpec oddKeysLease() {
    return odd()
        .add(role("key?", Role.PARTITION_KEY, String.class, false))
        .fifo()
        .add(role("locked \"until\" `x`", Role.LOCKED_UNTIL, Instant.class, true))
        .build();
  }

  private static TableSpecBuilder keys(TableSpecBuilder builder, boolean lease, boolean nullable) {
    return roles(builder, lease)
        .add(role("account", Role.PARTITION_KEY, String.class, nullable))
        .fifo();
  }

  private static TableSpecBuilder roles(TableSpecBuilder builder, boolean lease) {
    return roles(builder, lease, false);
  }

  private static TableSpecBuilder roles(TableSpecBuilder builder, boolean lease, boolean fifo) {
    builder
        .add(new ColumnSpec("id", Role.ID, Long.class, true, false, false))
        .add(role("grp", Role.GROUP, String.class, false));
    if (fifo) {
      builder.fifo();
    }
    builder
        .add(role("priority", Role.PRIORITY, Integer.class, false))
        .add(new ColumnSpec("retry_after", Role.RETRY_AFTER, Instant.class, true, false, false))
        .add(new ColumnSpec("attempt", Role.ATTEMPT, Short.class, true, false, false));
    if (lease) {
      builder.add(role("locked_until", Role.LOCKED_UNTIL, Instant.class, true));
    }
    return builder
        .add(role("processed_at", Role.PROCESSED_AT, Instant.class, true))
        .add(role("headers", Role.HEADERS, String.class, true))
        .add(role("payload", Role.PAYLOAD, byte[].class, false))
        .add(role("last_error", Role.LAST_ERROR, String.class, true))
        .add(new ColumnSpec("customer", null, String.class, false, true, false));
  }

  private static TableSpecBuilder minimal() {
    return TableSpec.builder("tiny")
        .add(new ColumnSpec("id", Role.ID, Long.class, true, false, false))
        .add(role("payload", Role.PAYLOAD, String.class, false));
  }

  private static TableSpecBuilder odd() {
    return odd(false);
  }

  private static TableSpecBuilder odd(boolean fifo) {
    TableSpecBuilder builder =
        TableSpec.builder("Order -- \"Jobs\" `x`" + (fifo ? " \\' it\\" : ""))
            .schema("my schema")
            .add(role("Id?", Role.ID, String.class, false))
            .add(role("group", Role.GROUP, String.class, false));
    if (fifo) {
      builder.fifo();
    }
    return builder
        .add(role("attempt", Role.ATTEMPT, Integer.class, false))
        .add(new ColumnSpec("select /* ; */", null, String.class, false, true, false));
  }

  static ColumnSpec role(String name, Role role, Class<?> type, boolean nullable) {
    return new ColumnSpec(name, role, type, false, nullable, false);
  }
}
