package io.github.rowqueue.table;

import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads an annotated class into a draft, by reflection. {@link ElementReader} does it in javac. */
final class TableSpecReader {

  private TableSpecReader() {}

  /** The first of {@code members} that holds a headers record. */
  static Optional<Member> headersIn(Class<?> rowClass, List<Member> members) {
    boolean annotated = rowClass.isAnnotationPresent(QueueTable.class);
    return members.stream()
        .filter(member -> DraftColumns.of(member, annotated).is(Mark.LAYOUT))
        .findFirst();
  }

  /**
   * Reads {@code rowClass}.
   *
   * @param headersOrNull what its headers record says, if it holds one
   */
  static TableDraft read(
      Class<?> rowClass, List<Member> members, @Nullable TableDraft headersOrNull) {
    @Nullable QueueTable table = rowClass.getAnnotation(QueueTable.class);
    ClassShape shape = shape(rowClass);
    return new TableDraft(
        shape.describe(),
        false,
        shape.faults(headersIn(rowClass, members).isPresent()),
        table == null ? new TableName("", "") : new TableName(table.schema(), table.value()),
        table == null ? "" : table.lockKey(),
        table == null ? QueueClock.HOST : table.clock(),
        table == null ? Opening.DEFAULT : new Opening(table.isolation(), table.sqliteMode()),
        members.stream().map(member -> DraftColumns.of(member, table != null)).toList(),
        headersOrNull);
  }

  static ClassShape shape(Class<?> rowClass) {
    boolean nested = rowClass.getEnclosingClass() != null;
    return new ClassShape(
        kind(rowClass),
        rowClass.getSimpleName(),
        rowClass.isAnnotationPresent(QueueTable.class),
        Modifier.isAbstract(rowClass.getModifiers()),
        nested && !rowClass.isRecord() && !Modifier.isStatic(rowClass.getModifiers()),
        Arrays.stream(rowClass.getDeclaredConstructors())
            .anyMatch(constructor -> constructor.getParameterCount() == 0));
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
}
