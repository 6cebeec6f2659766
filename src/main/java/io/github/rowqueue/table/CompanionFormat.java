package io.github.rowqueue.table;

import java.util.stream.Collectors;

/** What the processor and {@link Companions} have to agree on. */
final class CompanionFormat {

  private static final String SUFFIX = "_RowqueueTable";

  private CompanionFormat() {}

  /**
   * The companion of the class {@code binaryName}, in the same package: {@code
   * Outer_EmailJob_RowqueueTable} for {@code Outer$EmailJob}.
   */
  static String className(String binaryName) {
    int simple = binaryName.lastIndexOf('.') + 1;
    return binaryName.substring(0, simple)
        + binaryName.substring(simple).replace('$', '_')
        + SUFFIX;
  }

  /** Everything of the class that generated code relies on. */
  static String members(TableDraft draft) {
    return draft.columns().stream()
        .map(
            column ->
                "%s %s%s"
                    .formatted(
                        column.typeName(), column.name(), column.isRead() ? "" : " (no column)"))
        .collect(Collectors.joining(", ", draft.describedBy() + "(", ")"));
  }
}
