package io.github.rowqueue.table;

import static io.github.rowqueue.table.ColumnType.ARRAY;
import static io.github.rowqueue.table.ColumnType.BIG_INTEGER;
import static io.github.rowqueue.table.ColumnType.BOOLEAN;
import static io.github.rowqueue.table.ColumnType.BYTE;
import static io.github.rowqueue.table.ColumnType.BYTES;
import static io.github.rowqueue.table.ColumnType.CHAR;
import static io.github.rowqueue.table.ColumnType.DECIMAL;
import static io.github.rowqueue.table.ColumnType.DOUBLE;
import static io.github.rowqueue.table.ColumnType.ENUM;
import static io.github.rowqueue.table.ColumnType.FLOAT;
import static io.github.rowqueue.table.ColumnType.INSTANT;
import static io.github.rowqueue.table.ColumnType.INT;
import static io.github.rowqueue.table.ColumnType.LOCAL_DATE;
import static io.github.rowqueue.table.ColumnType.LOCAL_DATE_TIME;
import static io.github.rowqueue.table.ColumnType.LOCAL_TIME;
import static io.github.rowqueue.table.ColumnType.LONG;
import static io.github.rowqueue.table.ColumnType.OFFSET_DATE_TIME;
import static io.github.rowqueue.table.ColumnType.SHORT;
import static io.github.rowqueue.table.ColumnType.STRING;
import static io.github.rowqueue.table.ColumnType.STRING_MAP;
import static io.github.rowqueue.table.ColumnType.UUID;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Rules of Java types and nulls: what a column can be read as. */
final class ColumnTypeRules {

  private static final List<ColumnType> INTEGERS = List.of(LONG, INT, SHORT, BYTE);
  private static final List<ColumnType> TIMES = List.of(INSTANT, OFFSET_DATE_TIME, LOCAL_DATE_TIME);
  static final List<ColumnType> SCALARS =
      List.of(
          LONG,
          INT,
          SHORT,
          BYTE,
          BOOLEAN,
          FLOAT,
          DOUBLE,
          DECIMAL,
          BIG_INTEGER,
          STRING,
          CHAR,
          UUID,
          INSTANT,
          OFFSET_DATE_TIME,
          LOCAL_DATE_TIME,
          LOCAL_DATE,
          LOCAL_TIME,
          ENUM);
  private static final List<ColumnType> DATA =
      Stream.concat(Stream.of(BYTES), Stream.concat(SCALARS.stream(), Stream.of(ARRAY))).toList();

  /** Roles in whose column a null makes a row that no claim ever finds. */
  private static final Set<Role> CLAIMED_BY =
      Set.of(Role.ID, Role.GROUP, Role.PRIORITY, Role.RETRY_AFTER, Role.ATTEMPT);

  static final List<TableRule> ALL =
      List.of(
          TableRule.each(
              "a role has a type it can work with",
              ColumnTypeRules::roleCannotBeRead,
              ColumnTypeRules::roleType),
          TableRule.each(
              "a data column has a type that is read",
              column -> column.isData() && !column.is(Mark.JSON) && !DATA.contains(column.type()),
              ColumnTypeRules::dataType),
          TableRule.each(
              "a JSON type is known whole",
              column -> column.isData() && column.is(Mark.JSON) && !column.lostArgument().isEmpty(),
              ColumnTypeRules::lostArgument),
          TableRule.each(
              "a role is never JSON",
              column -> column.hasColumn() && !column.roles().isEmpty() && column.is(Mark.JSON),
              (draft, column) ->
                  "(%s) is %s, which only a data column can be: remove one of the two"
                      .formatted(draft.word(column.roles().get(0)), draft.word(Mark.JSON))),
          TableRule.each(
              "a primitive is never null",
              column -> column.is(Mark.PRIMITIVE) && column.is(Mark.NULLABLE),
              (draft, column) ->
                  "is %s but a primitive, which cannot hold null: use %s, or remove %1$s"
                      .formatted(draft.word(Mark.NULLABLE), column.type().boxText())),
          TableRule.each(
              "what a claim looks for is never null",
              column ->
                  isNullable(column) && column.roles().stream().anyMatch(CLAIMED_BY::contains),
              (draft, column) ->
                  ("(%s) is %s, but a row with a null there is never claimed: make the column"
                          + " NOT NULL and remove %2$s")
                      .formatted(draft.word(column.roles().get(0)), draft.word(Mark.NULLABLE))),
          TableRule.each(
              "a payload is never null",
              column -> isNullable(column) && column.plays(Role.PAYLOAD),
              (draft, column) ->
                  ("(%s) is %s, but a row without a payload is no message: make the column NOT"
                          + " NULL and remove %2$s")
                      .formatted(draft.word(Role.PAYLOAD), draft.word(Mark.NULLABLE))));

  private ColumnTypeRules() {}

  /** The types a column that plays {@code role} can have. */
  static List<ColumnType> typesOf(Role role) {
    return switch (role) {
      case ID -> List.of(LONG, INT, SHORT, STRING, UUID);
      case GROUP -> List.of(STRING, ENUM);
      case PARTITION_KEY -> SCALARS;
      case PRIORITY, ATTEMPT -> INTEGERS;
      case RETRY_AFTER, LOCKED_UNTIL, PROCESSED_AT -> TIMES;
      case HEADERS -> List.of(STRING_MAP, STRING);
      case PAYLOAD -> List.of(BYTES, STRING);
      case LAST_ERROR -> List.of(STRING);
    };
  }

  // A component with two roles is told so once, and is not measured against either.
  private static boolean roleCannotBeRead(ColumnDraft column) {
    return column.hasColumn()
        && column.roles().size() == 1
        && !typesOf(column.roles().get(0)).contains(column.type());
  }

  private static String roleType(TableDraft draft, ColumnDraft column) {
    Role role = column.roles().get(0);
    return "(%s) has the type %s: use %s%s"
        .formatted(
            draft.word(role),
            column.shortType(),
            ColumnType.either(typesOf(role)),
            role == Role.HEADERS && !draft.byHand()
                ? ", or a record annotated with @QueueTable that has one column per header"
                : "");
  }

  private static String dataType(TableDraft draft, ColumnDraft column) {
    return "has the type %s, which no column is read as: use %s, %s"
        .formatted(
            column.shortType(),
            ColumnType.either(DATA)
                .replace(
                    ", enum or array",
                    ", an enum, or an array of numbers, booleans, texts or UUIDs"),
            draft.byHand()
                ? "or read it as JSON with jsonColumn(…)"
                : "or add @Json to read it as JSON, or @NotAColumn to leave it out");
  }

  private static String lostArgument(TableDraft draft, ColumnDraft column) {
    return ("has the type %s, of which JSON would be read without %s: use an array (%2$s[]), or a"
            + " record that holds the %s")
        .formatted(
            column.shortType(), column.lostArgument(), column.shortType().replaceFirst("<.*", ""));
  }

  private static boolean isNullable(ColumnDraft column) {
    return column.hasColumn() && column.is(Mark.NULLABLE) && !column.is(Mark.PRIMITIVE);
  }
}
