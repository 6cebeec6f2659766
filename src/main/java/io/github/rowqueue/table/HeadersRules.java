package io.github.rowqueue.table;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Rules of headers that have columns of their own: what a headers record must be, and what the
 * message record around it may not be (B190, B191).
 */
final class HeadersRules {

  static final List<TableRule> ALL =
      List.of(
          new TableRule("a headers record describes a table", HeadersRules::describesTable),
          TableRule.each(
              "a headers record is never null",
              column -> column.is(Mark.LAYOUT) && column.is(Mark.NULLABLE),
              (draft, column) ->
                  "(@Headers) is @Nullable, but every row has its headers record: remove @Nullable"),
          new TableRule("a message has no roles", HeadersRules::roleOfMessage),
          new TableRule("a message is the payload", HeadersRules::payload),
          new TableRule("headers come from one place", HeadersRules::headersTwice),
          new TableRule("a header is a text", HeadersRules::headerTypes),
          new TableRule("a message reads no column of its headers", HeadersRules::columnTwice));

  private HeadersRules() {}

  private static Stream<TableProblem> describesTable(TableDraft draft) {
    return draft.headers().stream()
        .flatMap(
            headers -> {
              String problems =
                  Stream.concat(
                          headers.isMessage()
                              ? Stream.of("it has a headers record itself: keep one of the two")
                              : Stream.empty(),
                          TableRules.problems(headers).stream().map(TableProblem::text))
                      .collect(Collectors.joining("; "));
              return problems.isEmpty()
                  ? Stream.empty()
                  : of(draft, headers, ", which is not a queue table: " + problems);
            });
  }

  private static Stream<TableProblem> roleOfMessage(TableDraft draft) {
    return draft.headers().stream()
        .flatMap(headers -> draft.columns().stream().filter(HeadersRules::hasOtherRole))
        .map(
            column ->
                TableProblem.of(
                    column,
                    column.plays(Role.PAYLOAD)
                        ? "(@Payload) stands beside a headers record, where the message is this"
                            + " class itself: remove @Payload"
                        : "(%s) stands beside a headers record, which describes the table: move it to %s"
                            .formatted(draft.word(column.roles().get(0)), type(draft))));
  }

  private static boolean hasOtherRole(ColumnDraft column) {
    return column.hasColumn() && column.roles().size() == 1 && !column.plays(Role.HEADERS);
  }

  private static Stream<TableProblem> payload(TableDraft draft) {
    return draft.headers().stream()
        .flatMap(
            headers ->
                headers.first(Role.PAYLOAD).stream()
                    .flatMap(
                        column ->
                            of(
                                draft,
                                headers,
                                ", whose %s is @Payload, but the message is this class itself: make it a component here without @Payload"
                                    .formatted(column.element()))));
  }

  private static Stream<TableProblem> headersTwice(TableDraft draft) {
    Stream<TableProblem> inRecord =
        draft.headers().stream()
            .flatMap(
                headers ->
                    headers.first(Role.HEADERS).stream()
                        .flatMap(
                            column ->
                                of(
                                    draft,
                                    headers,
                                    ", whose %s is a headers column, but its other columns are the headers: keep one of the two"
                                        .formatted(column.element()))));
    Stream<TableProblem> byHand =
        draft.columns().stream()
            .filter(column -> column.is(Mark.HEADER) && draft.first(Role.HEADERS).isPresent())
            .map(
                column ->
                    TableProblem.of(
                        column,
                        "is a header, beside a headers column that holds them all: keep one of the two"));
    return Stream.concat(inRecord, byHand);
  }

  private static Stream<TableProblem> headerTypes(TableDraft draft) {
    Stream<TableProblem> inRecord =
        draft.headers().stream()
            .flatMap(
                headers ->
                    headers.columns().stream()
                        .filter(column -> column.isData() && !isText(column))
                        .flatMap(column -> of(draft, headers, noHeader(column))));
    Stream<TableProblem> byHand =
        draft.columns().stream()
            .filter(column -> column.is(Mark.HEADER) && !isText(column))
            .map(
                column ->
                    TableProblem.of(
                        column,
                        "is a header, which must be a data column of a scalar type: use "
                            + scalars()));
    return Stream.concat(inRecord, byHand);
  }

  private static String noHeader(ColumnDraft column) {
    return ", whose %s is %s, which is no header: move it to this class, or use %s"
        .formatted(
            column.element(),
            column.is(Mark.JSON) ? "@Json" : "a " + column.shortType(),
            scalars());
  }

  private static Stream<TableProblem> columnTwice(TableDraft draft) {
    Map<String, ColumnDraft> taken =
        draft.headers().stream()
            .flatMap(headers -> headers.columns().stream())
            .filter(ColumnDraft::hasColumn)
            .collect(
                Collectors.toMap(
                    ColumnDraft::column,
                    Function.identity(),
                    (first, second) -> first,
                    HashMap::new));
    return draft.columns().stream()
        .filter(ColumnDraft::hasColumn)
        .flatMap(
            column -> {
              @Nullable ColumnDraft first = taken.get(column.column());
              return first == null
                  ? Stream.empty()
                  : Stream.of(
                      TableProblem.of(
                          column,
                          "reads the column %s, which %s of %s reads already: rename one with @Column, or leave one out with @NotAColumn"
                              .formatted(column.column(), first.element(), type(draft))));
            });
  }

  private static boolean isText(ColumnDraft column) {
    return column.isData()
        && !column.is(Mark.JSON)
        && ColumnTypeRules.SCALARS.contains(column.type());
  }

  private static String scalars() {
    return ColumnType.either(ColumnTypeRules.SCALARS).replace(" or enum", " or an enum");
  }

  /** A problem of the headers record, told at the component that holds it. */
  private static Stream<TableProblem> of(TableDraft draft, TableDraft headers, String problem) {
    return layout(draft)
        .map(
            column ->
                TableProblem.of(
                    column, "(@Headers) has the type " + type(headers.describedBy()) + problem));
  }

  private static Stream<ColumnDraft> layout(TableDraft draft) {
    return draft.columns().stream().filter(column -> column.is(Mark.LAYOUT)).limit(1);
  }

  private static String type(TableDraft message) {
    return message.headers().map(headers -> type(headers.describedBy())).orElse("");
  }

  /** {@code CrmHeaders} of {@code record CrmHeaders}. */
  private static String type(String describedBy) {
    return describedBy.substring(describedBy.indexOf(' ') + 1);
  }
}
