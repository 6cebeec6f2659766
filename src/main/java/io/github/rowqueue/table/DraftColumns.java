package io.github.rowqueue.table;

import java.lang.annotation.Annotation;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What the annotations of one component or field say. The only place that knows them all. */
final class DraftColumns {

  private static final Map<Role, Class<? extends Annotation>> ANNOTATIONS = annotations();

  private DraftColumns() {}

  /**
   * One column.
   *
   * @param annotated whether its class carries {@link QueueTable}
   */
  static ColumnDraft of(Described member, boolean annotated) {
    return new ColumnDraft(
        member.isComponent() ? "component" : "field",
        member.name(),
        member.columnName().orElseGet(() -> ColumnNames.snakeCase(member.name())),
        roles(member),
        member.type().columnType(),
        member.type().name(),
        member.type().lostArgument(),
        marks(member, annotated));
  }

  private static List<Role> roles(Described member) {
    return ANNOTATIONS.entrySet().stream()
        .filter(annotation -> member.has(annotation.getValue()))
        .map(Map.Entry::getKey)
        .toList();
  }

  private static Set<Mark> marks(Described member, boolean annotated) {
    EnumSet<Mark> marks = EnumSet.noneOf(Mark.class);
    Mark.GENERATED.addIf(member.has(Generated.class), marks);
    Mark.SKIPPED.addIf(member.has(NotAColumn.class), marks);
    Mark.TRANSIENT.addIf(member.isTransient(), marks);
    Mark.NULLABLE.addIf(member.isNullable(), marks);
    Mark.JSON.addIf(member.has(Json.class), marks);
    Mark.PRIMITIVE.addIf(member.type().isPrimitive(), marks);
    Mark.RENAMED.addIf(member.has(Column.class), marks);
    // A record's fields are final too, and its constructor sets them.
    Mark.FINAL.addIf(!member.isComponent() && member.isFinal(), marks);
    Mark.FIFO.addIf(member.isFifo(), marks);
    Mark.of(member.onHeadFailure()).ifPresent(marks::add);
    Mark.LAYOUT.addIf(isLayout(member, annotated), marks);
    return marks;
  }

  /**
   * Whether it holds a headers record. In a class with a table of its own a record without one is a
   * wrong type of a headers column.
   */
  private static boolean isLayout(Described member, boolean annotated) {
    return member.has(Headers.class)
        && !member.has(NotAColumn.class)
        && !member.isTransient()
        && (member.typeIsTable() || (member.typeIsRecord() && !annotated));
  }

  private static Map<Role, Class<? extends Annotation>> annotations() {
    EnumMap<Role, Class<? extends Annotation>> annotations = new EnumMap<>(Role.class);
    annotations.put(Role.ID, Id.class);
    annotations.put(Role.GROUP, Group.class);
    annotations.put(Role.PARTITION_KEY, PartitionKey.class);
    annotations.put(Role.PRIORITY, Priority.class);
    annotations.put(Role.RETRY_AFTER, RetryAfter.class);
    annotations.put(Role.ATTEMPT, Attempt.class);
    annotations.put(Role.LOCKED_UNTIL, LockedUntil.class);
    annotations.put(Role.PROCESSED_AT, ProcessedAt.class);
    annotations.put(Role.HEADERS, Headers.class);
    annotations.put(Role.PAYLOAD, Payload.class);
    annotations.put(Role.LAST_ERROR, LastError.class);
    return Collections.unmodifiableMap(annotations);
  }
}
