package io.github.rowqueue.table;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Describes a table by hand, for classes one cannot annotate and for rows that hold fewer fields
 * than the table has columns. The description equals the one an annotated class gives, and the same
 * rules judge it, in {@link #build()}.
 *
 * <p>A column is named as the database writes it. {@link #generated()} and {@link #nullable()}
 * speak of the column added last. Types may be primitives or their boxes. Not thread-safe.
 */
public final class TableSpecBuilder {

  private final String name;
  private final List<ColumnDraft> columns = new ArrayList<>();
  private final List<Class<?>> types = new ArrayList<>();
  private String schema = "";
  private String lockKey = "";
  private QueueClock clock = QueueClock.HOST;
  private Opening opening = Opening.DEFAULT;

  TableSpecBuilder(String name) {
    this.name = Objects.requireNonNull(name, "name");
  }

  /** The schema; by default the connection's. */
  public TableSpecBuilder schema(String schema) {
    this.schema = Objects.requireNonNull(schema, "schema");
    return this;
  }

  /**
   * The template of the lock key, such as {@code "accounts-{account}"}, where braces name a column;
   * none by default. It selects {@link ClaimForm#ADVISORY}.
   */
  public TableSpecBuilder lockKey(String lockKey) {
    this.lockKey = Objects.requireNonNull(lockKey, "lockKey");
    return this;
  }

  /** Whose clock "now" is; by default the host's. */
  public TableSpecBuilder clock(QueueClock clock) {
    this.clock = Objects.requireNonNull(clock, "clock");
    return this;
  }

  /** The isolation level of the transactions that hold rows; see {@link QueueTable#isolation()}. */
  public TableSpecBuilder isolation(Isolation isolation) {
    this.opening =
        new Opening(Objects.requireNonNull(isolation, "isolation"), opening.sqliteMode());
    return this;
  }

  /** When the transaction of a delivery takes SQLite's write lock. */
  public TableSpecBuilder sqliteMode(SqliteMode mode) {
    this.opening = new Opening(opening.isolation(), Objects.requireNonNull(mode, "mode"));
    return this;
  }

  /** The {@link Id} column, of the type {@code long}. */
  public TableSpecBuilder id(String column) {
    return id(column, Long.class);
  }

  /** The {@link Id} column. */
  public TableSpecBuilder id(String column, Class<?> type) {
    return role(Role.ID, column, type);
  }

  /** The {@link Group} column, of the type {@code String}. */
  public TableSpecBuilder group(String column) {
    return group(column, String.class);
  }

  /** The {@link Group} column. */
  public TableSpecBuilder group(String column, Class<?> type) {
    return role(Role.GROUP, column, type);
  }

  /** The {@link PartitionKey} column, of the type {@code String}. */
  public TableSpecBuilder partitionKey(String column) {
    return partitionKey(column, String.class);
  }

  /** The {@link PartitionKey} column. */
  public TableSpecBuilder partitionKey(String column, Class<?> type) {
    return role(Role.PARTITION_KEY, column, type);
  }

  /** The {@link Priority} column, of the type {@code int}. */
  public TableSpecBuilder priority(String column) {
    return priority(column, Integer.class);
  }

  /** The {@link Priority} column. */
  public TableSpecBuilder priority(String column, Class<?> type) {
    return role(Role.PRIORITY, column, type);
  }

  /** The {@link RetryAfter} column, of the type {@code Instant}. */
  public TableSpecBuilder retryAfter(String column) {
    return retryAfter(column, Instant.class);
  }

  /** The {@link RetryAfter} column. */
  public TableSpecBuilder retryAfter(String column, Class<?> type) {
    return role(Role.RETRY_AFTER, column, type);
  }

  /** The {@link Attempt} column, of the type {@code int}. */
  public TableSpecBuilder attempt(String column) {
    return attempt(column, Integer.class);
  }

  /** The {@link Attempt} column. */
  public TableSpecBuilder attempt(String column, Class<?> type) {
    return role(Role.ATTEMPT, column, type);
  }

  /** The {@link LockedUntil} column, of the type {@code Instant}. It selects the lease form. */
  public TableSpecBuilder lockedUntil(String column) {
    return lockedUntil(column, Instant.class);
  }

  /** The {@link LockedUntil} column. It selects {@link ClaimForm#LEASE}. */
  public TableSpecBuilder lockedUntil(String column, Class<?> type) {
    return role(Role.LOCKED_UNTIL, column, type);
  }

  /** The {@link ProcessedAt} column, of the type {@code Instant}. */
  public TableSpecBuilder processedAt(String column) {
    return processedAt(column, Instant.class);
  }

  /** The {@link ProcessedAt} column. */
  public TableSpecBuilder processedAt(String column, Class<?> type) {
    return role(Role.PROCESSED_AT, column, type);
  }

  /** The {@link Headers} column, of the type {@code Map<String, String>}. */
  public TableSpecBuilder headers(String column) {
    return headers(column, Map.class);
  }

  /** The {@link Headers} column. */
  public TableSpecBuilder headers(String column, Class<?> type) {
    return role(Role.HEADERS, column, type);
  }

  /** The {@link Payload} column, of the type {@code byte[]}. */
  public TableSpecBuilder payload(String column) {
    return payload(column, byte[].class);
  }

  /** The {@link Payload} column. */
  public TableSpecBuilder payload(String column, Class<?> type) {
    return role(Role.PAYLOAD, column, type);
  }

  /** The {@link LastError} column, of the type {@code String}. */
  public TableSpecBuilder lastError(String column) {
    return role(Role.LAST_ERROR, column, String.class);
  }

  /** A data column. */
  public TableSpecBuilder column(String column, Class<?> type) {
    return add(new ColumnSpec(column, null, type, false, false, false));
  }

  /** A data column that holds JSON, read and written as {@code type}; see {@link Json}. */
  public TableSpecBuilder jsonColumn(String column, Class<?> type) {
    return add(new ColumnSpec(column, null, type, false, false, true));
  }

  /**
   * A data column that is a header, named by the column; see {@link Headers}. A null is left out.
   */
  public TableSpecBuilder headerColumn(String column, Class<?> type) {
    return add(new ColumnSpec(column, null, type, false, false, false, true));
  }

  /** A column as another description has it; what its role decides, such as null, stays decided. */
  public TableSpecBuilder add(ColumnSpec column) {
    columns.add(ColumnDraft.byHand(column));
    types.add(column.type());
    return this;
  }

  /** The database fills the column added last: inserts leave it out ({@link Generated}). */
  public TableSpecBuilder generated() {
    return markAt(
        columns.size() - 1,
        Mark.GENERATED,
        "generated() speaks of the column added last: add one first");
  }

  /** The column added last may hold null; only a partition key and data columns need to say so. */
  public TableSpecBuilder nullable() {
    return markAt(
        columns.size() - 1,
        Mark.NULLABLE,
        "nullable() speaks of the column added last: add one first");
  }

  /** The group or the partition key, whichever was added last, keeps its order. */
  public TableSpecBuilder fifo() {
    int last = columns.size() - 1;
    while (last >= 0 && !isOrdered(columns.get(last))) {
      last--;
    }
    return markAt(last, Mark.FIFO, "fifo() speaks of a group or a partition key: add one first");
  }

  /**
   * What the partition key, which is in order ({@link #fifo()}), does while its head waits; by
   * default {@link HeadFailure#BLOCK}. Said twice, the later counts.
   */
  public TableSpecBuilder onHeadFailure(HeadFailure onHeadFailure) {
    int key = columns.size() - 1;
    while (key >= 0 && !columns.get(key).plays(Role.PARTITION_KEY)) {
      key--;
    }
    if (key < 0) {
      throw new IllegalStateException(
          "onHeadFailure(…) speaks of the partition key: add one first");
    }
    columns.set(
        key, columns.get(key).onHeadFailure(Objects.requireNonNull(onHeadFailure, "failure")));
    return this;
  }

  /**
   * Checks the description and makes it a value. The builder may go on and build again.
   *
   * @throws io.github.rowqueue.error.TableSpecException listing every rule the description breaks
   */
  public TableSpec build() {
    return SpecAssembly.assemble(
        new TableDraft(
            name.isBlank() ? "a table without a name" : "table " + name,
            true,
            Set.of(),
            new TableName(schema, name),
            lockKey,
            clock,
            opening,
            columns,
            null),
        types);
  }

  private TableSpecBuilder role(Role role, String column, Class<?> type) {
    return add(new ColumnSpec(column, role, type, false, false, false));
  }

  private TableSpecBuilder markAt(int index, Mark mark, String otherwise) {
    if (index < 0) {
      throw new IllegalStateException(otherwise);
    }
    columns.set(index, columns.get(index).with(mark));
    return this;
  }

  private static boolean isOrdered(ColumnDraft column) {
    return column.plays(Role.GROUP) || column.plays(Role.PARTITION_KEY);
  }
}
