package io.github.rowqueue.table;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Rules of the claim form: what cannot be kept together. */
final class TableFormRules {

  static final List<TableRule> ALL =
      List.of(
          new TableRule("one form per table", TableFormRules::twoForms),
          new TableRule("a lock key keeps the order of a fifo group", TableFormRules::fifoAndKey),
          new TableRule("one kind of order per table", TableFormRules::twoOrders),
          new TableRule("a lease is on the host's clock", TableFormRules::leaseClock),
          new TableRule("a table is opened in one way", TableFormRules::opening));

  private TableFormRules() {}

  private static Stream<TableProblem> twoForms(TableDraft draft) {
    return unless(draft.lockKey().isEmpty(), draft.first(Role.LOCKED_UNTIL))
        .map(
            lease ->
                TableProblem.of(
                    lease,
                    ("(%s) selects the lease form and the lock key the advisory form, and a"
                            + " table has one form: remove one of the two")
                        .formatted(draft.word(Role.LOCKED_UNTIL))));
  }

  private static Stream<TableProblem> fifoAndKey(TableDraft draft) {
    return Stream.of(Role.GROUP, Role.PARTITION_KEY)
        .flatMap(role -> unless(draft.lockKey().isEmpty(), draft.fifo(role)))
        .map(
            column ->
                TableProblem.of(
                    column,
                    ("has %s in a table with a lock key: remove it and put {%s} into the lock"
                            + " key, which then lets one row of each into work")
                        .formatted(draft.word(Mark.FIFO), column.name())));
  }

  private static Stream<TableProblem> twoOrders(TableDraft draft) {
    return unless(draft.fifo(Role.GROUP).isEmpty(), draft.fifo(Role.PARTITION_KEY))
        .map(
            key ->
                TableProblem.of(
                    key,
                    ("has %s and so has the group, which lets one row of all its keys into work:"
                            + " keep it on one of them")
                        .formatted(draft.word(Mark.FIFO))));
  }

  private static Stream<TableProblem> leaseClock(TableDraft draft) {
    return unless(draft.clock() == QueueClock.HOST, draft.first(Role.LOCKED_UNTIL))
        .map(
            lease ->
                TableProblem.of(
                    lease,
                    ("(%s) selects the lease form, whose expiry this process must know to prove"
                            + " that it holds the row: use QueueClock.HOST")
                        .formatted(draft.word(Role.LOCKED_UNTIL))));
  }

  private static Stream<TableProblem> opening(TableDraft draft) {
    Opening opening = draft.opening();
    String shape =
        draft.byHand() ? "isolation(%s) and sqliteMode(%s)" : "isolation = %s and sqliteMode = %s";
    return opening.isContradiction()
        ? Stream.of(
            TableProblem.ofTable(
                "the table has "
                    + shape.formatted(opening.isolation(), opening.sqliteMode())
                    + ", and no database has both: keep the mode for SQLite, the level elsewhere"))
        : Stream.empty();
  }

  private static Stream<ColumnDraft> unless(boolean kept, Optional<ColumnDraft> column) {
    return kept ? Stream.empty() : column.stream();
  }
}
