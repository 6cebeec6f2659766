package io.github.rowqueue.table;

import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * One column as written, before any rule was asked; it may be wrong in every way.
 *
 * @param kind what the description calls it: {@code component}, {@code field}, or {@code column}
 * @param name the component's name; by hand the column's name
 * @param column the column's name
 * @param roles every role found on it
 * @param type its Java type
 * @param typeName its Java type with all qualifiers and arguments
 * @param lostArgument the first type argument a JSON reader that knows the class alone would lose,
 *     or an empty string
 * @param marks what else was said of it
 */
record ColumnDraft(
    String kind,
    String name,
    String column,
    List<Role> roles,
    ColumnType type,
    String typeName,
    String lostArgument,
    Set<Mark> marks) {

  ColumnDraft {
    roles = List.copyOf(roles);
    marks = Set.copyOf(marks);
  }

  /** A column a builder was given. */
  static ColumnDraft byHand(ColumnSpec column) {
    EnumSet<Mark> marks = EnumSet.noneOf(Mark.class);
    Mark.GENERATED.addIf(column.generated(), marks);
    Mark.NULLABLE.addIf(column.nullable(), marks);
    Mark.JSON.addIf(column.json(), marks);
    Mark.HEADER.addIf(column.header(), marks);
    Mark.PRIMITIVE.addIf(column.type().isPrimitive(), marks);
    return new ColumnDraft(
        "column",
        column.name(),
        column.name(),
        column.role().stream().toList(),
        ColumnType.of(column.type()),
        column.type().getTypeName(),
        "",
        marks);
  }

  /** How messages name it: {@code component retryAfter}. */
  String element() {
    return name.isEmpty() ? "a " + kind + " without a name" : kind + " " + name;
  }

  boolean is(Mark mark) {
    return marks.contains(mark);
  }

  boolean plays(Role role) {
    return roles.contains(role);
  }

  boolean hasColumn() {
    return !is(Mark.SKIPPED) && !is(Mark.TRANSIENT) && !is(Mark.LAYOUT);
  }

  /** Whether a value is read into it and written from it: a column's, or a headers record. */
  boolean isRead() {
    return hasColumn() || is(Mark.LAYOUT);
  }

  boolean isData() {
    return hasColumn() && roles.isEmpty();
  }

  /** Why it has no column, as messages say it. */
  String skippedBy() {
    if (is(Mark.LAYOUT)) {
      return "a headers record";
    }
    return is(Mark.SKIPPED) ? "@NotAColumn" : "transient";
  }

  /** The Java type without its packages and outer classes: {@code List<Item>}. */
  String shortType() {
    return shortName(typeName);
  }

  ColumnDraft with(Mark mark) {
    EnumSet<Mark> more = EnumSet.of(mark);
    more.addAll(marks);
    return new ColumnDraft(kind, name, column, roles, type, typeName, lostArgument, more);
  }

  ColumnDraft onHeadFailure(HeadFailure onHeadFailure) {
    Set<Mark> others = new HashSet<>(marks);
    others.removeAll(Set.of(Mark.SKIP, Mark.PARK));
    Mark.of(onHeadFailure).ifPresent(others::add);
    return new ColumnDraft(kind, name, column, roles, type, typeName, lostArgument, others);
  }

  /** {@code typeName} without packages and outer classes. */
  static String shortName(String typeName) {
    return typeName.replace('$', '.').replaceAll("(?:[\\p{L}_][\\p{L}\\p{N}_]*\\.)+", "");
  }
}
