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
    return assemble(draft, types, List.of());
  }

  /**
   * Checks and assembles a message with its headers record.
   *
   * @param types the Java types of the draft's columns, in their order
   * @param headerTypes those of the headers record's columns; empty without one
   * @throws TableSpecException listing every rule the draft breaks
   */
  static TableSpec assemble(TableDraft draft, List<Class<?>> types, List<Class<?>> headerTypes) {
    List<TableProblem> problems = TableRules.problems(draft);
    if (!problems.isEmpty()) {
      throw new TableSpecException(
          draft.describedBy(), problems.stream().map(TableProblem::text).toList());
    }
    TableDraft table = draft.headers().orElse(draft);
    List<ColumnSpec> columns = new ArrayList<>();
    draft.headers().ifPresent(headers -> add(headers, headerTypes, true, columns));
    add(draft, types, false, columns);
    return new TableSpec(table, draft.describedBy(), lockKey(table), inOrder(columns));
  }

  private static void add(
      TableDraft draft, List<Class<?>> types, boolean headers, List<ColumnSpec> columns) {
    for (int i = 0; i < types.size(); i++) {
      ColumnDraft column = draft.columns().get(i);
      if (column.hasColumn()) {
        boolean header = column.is(Mark.HEADER) || (headers && column.isData());
        columns.add(column(column, types.get(i), header));
      }
    }
  }

  /** Roles in their order, then data columns in the order written (B7). */
  private static List<ColumnSpec> inOrder(List<ColumnSpec> columns) {
    return Stream.concat(
            Stream.of(Role.values())
                .flatMap(role -> columns.stream().filter(column -> column.plays(role))),
            columns.stream().filter(column -> column.role().isEmpty()))
        .toList();
  }

  private static ColumnSpec column(ColumnDraft draft, Class<?> type, boolean header) {
    Role role = draft.roles().isEmpty() ? null : draft.roles().get(0);
    return new ColumnSpec(
        draft.column(),
        role,
        MethodType.methodType(type).wrap().returnType(),
        draft.is(Mark.GENERATED),
        nullable(role, draft.is(Mark.NULLABLE)),
        draft.is(Mark.JSON),
        header);
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
