package io.github.rowqueue.table;

import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * One rule of a description.
 *
 * @param name what the rule is called, in tests and for maintainers
 * @param check finds everything in a description that breaks it
 */
record TableRule(String name, Function<TableDraft, Stream<TableProblem>> check) {

  /** A rule that judges each column by itself: where {@code broken} holds, it says {@code text}. */
  static TableRule each(String name, Predicate<ColumnDraft> broken, Sentence text) {
    return new TableRule(
        name,
        draft ->
            draft.columns().stream()
                .filter(broken)
                .map(column -> TableProblem.of(column, text.of(draft, column))));
  }

  /** The part of a problem after the component's name. */
  @FunctionalInterface
  interface Sentence {
    String of(TableDraft draft, ColumnDraft column);
  }
}
