package io.github.rowqueue.table;

import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Rules of the claim form: what cannot be kept together. */
final class TableFormRules {

  /** Types of which one value is written in one way only. */
  private static final Set<ColumnType> KEY_TYPES =
      EnumSet.of(
          ColumnType.LONG,
          ColumnType.INT,
          ColumnType.SHORT,
          ColumnType.BYTE,
          ColumnType.BOOLEAN,
          ColumnType.STRING,
          ColumnType.CHAR,
          ColumnType.UUID,
          ColumnType.ENUM);

  static final List<TableRule> ALL =
      List.of(
          new TableRule("one form per table", TableFormRules::twoForms),
          new TableRule("a lock key keeps the order of a fifo group", TableFormRules::fifoAndKey),
          new TableRule("one kind of order per table", TableFormRules::twoOrders),
          TableRule.each(
              "only a key in order has a head",
              column -> !column.is(Mark.FIFO) && waits(column).isPresent(),
              (draft, column) ->
                  "has %s but not %s, which keeps a key in order: add it, or leave the former out"
                      .formatted(draft.word(waits(column).orElseThrow()), draft.word(Mark.FIFO))),
          new TableRule("a head is passed by its delay", TableFormRules::skipping),
          new TableRule("a head is parked under a lease", TableFormRules::parking),
          new TableRule("a parked head is released by its key", TableFormRules::parkingWithoutKey),
          new TableRule("a key in order is written in one way", TableFormRules::keyType),
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

  /** What else than BLOCK the component says. */
  private static Optional<Mark> waits(ColumnDraft column) {
    return Stream.of(Mark.SKIP, Mark.PARK).filter(column::is).findFirst();
  }

  private static Stream<TableProblem> skipping(TableDraft draft) {
    return unless(draft.first(Role.RETRY_AFTER).isPresent(), draft.fifo(Role.PARTITION_KEY))
        .filter(key -> key.is(Mark.SKIP))
        .map(
            key ->
                TableProblem.of(
                    key,
                    "has %s, where a head waits by its delay, but the table keeps no delay: add a %s, or use BLOCK"
                        .formatted(draft.word(Mark.SKIP), draft.word(Role.RETRY_AFTER))));
  }

  private static Stream<TableProblem> parking(TableDraft draft) {
    return unless(draft.first(Role.LOCKED_UNTIL).isPresent(), draft.fifo(Role.PARTITION_KEY))
        .filter(key -> key.is(Mark.PARK))
        .map(
            key ->
                TableProblem.of(
                    key,
                    "has %s, where a head is kept under a lease without end, but the table has no lease: add a %s, or use BLOCK"
                        .formatted(draft.word(Mark.PARK), draft.word(Role.LOCKED_UNTIL))));
  }

  private static Stream<TableProblem> parkingWithoutKey(TableDraft draft) {
    return draft.fifo(Role.PARTITION_KEY).stream()
        .filter(key -> key.is(Mark.PARK) && key.is(Mark.NULLABLE))
        .map(
            key ->
                TableProblem.of(
                    key,
                    "has %s and %s, but a parked row is released by its key, so that one without a key would stay for ever: remove the latter, or use BLOCK"
                        .formatted(draft.word(Mark.PARK), draft.word(Mark.NULLABLE))));
  }

  private static Stream<TableProblem> keyType(TableDraft draft) {
    return draft.fifo(Role.PARTITION_KEY).stream()
        .filter(key -> ColumnTypeRules.SCALARS.contains(key.type()))
        .filter(key -> !KEY_TYPES.contains(key.type()))
        .map(
            key ->
                TableProblem.of(
                    key,
                    "has %s and the type %s, whose equal values can be written in more than one way, so that two processes would not see one key: use a whole number, boolean, char, String, UUID or an enum"
                        .formatted(draft.word(Mark.FIFO), key.shortType())));
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
