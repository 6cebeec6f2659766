package io.github.rowqueue.table;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** An annotated class on its way to a {@link Table}: its draft, its description, its parts. */
final class RowClass<R> {

  private final Class<R> rowClass;
  private final List<Member> members;
  private final TableDraft draft;

  /** The headers record in it, which describes its table. */
  private final @Nullable RowClass<?> headers;

  private RowClass(Class<R> rowClass, List<Member> members, @Nullable RowClass<?> headers) {
    this.rowClass = rowClass;
    this.members = members;
    this.headers = headers;
    this.draft = TableSpecReader.read(rowClass, members, headers == null ? null : headers.draft);
  }

  static <R> RowClass<R> of(Class<R> rowClass) {
    List<Member> members = members(rowClass);
    Optional<Member> headers = TableSpecReader.headersIn(rowClass, members);
    return new RowClass<>(
        rowClass, members, headers.map(member -> withoutHeaders(member.rawType())).orElse(null));
  }

  private static <H> RowClass<H> withoutHeaders(Class<H> rowClass) {
    return new RowClass<>(rowClass, members(rowClass), null);
  }

  private static List<Member> members(Class<?> rowClass) {
    boolean readable = TableSpecReader.shape(rowClass).hasNamedFields();
    return readable ? Member.of(rowClass) : List.of();
  }

  TableDraft draft() {
    return draft;
  }

  /** The table, with generated code where there is some. */
  Table<R> table() {
    return table(spec(), Ways.GENERATED);
  }

  /** The table, whether or not code was generated for its class. */
  Table<R> tableByHandles() {
    return table(spec(), Ways.HANDLES);
  }

  private enum Ways {
    GENERATED,
    HANDLES
  }

  private Table<R> table(TableSpec spec, Ways ways) {
    RowParts<R> parts = parts(ways);
    MemberValues<R> own = new MemberValues<>(draft.describedBy(), byColumn(), parts);
    RowClass<?> nested = headers;
    if (nested == null) {
      return Table.of(spec, new CellMapper<>(draft.describedBy(), cells(spec), parts), own);
    }
    return message(spec, parts, own, nested, ways);
  }

  private <H> Table<R> message(
      TableSpec spec, RowParts<R> parts, MemberValues<R> own, RowClass<H> nested, Ways ways) {
    RowParts<H> headerParts = nested.parts(ways);
    CellMapper<H> headersMapper =
        new CellMapper<>(nested.draft.describedBy(), nested.cells(spec), headerParts);
    int place = place();
    List<CellMapper.Part> cells = cells(spec);
    cells.set(place, headersMapper::map);
    return Table.of(
        spec,
        new CellMapper<>(draft.describedBy(), cells, parts),
        new MessageValues<>(
            own,
            new MemberValues<>(nested.draft.describedBy(), nested.byColumn(), headerParts),
            row -> nested.rowClass.cast(parts.value(row, place)),
            "table %s (%s): %s"
                .formatted(spec.table(), draft.describedBy(), members.get(place).element())));
  }

  /** The place of the headers record. */
  private int place() {
    int place = 0;
    while (!draft.columns().get(place).is(Mark.LAYOUT)) {
      place++;
    }
    return place;
  }

  private TableSpec spec() {
    return SpecAssembly.assemble(draft, types(), headers == null ? List.of() : headers.types());
  }

  private List<Class<?>> types() {
    return members.stream().<Class<?>>map(Member::rawType).toList();
  }

  private RowParts<R> parts(Ways ways) {
    return ways == Ways.GENERATED
        ? Companions.find(rowClass, draft).orElseGet(this::handles)
        : handles();
  }

  private RowParts<R> handles() {
    return rowClass.isRecord()
        ? new RecordHandles<>(rowClass, members, draft)
        : new FieldHandles<>(rowClass, members, draft);
  }

  private List<CellMapper.Part> cells(TableSpec spec) {
    List<String> names = spec.columns().stream().map(ColumnSpec::name).toList();
    List<CellMapper.Part> cells = new ArrayList<>();
    for (int i = 0; i < members.size(); i++) {
      cells.add(cell(spec, names, draft.columns().get(i), members.get(i)));
    }
    return cells;
  }

  private Cell cell(TableSpec spec, List<String> names, ColumnDraft column, Member member) {
    if (!column.hasColumn()) {
      return Cell.none(member.rawType());
    }
    if (column.plays(Role.HEADERS)) {
      // They move to the delivery, which reads them when it is asked (B181, B194).
      return Cell.unread(
          member.rawType(), Map.class.isAssignableFrom(member.rawType()) ? Map.of() : null);
    }
    return Cell.column(spec, names.indexOf(column.column()), member, draft.describedBy());
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
