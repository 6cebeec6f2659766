package io.github.rowqueue.table;

/**
 * One broken rule.
 *
 * @param at the name of the component at fault, or an empty string where the table itself is
 * @param text what is wrong and how to mend it
 */
record TableProblem(String at, String text) {

  static TableProblem of(ColumnDraft column, String text) {
    return new TableProblem(column.name(), column.element() + " " + text);
  }

  static TableProblem ofTable(String text) {
    return new TableProblem("", text);
  }
}
