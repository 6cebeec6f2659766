package io.github.rowqueue.table;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A description as written, before any rule was asked. It holds names and enum constants alone, no
 * {@code Class}: the reader of classes, the builder and a compiler plug-in can all make one, and
 * one list of rules ({@link TableRules}) judges it.
 *
 * @param describedBy who describes the table: {@code record EmailJob}
 * @param byHand whether a builder was used, so that messages name its methods and not annotations
 * @param faults what is wrong with the class itself
 * @param table the table's name as written
 * @param lockKey the lock key as written: its braces name components, or columns by hand
 * @param clock whose clock "now" is
 * @param opening how its transactions are opened
 * @param columns the components in the order written, those left out included
 * @param headersOrNull the description of the headers record that a message record holds, whose
 *     table this is; prefer {@link #headers()}
 */
record TableDraft(
    String describedBy,
    boolean byHand,
    Set<ShapeFault> faults,
    TableName table,
    String lockKey,
    QueueClock clock,
    Opening opening,
    List<ColumnDraft> columns,
    @Nullable TableDraft headersOrNull) {

  TableDraft {
    faults = Set.copyOf(faults);
    columns = List.copyOf(columns);
  }

  /** The description of the headers record; empty for a table that has none. */
  Optional<TableDraft> headers() {
    return Optional.ofNullable(headersOrNull);
  }

  /** Whether a headers record describes the table, and this the message beside it. */
  boolean isMessage() {
    return columns.stream().anyMatch(column -> column.is(Mark.LAYOUT));
  }

  /** What the description calls its parts: {@code component}, {@code field} or {@code column}. */
  String kind() {
    return columns.isEmpty() ? "component" : columns.get(0).kind();
  }

  /** How this kind of description gives a role: {@code @RetryAfter}, or {@code retryAfter(…)}. */
  String word(Role role) {
    String annotation = role.annotation();
    return byHand
        ? annotation.substring(1, 2).toLowerCase(Locale.ROOT) + annotation.substring(2) + "(…)"
        : annotation;
  }

  /** This kind of description's word for a mark. */
  String word(Mark mark) {
    return switch (mark) {
      case GENERATED -> byHand ? "generated()" : "@Generated";
      case NULLABLE -> byHand ? "nullable()" : "@Nullable";
      case JSON -> byHand ? "a JSON column" : "@Json";
      case FIFO -> byHand ? "fifo()" : "fifo = true";
      case SKIP, PARK ->
          (byHand ? "onHeadFailure(%s)" : "onHeadFailure = %s").formatted(mark.name());
      case SKIPPED -> "@NotAColumn";
      case RENAMED -> "@Column";
      case HEADER -> byHand ? "header()" : "a header";
      case LAYOUT -> "a headers record";
      case TRANSIENT, FINAL, PRIMITIVE -> mark.name().toLowerCase(Locale.ROOT);
    };
  }

  /** Everything that has a column and plays {@code role}. */
  Stream<ColumnDraft> playing(Role role) {
    return columns.stream().filter(column -> column.hasColumn() && column.plays(role));
  }

  Optional<ColumnDraft> first(Role role) {
    return playing(role).findFirst();
  }

  /** The group or the partition key that keeps its order. */
  Optional<ColumnDraft> fifo(Role role) {
    return playing(role).filter(column -> column.is(Mark.FIFO)).findFirst();
  }

  /** What the key in order does while its head waits. */
  HeadFailure onHeadFailure() {
    return fifo(Role.PARTITION_KEY)
        .map(
            key ->
                key.is(Mark.SKIP)
                    ? HeadFailure.SKIP
                    : key.is(Mark.PARK) ? HeadFailure.PARK : HeadFailure.BLOCK)
        .orElse(HeadFailure.BLOCK);
  }
}
