package io.github.rowqueue.table;

import io.github.rowqueue.error.TableSpecException;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The one way from a description as written to a {@link TableSpec}: through the rules, and then
 * into a form in which it no longer shows who wrote it.
 */
final class SpecAssembly {

  private SpecAssembly() {}

  /**
   * Checks and assembles.
   *
   * @param types the Java types of the draft's columns, in their order
   * @throws TableSpecException listing every rule the draft breaks
   */
  static TableSpec assemble(TableDraft draft, List<Class<?>> types) {
    List<TableProblem> problems = TableRules.problems(draft);
    if (!problems.isEmpty()) {
      throw new TableSpecException(
          draft.describedBy(), problems.stream().map(TableProblem::text).toList());
    }
    return new TableSpec(draft, lockKey(draft), columns(draft, types));
  }

  /** Roles in their order, then data columns in the order written (B7). */
  private static List<ColumnSpec> columns(TableDraft draft, List<Class<?>> types) {
    List<ColumnSpec> columns = new ArrayList<>();
    for (int i = 0; i < types.size(); i++) {
      if (draft.columns().get(i).hasColumn()) {
        columns.add(column(draft.columns().get(i), types.get(i)));
      }
    }
    return Stream.concat(
            Stream.of(Role.values())
                .flatMap(role -> columns.stream().filter(column -> column.plays(role))),
            columns.stream().filter(column -> column.role().isEmpty()))
        .toList();
  }

  private static ColumnSpec column(ColumnDraft draft, Class<?> type) {
    Role role = draft.roles().isEmpty() ? null : draft.roles().get(0);
    return new ColumnSpec(
        draft.column(),
        role,
        MethodType.methodType(type).wrap().returnType(),
        draft.is(Mark.GENERATED),
        nullable(role, draft.is(Mark.NULLABLE)),
        draft.is(Mark.JSON));
  }

  private static boolean nullable(@Nullable Role role, boolean marked) {
    if (role == null) {
      return marked;
    }
    return switch (role) {
      case ID, GROUP, PRIORITY, RETRY_AFTER, ATTEMPT, PAYLOAD -> false;
      case PARTITION_KEY -> marked;
      // Null is a state of the row here: free, not done, nothing to say.
      case LOCKED_UNTIL, PROCESSED_AT, HEADERS, LAST_ERROR -> true;
    };
  }

  private static String lockKey(TableDraft draft) {
    Map<String, String> columns =
        draft.columns().stream()
            .filter(ColumnDraft::hasColumn)
            .collect(Collectors.toMap(ColumnDraft::name, ColumnDraft::column));
    return LockKeyTemplate.parse(draft.lockKey()).renamed(name -> columns.getOrDefault(name, name));
  }
}
