package io.github.rowqueue.table;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Rules of a lock key's template, each with its own message (B30). */
final class LockKeyRules {

  static final List<TableRule> ALL =
      List.of(
          new TableRule("a lock key has its braces in pairs", LockKeyRules::braces),
          new TableRule("a lock key names columns", LockKeyRules::names));

  private LockKeyRules() {}

  private static Stream<TableProblem> braces(TableDraft draft) {
    return LockKeyTemplate.parse(draft.lockKey()).faults().stream()
        .distinct()
        .map(fault -> TableProblem.ofTable(text(draft, fault)));
  }

  private static String text(TableDraft draft, LockKeyTemplate.Fault fault) {
    return "the lock key \"%s\" has %s"
        .formatted(
            draft.lockKey(),
            switch (fault) {
              case UNCLOSED -> "an opening brace that is not closed: close it after the name";
              case STRAY -> "a closing brace that nothing opens: write {name}, or remove it";
              case EMPTY -> "empty braces: write the name of a %s in them".formatted(draft.kind());
            });
  }

  private static Stream<TableProblem> names(TableDraft draft) {
    return LockKeyTemplate.parse(draft.lockKey()).names().stream()
        .distinct()
        .flatMap(name -> name(draft, name).stream());
  }

  private static Optional<TableProblem> name(TableDraft draft, String name) {
    Optional<ColumnDraft> named =
        draft.columns().stream().filter(column -> column.name().equals(name)).findFirst();
    if (named.isEmpty()) {
      return Optional.of(TableProblem.ofTable(unknown(draft, name)));
    }
    return named
        .map(column -> unusable(draft, column))
        .filter(text -> !text.isEmpty())
        .map(text -> TableProblem.of(named.get(), text));
  }

  private static String unknown(TableDraft draft, String name) {
    return "the lock key \"%s\" names {%s}, and there is no such %s: name one of %s"
        .formatted(
            draft.lockKey(),
            name,
            draft.kind(),
            draft.columns().stream()
                .filter(ColumnDraft::hasColumn)
                .map(ColumnDraft::name)
                .collect(Collectors.joining(", ")));
  }

  private static String unusable(TableDraft draft, ColumnDraft column) {
    if (!column.hasColumn()) {
      return ("is named in the lock key \"%s\" but has no column, since it is %s: remove one of the"
              + " two")
          .formatted(draft.lockKey(), column.skippedBy());
    }
    // The description keeps the key with columns in its braces, where this one could not be told.
    if (column.column().contains("{") || column.column().contains("}")) {
      return "is named in the lock key \"%s\" but its column %s holds a brace: use another column"
          .formatted(draft.lockKey(), column.column());
    }
    return "";
  }
}
