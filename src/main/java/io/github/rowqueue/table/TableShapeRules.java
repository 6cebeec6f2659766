package io.github.rowqueue.table;

import java.util.List;
import java.util.stream.Stream;

/** Rules of the class and of the table's name. */
final class TableShapeRules {

  static final List<TableRule> ALL =
      List.of(
          new TableRule("the class can hold a row", TableShapeRules::faults),
          new TableRule("the table has a name", TableShapeRules::name),
          new TableRule("the name holds no dot", TableShapeRules::dotInName),
          new TableRule("the schema holds no dot", TableShapeRules::dotInSchema),
          new TableRule("the table has an id", TableShapeRules::id));

  private TableShapeRules() {}

  private static Stream<TableProblem> faults(TableDraft draft) {
    return draft.faults().stream().sorted().map(fault -> TableProblem.ofTable(fault.text()));
  }

  private static Stream<TableProblem> name(TableDraft draft) {
    // Where there is no annotation to name it in, that is the one problem.
    boolean annotated =
        !draft.isMessage()
            && !draft.faults().contains(ShapeFault.NOT_ANNOTATED)
            && !draft.faults().contains(ShapeFault.NO_NAMED_FIELDS);
    return problem(
        annotated && draft.table().name().isBlank(),
        "the table has no name: give it, as in "
            + (draft.byHand() ? "TableSpec.builder(\"jobs\")" : "@QueueTable(\"jobs\")"));
  }

  private static Stream<TableProblem> dotInName(TableDraft draft) {
    String name = draft.table().name();
    return problem(
        name.contains("."),
        "the table name \"%s\" holds a dot: name the table alone and its schema in %s"
            .formatted(name, draft.byHand() ? "schema(\"…\")" : "schema = \"…\""));
  }

  private static Stream<TableProblem> dotInSchema(TableDraft draft) {
    String schema = draft.table().schema();
    return problem(
        schema.contains("."),
        "the schema \"%s\" holds a dot: name one schema, without its database".formatted(schema));
  }

  private static Stream<TableProblem> id(TableDraft draft) {
    // A class without fields to look at has one problem, not two.
    boolean readable = !draft.isMessage() && !draft.faults().contains(ShapeFault.NO_NAMED_FIELDS);
    boolean given = draft.columns().stream().anyMatch(column -> column.plays(Role.ID));
    return problem(
        readable && !given,
        "%s has no id: %s that tells its rows apart"
            .formatted(
                draft.table().toString().isEmpty() ? "it" : "table " + draft.table(),
                draft.byHand()
                    ? "add id(…) with the column"
                    : "put @Id on the %s".formatted(draft.kind())));
  }

  private static Stream<TableProblem> problem(boolean broken, String text) {
    return broken ? Stream.of(TableProblem.ofTable(text)) : Stream.empty();
  }
}
