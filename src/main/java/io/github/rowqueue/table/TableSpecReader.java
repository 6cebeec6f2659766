package io.github.rowqueue.table;

import java.lang.annotation.Annotation;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads an annotated class into a draft. The only place that looks at annotations. */
final class TableSpecReader {

  private static final Map<Role, Class<? extends Annotation>> ANNOTATIONS = annotations();

  private TableSpecReader() {}

  static TableDraft read(Class<?> rowClass, List<Member> members) {
    @Nullable QueueTable table = rowClass.getAnnotation(QueueTable.class);
    return new TableDraft(
        describe(rowClass),
        false,
        faults(rowClass),
        table == null ? new TableName("", "") : new TableName(table.schema(), table.value()),
        table == null ? "" : table.lockKey(),
        table == null ? QueueClock.HOST : table.clock(),
        table == null ? Opening.DEFAULT : new Opening(table.isolation(), table.sqliteMode()),
        members.stream().map(TableSpecReader::column).toList());
  }

  /** How messages name the class: {@code record EmailJob}. */
  static String describe(Class<?> rowClass) {
    return kind(rowClass) + " " + rowClass.getSimpleName();
  }

  static boolean hasNamedFields(Class<?> rowClass) {
    return switch (kind(rowClass)) {
      case "record", "class" -> true;
      default -> false;
    };
  }

  private static String kind(Class<?> rowClass) {
    if (rowClass.isRecord()) {
      return "record";
    }
    if (rowClass.isEnum()) {
      return "enum";
    }
    if (rowClass.isInterface()) {
      return rowClass.isAnnotation() ? "annotation" : "interface";
    }
    return rowClass.isPrimitive() || rowClass.isArray() ? "type" : "class";
  }

  private static Set<ShapeFault> faults(Class<?> rowClass) {
    EnumSet<ShapeFault> faults = EnumSet.noneOf(ShapeFault.class);
    if (!hasNamedFields(rowClass)) {
      return EnumSet.of(ShapeFault.NO_NAMED_FIELDS);
    }
    if (!rowClass.isAnnotationPresent(QueueTable.class)) {
      faults.add(ShapeFault.NOT_ANNOTATED);
    }
    if (Modifier.isAbstract(rowClass.getModifiers())) {
      faults.add(ShapeFault.ABSTRACT);
    }
    if (isInner(rowClass)) {
      faults.add(ShapeFault.INNER);
    } else if (!rowClass.isRecord() && !hasNoArgConstructor(rowClass)) {
      faults.add(ShapeFault.NO_CONSTRUCTOR);
    }
    return faults;
  }

  private static boolean isInner(Class<?> rowClass) {
    boolean nested = rowClass.getEnclosingClass() != null;
    return nested && !rowClass.isRecord() && !Modifier.isStatic(rowClass.getModifiers());
  }

  private static boolean hasNoArgConstructor(Class<?> rowClass) {
    return Arrays.stream(rowClass.getDeclaredConstructors())
        .anyMatch(constructor -> constructor.getParameterCount() == 0);
  }

  private static ColumnDraft column(Member member) {
    @Nullable Column renamed = member.field().getAnnotation(Column.class);
    return new ColumnDraft(
        member.isComponent() ? "component" : "field",
        member.name(),
        renamed == null ? ColumnNames.snakeCase(member.name()) : renamed.value(),
        roles(member),
        GenericTypes.columnType(member.field()),
        member.field().getGenericType().getTypeName(),
        GenericTypes.lostArgument(member.field().getGenericType()),
        marks(member));
  }

  private static List<Role> roles(Member member) {
    return ANNOTATIONS.entrySet().stream()
        .filter(annotation -> member.has(annotation.getValue()))
        .map(Map.Entry::getKey)
        .toList();
  }

  private static Set<Mark> marks(Member member) {
    EnumSet<Mark> marks = EnumSet.noneOf(Mark.class);
    Mark.GENERATED.addIf(member.has(Generated.class), marks);
    Mark.SKIPPED.addIf(member.has(NotAColumn.class), marks);
    Mark.TRANSIENT.addIf(member.is(Modifier.TRANSIENT), marks);
    Mark.NULLABLE.addIf(member.isNullable(), marks);
    Mark.JSON.addIf(member.has(Json.class), marks);
    Mark.PRIMITIVE.addIf(member.type().isPrimitive(), marks);
    Mark.RENAMED.addIf(member.has(Column.class), marks);
    // A record's fields are final too, and its constructor sets them.
    Mark.FINAL.addIf(!member.isComponent() && member.is(Modifier.FINAL), marks);
    Mark.FIFO.addIf(isFifo(member), marks);
    return marks;
  }

  private static boolean isFifo(Member member) {
    @Nullable Group group = member.field().getAnnotation(Group.class);
    @Nullable PartitionKey key = member.field().getAnnotation(PartitionKey.class);
    return (group != null && group.fifo()) || (key != null && key.fifo());
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
