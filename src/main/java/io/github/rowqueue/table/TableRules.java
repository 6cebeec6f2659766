package io.github.rowqueue.table;

import java.util.List;
import java.util.stream.Stream;

/**
 * The one list of rules every description goes through, whoever wrote it. All rules are asked, so a
 * description reports everything that is wrong with it at once, in the order of this list.
 */
final class TableRules {

  static final List<TableRule> ALL =
      Stream.of(
              TableShapeRules.ALL,
              ColumnRules.ALL,
              ColumnTypeRules.ALL,
              HeadersRules.ALL,
              TableFormRules.ALL,
              LockKeyRules.ALL)
          .flatMap(List::stream)
          .toList();

  private TableRules() {}

  /** Everything {@code draft} breaks; empty for a description that stands. */
  static List<TableProblem> problems(TableDraft draft) {
    return ALL.stream().flatMap(rule -> rule.check().apply(draft)).toList();
  }
}
