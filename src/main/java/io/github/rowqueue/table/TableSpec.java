package io.github.rowqueue.table;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The description of a queue table: the one value every statement is built from. Two descriptions
 * of the same table are equal, whether an annotated class or a builder made them; the class that
 * was described only names itself in messages.
 *
 * <p>Immutable and thread-safe. Made by {@link Table#of(Class)} or {@link #builder(String)}; both
 * go through one list of rules and raise {@link io.github.rowqueue.error.TableSpecException}.
 */
public final class TableSpec {

  private final TableName table;
  private final String describedBy;
  private final List<ColumnSpec> columns;
  private final String lockKey;
  private final QueueClock clock;
  private final Opening opening;
  private final boolean fifoGroups;
  private final boolean fifoKeys;
  private final HeadFailure onHeadFailure;

  /** Asked for with every row. */
  private final Map<Role, Integer> places;

  /** Only {@link SpecAssembly} calls this, with what the rules have passed. */
  TableSpec(TableDraft draft, String describedBy, String lockKey, List<ColumnSpec> columns) {
    this.table = draft.table();
    this.describedBy = describedBy;
    this.columns = List.copyOf(columns);
    this.places = places(this.columns);
    this.lockKey = lockKey;
    this.clock = draft.clock();
    this.opening = draft.opening();
    this.fifoGroups = draft.fifo(Role.GROUP).isPresent();
    this.fifoKeys = draft.fifo(Role.PARTITION_KEY).isPresent();
    this.onHeadFailure = draft.onHeadFailure();
  }

  private TableSpec(TableSpec other, List<ColumnSpec> columns) {
    this.table = other.table;
    this.describedBy = other.describedBy;
    this.columns = List.copyOf(columns);
    this.places = places(this.columns);
    this.lockKey = other.lockKey;
    this.clock = other.clock;
    this.opening = other.opening;
    this.fifoGroups = other.fifoGroups && has(Role.GROUP);
    this.fifoKeys = other.fifoKeys && has(Role.PARTITION_KEY);
    this.onHeadFailure = other.onHeadFailure;
  }

  private static Map<Role, Integer> places(List<ColumnSpec> columns) {
    Map<Role, Integer> places = new EnumMap<>(Role.class);
    for (Role role : Role.values()) {
      for (int i = 0; i < columns.size(); i++) {
        if (columns.get(i).plays(role)) {
          places.putIfAbsent(role, i);
        }
      }
    }
    return places;
  }

  /** Starts a description by hand of the table {@code name} in the default schema. */
  public static TableSpecBuilder builder(String name) {
    return new TableSpecBuilder(name);
  }

  /** The table. */
  public TableName table() {
    return table;
  }

  /** Who describes the table, as messages say it: {@code record EmailJob}. */
  public String describedBy() {
    return describedBy;
  }

  /** All columns: roles in the order of {@link Role}, then data columns in the order given (B7). */
  public List<ColumnSpec> columns() {
    return columns;
  }

  /** The columns that are headers; empty unless headers have columns of their own. */
  public List<ColumnSpec> headerColumns() {
    return columns.stream().filter(ColumnSpec::header).toList();
  }

  /**
   * How a claimed row is held (B5): a lease where a column plays it, an advisory lock where a key
   * is given.
   */
  public ClaimForm form() {
    if (has(Role.LOCKED_UNTIL)) {
      return ClaimForm.LEASE;
    }
    return lockKey.isEmpty() ? ClaimForm.ROW_LOCK : ClaimForm.ADVISORY;
  }

  /**
   * The template of the lock key of the advisory form, such as {@code accounts-{account_id}}, where
   * braces name columns; empty in the other forms.
   */
  public String lockKey() {
    return lockKey;
  }

  /** The pieces of {@link #lockKey()} in their order; none in the other forms. */
  public List<LockKeyPart> lockKeyParts() {
    return LockKeyTemplate.parse(lockKey).parts().stream()
        .map(part -> new LockKeyPart(part.text(), part.isName()))
        .toList();
  }

  /** Whose clock "now" is. */
  public QueueClock clock() {
    return clock;
  }

  /** The isolation level of the transactions that hold rows; see {@link QueueTable#isolation()}. */
  public Isolation isolation() {
    return opening.isolation();
  }

  /** When the transaction of a delivery takes SQLite's write lock. */
  public SqliteMode sqliteMode() {
    return opening.sqliteMode();
  }

  /** Whether each group keeps its order, one row in work at a time. */
  public boolean fifoGroups() {
    return fifoGroups;
  }

  /** Whether each partition key keeps its order across processes. */
  public boolean fifoKeys() {
    return fifoKeys;
  }

  /**
   * What a key that is kept in order does while its head waits; of no meaning without {@link
   * #fifoKeys()}.
   */
  public HeadFailure onHeadFailure() {
    return onHeadFailure;
  }

  /** The column that plays {@code role}, if the table has one. */
  public Optional<ColumnSpec> column(Role role) {
    Integer place = places.get(role);
    return place == null ? Optional.empty() : Optional.of(columns.get(place));
  }

  /** Whether a column plays {@code role}. */
  public boolean has(Role role) {
    return places.containsKey(role);
  }

  /** The place of the column that plays {@code role} in {@link #columns()}, or -1. */
  public int indexOf(Role role) {
    return places.getOrDefault(role, -1);
  }

  /**
   * The id column.
   *
   * @throws java.util.NoSuchElementException never for a description that was built, since the id
   *     is required
   */
  public ColumnSpec id() {
    return column(Role.ID).orElseThrow();
  }

  /**
   * This description without the column that plays {@code role}; the same description if there is
   * none.
   */
  public TableSpec without(Role role) {
    return has(role)
        ? new TableSpec(this, columns.stream().filter(column -> !column.plays(role)).toList())
        : this;
  }

  /** This description with only those columns that {@code keep} says yes to; the id stays. */
  public TableSpec keeping(Predicate<ColumnSpec> keep) {
    return new TableSpec(
        this,
        columns.stream().filter(column -> column.plays(Role.ID) || keep.test(column)).toList());
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof TableSpec that
        && table.equals(that.table)
        && columns.equals(that.columns)
        && lockKey.equals(that.lockKey)
        && clock == that.clock
        && opening.equals(that.opening)
        && fifoGroups == that.fifoGroups
        && fifoKeys == that.fifoKeys
        && onHeadFailure == that.onHeadFailure;
  }

  @Override
  public int hashCode() {
    return Objects.hash(
        table, columns, lockKey, clock, opening, fifoGroups, fifoKeys, onHeadFailure);
  }

  @Override
  public String toString() {
    return "TableSpec[%s by %s, %s, %s]".formatted(table, describedBy, form(), columns);
  }
}
