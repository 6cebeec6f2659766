package io.github.rowqueue.table;

import org.jspecify.annotations.Nullable;

/**
 * One broken rule.
 *
 * @param column the column at fault, as it stands in the draft, or null where the table itself is
 * @param text what is wrong and how to mend it
 */
record TableProblem(@Nullable ColumnDraft column, String text) {

  static TableProblem of(ColumnDraft column, String text) {
    return new TableProblem(column, column.element() + " " + text);
  }

  static TableProblem ofTable(String text) {
    return new TableProblem(null, text);
  }
}
