package io.github.rowqueue.table;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** An annotated class on its way to a {@link Table}: its draft, its description, its handles. */
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
    return new RowClass<>(
        rowClass, TableSpecReader.hasNamedFields(rowClass) ? Member.of(rowClass) : List.of());
  }

  TableDraft draft() {
    return draft;
  }

  Table<R> table() {
    TableSpec spec =
        SpecAssembly.assemble(draft, members.stream().<Class<?>>map(Member::type).toList());
    return Table.of(spec, mapper(spec), new MemberValues<>(spec.describedBy(), byColumn()));
  }

  private RowMapper<R> mapper(TableSpec spec) {
    List<Cell> cells = cells(spec);
    return rowClass.isRecord()
        ? new RecordMapper<>(rowClass, spec.describedBy(), members, cells)
        : new FieldMapper<>(rowClass, spec.describedBy(), members, cells);
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
              : Cell.none(member.type()));
    }
    return cells;
  }

  private Map<String, Member> byColumn() {
    Map<String, Member> members = new LinkedHashMap<>();
    for (int i = 0; i < this.members.size(); i++) {
      if (draft.columns().get(i).hasColumn()) {
        members.put(draft.columns().get(i).column(), this.members.get(i));
      }
    }
    return members;
  }
}
