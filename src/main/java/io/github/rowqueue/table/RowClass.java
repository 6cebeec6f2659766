package io.github.rowqueue.table;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** An annotated class on its way to a {@link Table}: its draft, its description, its parts. */
final class RowClass<R> {

  private final Class<R> rowClass;
  private final List<Member> members;
  private final TableDraft draft;

  private RowClass(Class<R> rowClass, List<Member> members) {
    this.rowClass = rowClass;
    this.members = members;
    this.draft = TableSpecReader.read(rowClass, members);
  }

  static <R> RowClass<R> of(Class<R> rowClass) {
    boolean readable = TableSpecReader.shape(rowClass).hasNamedFields();
    return new RowClass<>(rowClass, readable ? Member.of(rowClass) : List.of());
  }

  TableDraft draft() {
    return draft;
  }

  /** The table, with generated code where there is some. */
  Table<R> table() {
    TableSpec spec = spec();
    return table(spec, Companions.find(rowClass, draft).orElseGet(this::handles));
  }

  /** The table, whether or not code was generated for its class. */
  Table<R> tableByHandles() {
    TableSpec spec = spec();
    return table(spec, handles());
  }

  private Table<R> table(TableSpec spec, RowParts<R> parts) {
    return Table.of(
        spec,
        new CellMapper<>(spec.describedBy(), cells(spec), parts),
        new MemberValues<>(spec.describedBy(), byColumn(), parts));
  }

  private TableSpec spec() {
    return SpecAssembly.assemble(draft, members.stream().<Class<?>>map(Member::rawType).toList());
  }

  private RowParts<R> handles() {
    return rowClass.isRecord()
        ? new RecordHandles<>(rowClass, members, draft)
        : new FieldHandles<>(rowClass, members, draft);
  }

  private List<Cell> cells(TableSpec spec) {
    List<String> names = spec.columns().stream().map(ColumnSpec::name).toList();
    List<Cell> cells = new ArrayList<>();
    for (int i = 0; i < members.size(); i++) {
      ColumnDraft column = draft.columns().get(i);
      Member member = members.get(i);
      cells.add(
          column.hasColumn()
              ? Cell.column(spec, names.indexOf(column.column()), member)
              : Cell.none(member.rawType()));
    }
    return cells;
  }

  private Map<String, Integer> byColumn() {
    Map<String, Integer> indexes = new LinkedHashMap<>();
    for (int i = 0; i < members.size(); i++) {
      if (draft.columns().get(i).hasColumn()) {
        indexes.put(draft.columns().get(i).column(), i);
      }
    }
    return indexes;
  }
}
