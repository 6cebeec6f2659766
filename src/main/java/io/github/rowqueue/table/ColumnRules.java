package io.github.rowqueue.table;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Rules of roles and names: what a component may be at once, and what two may not share. */
final class ColumnRules {

  static final List<TableRule> ALL =
      List.of(
          TableRule.each(
              "one role per component", column -> column.roles().size() > 1, ColumnRules::twoRoles),
          new TableRule("one component per role", ColumnRules::roleTwice),
          TableRule.each(
              "a role has a column",
              column -> !column.isRead() && !column.roles().isEmpty(),
              ColumnRules::roleWithoutColumn),
          skipped("a generated column is a column", Mark.GENERATED),
          skipped("a renamed column is a column", Mark.RENAMED),
          skipped("a JSON column is a column", Mark.JSON),
          TableRule.each(
              "a column has a name",
              column -> column.hasColumn() && column.column().isEmpty(),
              ColumnRules::emptyName),
          new TableRule("a column is read once", ColumnRules::columnTwice),
          TableRule.each(
              "a column can be set",
              column -> column.isRead() && column.is(Mark.FINAL),
              (draft, column) ->
                  "is final, and a class is filled after its constructor: remove final, or make"
                      + " the class a record"));

  private ColumnRules() {}

  private static String twoRoles(TableDraft draft, ColumnDraft column) {
    String roles = column.roles().stream().map(draft::word).collect(Collectors.joining(" and "));
    return "has more than one role, %s: keep one".formatted(roles);
  }

  private static Stream<TableProblem> roleTwice(TableDraft draft) {
    return Stream.of(Role.values()).flatMap(role -> roleTwice(draft, role));
  }

  private static Stream<TableProblem> roleTwice(TableDraft draft, Role role) {
    List<ColumnDraft> playing =
        draft.columns().stream().filter(column -> column.plays(role)).toList();
    return playing.stream()
        .skip(1)
        .map(
            second ->
                TableProblem.of(
                    second,
                    "has the role %s, which %s plays already: keep it on one of them"
                        .formatted(draft.word(role), playing.get(0).element())));
  }

  private static String roleWithoutColumn(TableDraft draft, ColumnDraft column) {
    return "has the role %s but no column, since it is %s: remove one of the two"
        .formatted(draft.word(column.roles().get(0)), column.skippedBy());
  }

  private static TableRule skipped(String name, Mark mark) {
    return TableRule.each(
        name,
        column -> !column.hasColumn() && column.is(mark),
        (draft, column) ->
            "has %s but no column, since it is %s: remove one of the two"
                .formatted(draft.word(mark), column.skippedBy()));
  }

  private static String emptyName(TableDraft draft, ColumnDraft column) {
    return draft.byHand()
        ? "cannot be read: name the column"
        : "has an empty column name: write it in @Column, or remove @Column to read %s"
            .formatted(ColumnNames.snakeCase(column.name()));
  }

  // Names are compared exactly: whether two that differ in case alone are one column is the
  // database's answer, and the start check asks it.
  private static Stream<TableProblem> columnTwice(TableDraft draft) {
    Map<String, ColumnDraft> seen = new HashMap<>();
    return draft.columns().stream()
        .filter(column -> column.hasColumn() && !column.column().isEmpty())
        .flatMap(
            column -> {
              @Nullable ColumnDraft first = seen.putIfAbsent(column.column(), column);
              return first == null
                  ? Stream.empty()
                  : Stream.of(TableProblem.of(column, readsTheSame(draft, column, first)));
            });
  }

  private static String readsTheSame(TableDraft draft, ColumnDraft column, ColumnDraft first) {
    return draft.byHand()
        ? "is given more than once: keep one"
        : ("reads the column %s, which %s reads already: rename one with @Column, or leave one"
                + " out with @NotAColumn")
            .formatted(column.column(), first.element());
  }
}
