package io.github.rowqueue.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.github.rowqueue.error.TableSpecException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Everything a broken class is told, word for word. */
class TableRulesTest {

  @ParameterizedTest(name = "{0}")
  @DisplayName("B16 to B30, B35, B38, B191, B217: each broken rule has its own message")
  @MethodSource({"shapes", "columns", "forms", "types", "headers", "lockKeys"})
  void a_broken_class_is_told_what_to_mend(String kind, String broken, String problem) {
    assertThat(refusal(BrokenTables.named(broken)))
        .hasMessage("%s %s is not a queue table: %s", kind, broken, problem);
  }

  @ParameterizedTest(name = "{1}")
  @DisplayName("B16 to B30, B35, B38: javac says the same, at the component at fault")
  @MethodSource({"shapes", "columns", "forms", "types", "headers", "lockKeys"})
  void javac_says_the_same_where_it_stands(String kind, String broken, String problem) {
    Matcher member = Pattern.compile("(?:component|field) (\\w+) .*").matcher(problem);
    assertThat(BrokenTables.refusedByJavac())
        .filteredOn(refusal -> refusal.rowClass().equals(broken))
        .containsExactly(
            new BrokenTables.Refusal(
                broken,
                member.matches() ? member.group(1) : broken,
                "%s %s is not a queue table: %s".formatted(kind, broken, problem)));
  }

  @Test
  void what_is_not_a_class_is_told_so() {
    assertThat(refusal(int.class))
        .hasMessage(
            "type int is not a queue table: a table needs named fields: use a record, or a class"
                + " with fields and a no-arg constructor");
  }

  @Test
  void a_class_without_the_annotation_is_told_so_at_run_time_alone() {
    assertThat(refusal(BrokenTables.named("NotAnnotated")))
        .hasMessage(
            "record NotAnnotated is not a queue table: it has no @QueueTable: add"
                + " @QueueTable(\"…\") with the table's name");
    assertThat(BrokenTables.refusedByJavac())
        .extracting(BrokenTables.Refusal::rowClass)
        .doesNotContain("NotAnnotated");
  }

  static Stream<Arguments> shapes() {
    return Stream.of(
        says(
            "enum",
            "Colour",
            "a table needs named fields: use a record, or a class with fields and a no-arg constructor"),
        says(
            "interface",
            "Job",
            "a table needs named fields: use a record, or a class with fields and a no-arg constructor"),
        says(
            "class",
            "AbstractJob",
            "it is abstract, so no row can be read into it: describe a class that can be built"),
        says(
            "class",
            "InnerJob",
            "it is an inner class and needs an instance of the class around it: make it static"),
        says(
            "class",
            "Unbuildable",
            "it has no constructor without parameters: add one (it may be private), or make it a record"),
        says("Nameless", "the table has no name: give it, as in @QueueTable(\"jobs\")"),
        says(
            "DottedName",
            "the table name \"app.jobs\" holds a dot: name the table alone and its schema in schema = \"…\""),
        says(
            "DottedSchema",
            "the schema \"db.app\" holds a dot: name one schema, without its database"),
        says(
            "WithoutId",
            "table jobs has no id: put @Id on the component that tells its rows apart"));
  }

  static Stream<Arguments> columns() {
    return Stream.of(
        says("TwoRoles", "component id has more than one role, @Id and @Attempt: keep one"),
        says(
            "RoleTwice",
            "component other has the role @Id, which component id plays already: keep it on one of them"),
        says(
            "SkippedRole",
            "component attempt has the role @Attempt but no column, since it is @NotAColumn: remove one of the two"),
        says(
            "class",
            "TransientRole",
            "field attempt has the role @Attempt but no column, since it is transient: remove one of the two"),
        says(
            "SkippedGenerated",
            "component other has @Generated but no column, since it is @NotAColumn: remove one of the two"),
        says(
            "SkippedRenamed",
            "component other has @Column but no column, since it is @NotAColumn: remove one of the two"),
        says(
            "SkippedJson",
            "component other has @Json but no column, since it is @NotAColumn: remove one of the two"),
        says(
            "EmptyColumn",
            "component toAddress has an empty column name: write it in @Column, or remove @Column to read to_address"),
        says(
            "ColumnTwice",
            "component to reads the column to_address, which component toAddress reads already: rename one with @Column, or leave one out with @NotAColumn"),
        says(
            "class",
            "FinalField",
            "field text is final, and a class is filled after its constructor: remove final, or make the class a record"));
  }

  static Stream<Arguments> forms() {
    return Stream.of(
        says(
            "TwoForms",
            "component lockedUntil (@LockedUntil) selects the lease form and the lock key the advisory form, and a table has one form: remove one of the two"),
        says(
            "FifoAndKey",
            "component book has fifo = true in a table with a lock key: remove it and put {book} into the lock key, which then lets one row of each into work"),
        says(
            "TwoOrders",
            "component account has fifo = true and so has the group, which lets one row of all its keys into work: keep it on one of them"),
        says(
            "SkipWithoutFifo",
            "component account has onHeadFailure = SKIP but not fifo = true, which keeps a key in order: add it, or leave the former out"),
        says(
            "SkipWithoutDelay",
            "component account has onHeadFailure = SKIP, where a head waits by its delay, but the table keeps no delay: add a @RetryAfter, or use BLOCK"),
        says(
            "ParkWithoutLease",
            "component account has onHeadFailure = PARK, where a head is kept under a lease without end, but the table has no lease: add a @LockedUntil, or use BLOCK"),
        says(
            "ParkWithoutKey",
            "component account has onHeadFailure = PARK and @Nullable, but a parked row is released by its key, so that one without a key would stay for ever: remove the latter, or use BLOCK"),
        says(
            "DecimalKey",
            "component account has fifo = true and the type BigDecimal, whose equal values can be written in more than one way, so that two processes would not see one key: use a whole number, boolean, char, String, UUID or an enum"),
        says(
            "LeaseOnDatabaseClock",
            "component lockedUntil (@LockedUntil) selects the lease form, whose expiry this process must know to prove that it holds the row: use QueueClock.HOST"),
        says(
            "TwoOpenings",
            "the table has isolation = REPEATABLE_READ and sqliteMode = IMMEDIATE, and no database has both: keep the mode for SQLite, the level elsewhere"));
  }

  static Stream<Arguments> types() {
    return Stream.of(
        says(
            "DoubleId",
            "component id (@Id) has the type double: use long, int, short, String or UUID"),
        says(
            "TextTime",
            "component retryAfter (@RetryAfter) has the type String: use Instant, OffsetDateTime or LocalDateTime"),
        says(
            "ListPayload",
            "component payload (@Payload) has the type List<String>: use byte[] or String"),
        says(
            "ListData",
            "component tags has the type List<String>, which no column is read as: use byte[], long, int, short, byte, boolean, float, double, BigDecimal, BigInteger, String, char, UUID, Instant, OffsetDateTime, LocalDateTime, LocalDate, LocalTime, an enum, or an array of numbers, booleans, texts or UUIDs, or add @Json to read it as JSON, or @NotAColumn to leave it out"),
        says(
            "LostArgument",
            "component moments has the type List<Instant>, of which JSON would be read without Instant: use an array (Instant[]), or a record that holds the List"),
        says(
            "JsonRole",
            "component payload (@Payload) is @Json, which only a data column can be: remove one of the two"),
        says(
            "NullablePrimitive",
            "component count is @Nullable but a primitive, which cannot hold null: use Integer, or remove @Nullable"),
        says(
            "NullableGroup",
            "component queue (@Group) is @Nullable, but a row with a null there is never claimed: make the column NOT NULL and remove @Nullable"),
        says(
            "NullablePayload",
            "component payload (@Payload) is @Nullable, but a row without a payload is no message: make the column NOT NULL and remove @Nullable"));
  }

  static Stream<Arguments> lockKeys() {
    return Stream.of(
        says(
            "UnclosedBrace",
            "the lock key \"a-{id\" has an opening brace that is not closed: close it after the name"),
        says(
            "StrayBrace",
            "the lock key \"a-id}\" has a closing brace that nothing opens: write {name}, or remove it"),
        says(
            "EmptyBraces",
            "the lock key \"a-{}\" has empty braces: write the name of a component in them"),
        says(
            "UnknownName",
            "the lock key \"a-{account}\" names {account}, and there is no such component: name one of id, book"),
        says(
            "KeyWithoutColumn",
            "component account is named in the lock key \"a-{account}\" but has no column, since it is @NotAColumn: remove one of the two"),
        says(
            "BraceInColumn",
            "component account is named in the lock key \"a-{account}\" but its column a}b holds a brace: use another column"));
  }

  @Test
  void a_broken_class_is_told_everything_at_once() {
    assertThat(refusal(BrokenTables.named("EverythingWrong")))
        .hasMessage(
            """
            record EverythingWrong is not a queue table, 10 problems:
              - the table name "app.jobs" holds a dot: name the table alone and its schema in schema = "…"
              - table app.jobs has no id: put @Id on the component that tells its rows apart
              - component both has more than one role, @Attempt and @Payload: keep one
              - component skipped has @Generated but no column, since it is @NotAColumn: remove one of the two
              - component thread has an empty column name: write it in @Column, or remove @Column to read thread
              - component lockedUntil (@LockedUntil) has the type String: use Instant, OffsetDateTime or LocalDateTime
              - component thread has the type Thread, which no column is read as: use byte[], long, int, short, byte, boolean, float, double, BigDecimal, BigInteger, String, char, UUID, Instant, OffsetDateTime, LocalDateTime, LocalDate, LocalTime, an enum, or an array of numbers, booleans, texts or UUIDs, or add @Json to read it as JSON, or @NotAColumn to leave it out
              - component lockedUntil (@LockedUntil) selects the lease form and the lock key the advisory form, and a table has one form: remove one of the two
              - component lockedUntil (@LockedUntil) selects the lease form, whose expiry this process must know to prove that it holds the row: use QueueClock.HOST
              - the lock key "{x" has an opening brace that is not closed: close it after the name""");
  }

  @Test
  void javac_tells_a_broken_class_everything_at_once() {
    assertThat(BrokenTables.refusedByJavac())
        .filteredOn(refusal -> refusal.rowClass().equals("EverythingWrong"))
        .extracting(BrokenTables.Refusal::text)
        .containsExactlyInAnyOrderElementsOf(
            refusal(BrokenTables.named("EverythingWrong")).problems().stream()
                .map("record EverythingWrong is not a queue table: %s"::formatted)
                .toList());
  }

  @Test
  void every_rule_is_broken_by_a_class_of_these_tests() {
    List<TableDraft> drafts =
        BrokenTables.all().stream().<TableDraft>map(broken -> RowClass.of(broken).draft()).toList();
    assertThat(TableRules.ALL)
        .allSatisfy(
            rule ->
                assertThat(drafts.stream().flatMap(rule.check()::apply))
                    .as(rule.name())
                    .isNotEmpty());
  }

  static Stream<Arguments> headers() {
    String scalars =
        "use long, int, short, byte, boolean, float, double, BigDecimal, BigInteger, String, char, UUID, Instant, OffsetDateTime, LocalDateTime, LocalDate, LocalTime or an enum";
    return Stream.of(
        says(
            "MessageWithTable",
            "it has @QueueTable, and so has its headers record, which describes the table: remove it here, and give what it says there"),
        says(
            "MessageOverBare",
            "component headers (@Headers) has the type BareHeaders, which is not a queue table: it has no @QueueTable: add @QueueTable(\"…\") with the table's name; it has no id: put @Id on the component that tells its rows apart"),
        says(
            "HeadersInHeaders",
            "component headers (@Headers) has the type GoodMessage, which is not a queue table: it has a headers record itself: keep one of the two"),
        says(
            "RecordColumn",
            "component headers (@Headers) has the type BareHeaders: use Map<String, String> or String, or a record annotated with @QueueTable that has one column per header"),
        says(
            "NullableHeaders",
            "component headers (@Headers) is @Nullable, but every row has its headers record: remove @Nullable"),
        says(
            "GeneratedHeaders",
            "component headers has @Generated but no column, since it is a headers record: remove one of the two"),
        says(
            "TwoHeaders",
            "component more has the role @Headers, which component headers plays already: keep it on one of them"),
        says(
            "MessageWithRole",
            "component attempt (@Attempt) stands beside a headers record, which describes the table: move it to GoodHeaders"),
        says(
            "MessageWithPayload",
            "component body (@Payload) stands beside a headers record, where the message is this class itself: remove @Payload"),
        says(
            "HeadersWithPayload",
            "component headers (@Headers) has the type PayloadHeaders, whose component body is @Payload, but the message is this class itself: make it a component here without @Payload"),
        says(
            "HeadersWithColumn",
            "component headers (@Headers) has the type ColumnHeaders, whose component more is a headers column, but its other columns are the headers: keep one of the two"),
        says(
            "BytesHeader",
            "component headers (@Headers) has the type BytesHeaders, whose component mark is a byte[], which is no header: move it to this class, or "
                + scalars),
        says(
            "JsonHeader",
            "component headers (@Headers) has the type JsonHeaders, whose component mark is @Json, which is no header: move it to this class, or "
                + scalars),
        says(
            "ColumnOfHeaders",
            "component text reads the column source, which component source of GoodHeaders reads already: rename one with @Column, or leave one out with @NotAColumn"),
        says(
            "class",
            "FinalHeaders",
            "field headers is final, and a class is filled after its constructor: remove final, or make the class a record"));
  }

  private static Arguments says(String broken, String problem) {
    return says("record", broken, problem);
  }

  private static Arguments says(String kind, String broken, String problem) {
    return Arguments.of(kind, broken, problem);
  }

  private static TableSpecException refusal(Class<?> broken) {
    return catchThrowableOfType(TableSpecException.class, () -> Table.of(broken));
  }
}
