package io.github.rowqueue.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.github.rowqueue.error.TableSpecException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Everything a broken class is told, word for word. */
class TableRulesTest {

  @ParameterizedTest(name = "{0}")
  @DisplayName("B16 to B30, B35, B38, B217: each broken rule has its own message")
  @MethodSource({"shapes", "columns", "forms", "types", "lockKeys"})
  void a_broken_class_is_told_what_to_mend(Class<?> broken, String subject, String problem) {
    assertThat(refusal(broken)).hasMessage("%s is not a queue table: %s", subject, problem);
  }

  static Stream<Arguments> shapes() {
    return Stream.of(
        says(
            BrokenTables.NotAnnotated.class,
            "it has no @QueueTable: add @QueueTable(\"…\") with the table's name"),
        says(
            "enum Colour",
            BrokenTables.Colour.class,
            "a table needs named fields: use a record, or a class with fields and a no-arg constructor"),
        says(
            "interface Job",
            BrokenTables.Job.class,
            "a table needs named fields: use a record, or a class with fields and a no-arg constructor"),
        says(
            "type int",
            int.class,
            "a table needs named fields: use a record, or a class with fields and a no-arg constructor"),
        says(
            "class AbstractJob",
            BrokenTables.AbstractJob.class,
            "it is abstract, so no row can be read into it: describe a class that can be built"),
        says(
            "class InnerJob",
            BrokenTables.InnerJob.class,
            "it is an inner class and needs an instance of the class around it: make it static"),
        says(
            "class Unbuildable",
            BrokenTables.Unbuildable.class,
            "it has no constructor without parameters: add one (it may be private), or make it a record"),
        says(
            BrokenTables.Nameless.class,
            "the table has no name: give it, as in @QueueTable(\"jobs\")"),
        says(
            BrokenTables.DottedName.class,
            "the table name \"app.jobs\" holds a dot: name the table alone and its schema in schema = \"…\""),
        says(
            BrokenTables.DottedSchema.class,
            "the schema \"db.app\" holds a dot: name one schema, without its database"),
        says(
            BrokenTables.WithoutId.class,
            "table jobs has no id: put @Id on the component that tells its rows apart"));
  }

  static Stream<Arguments> columns() {
    return Stream.of(
        says(
            BrokenTables.TwoRoles.class,
            "component id has more than one role, @Id and @Attempt: keep one"),
        says(
            BrokenTables.RoleTwice.class,
            "component other has the role @Id, which component id plays already: keep it on one of them"),
        says(
            BrokenTables.SkippedRole.class,
            "component attempt has the role @Attempt but no column, since it is @NotAColumn: remove one of the two"),
        says(
            "class TransientRole",
            BrokenTables.TransientRole.class,
            "field attempt has the role @Attempt but no column, since it is transient: remove one of the two"),
        says(
            BrokenTables.SkippedGenerated.class,
            "component other has @Generated but no column, since it is @NotAColumn: remove one of the two"),
        says(
            BrokenTables.SkippedRenamed.class,
            "component other has @Column but no column, since it is @NotAColumn: remove one of the two"),
        says(
            BrokenTables.SkippedJson.class,
            "component other has @Json but no column, since it is @NotAColumn: remove one of the two"),
        says(
            BrokenTables.EmptyColumn.class,
            "component toAddress has an empty column name: write it in @Column, or remove @Column to read to_address"),
        says(
            BrokenTables.ColumnTwice.class,
            "component to reads the column to_address, which component toAddress reads already: rename one with @Column, or leave one out with @NotAColumn"),
        says(
            "class FinalField",
            BrokenTables.FinalField.class,
            "field text is final, and a class is filled after its constructor: remove final, or make the class a record"));
  }

  static Stream<Arguments> forms() {
    return Stream.of(
        says(
            BrokenTables.TwoForms.class,
            "component lockedUntil (@LockedUntil) selects the lease form and the lock key the advisory form, and a table has one form: remove one of the two"),
        says(
            BrokenTables.FifoAndKey.class,
            "component book has fifo = true in a table with a lock key: remove it and put {book} into the lock key, which then lets one row of each into work"),
        says(
            BrokenTables.TwoOrders.class,
            "component account has fifo = true and so has the group, which lets one row of all its keys into work: keep it on one of them"),
        says(
            BrokenTables.LeaseOnDatabaseClock.class,
            "component lockedUntil (@LockedUntil) selects the lease form, whose expiry this process must know to prove that it holds the row: use QueueClock.HOST"),
        says(
            BrokenTables.TwoOpenings.class,
            "the table has isolation = REPEATABLE_READ and sqliteMode = IMMEDIATE, and no database has both: keep the mode for SQLite, the level elsewhere"));
  }

  static Stream<Arguments> types() {
    return Stream.of(
        says(
            BrokenTables.DoubleId.class,
            "component id (@Id) has the type double: use long, int, short, String or UUID"),
        says(
            BrokenTables.TextTime.class,
            "component retryAfter (@RetryAfter) has the type String: use Instant, OffsetDateTime or LocalDateTime"),
        says(
            BrokenTables.ListPayload.class,
            "component payload (@Payload) has the type List<String>: use byte[] or String"),
        says(
            BrokenTables.ListData.class,
            "component tags has the type List<String>, which no column is read as: use byte[], long, int, short, byte, boolean, float, double, BigDecimal, BigInteger, String, char, UUID, Instant, OffsetDateTime, LocalDateTime, LocalDate, LocalTime or an enum, or add @Json to read it as JSON, or @NotAColumn to leave it out"),
        says(
            BrokenTables.LostArgument.class,
            "component moments has the type List<Instant>, of which JSON would be read without Instant: use an array (Instant[]), or a record that holds the List"),
        says(
            BrokenTables.JsonRole.class,
            "component payload (@Payload) is @Json, which only a data column can be: remove one of the two"),
        says(
            BrokenTables.NullablePrimitive.class,
            "component count is @Nullable but a primitive, which cannot hold null: use Integer, or remove @Nullable"),
        says(
            BrokenTables.NullableGroup.class,
            "component queue (@Group) is @Nullable, but a row with a null there is never claimed: make the column NOT NULL and remove @Nullable"),
        says(
            BrokenTables.NullablePayload.class,
            "component payload (@Payload) is @Nullable, but a row without a payload is no message: make the column NOT NULL and remove @Nullable"));
  }

  static Stream<Arguments> lockKeys() {
    return Stream.of(
        says(
            BrokenTables.UnclosedBrace.class,
            "the lock key \"a-{id\" has an opening brace that is not closed: close it after the name"),
        says(
            BrokenTables.StrayBrace.class,
            "the lock key \"a-id}\" has a closing brace that nothing opens: write {name}, or remove it"),
        says(
            BrokenTables.EmptyBraces.class,
            "the lock key \"a-{}\" has empty braces: write the name of a component in them"),
        says(
            BrokenTables.UnknownName.class,
            "the lock key \"a-{account}\" names {account}, and there is no such component: name one of id, book"),
        says(
            BrokenTables.KeyWithoutColumn.class,
            "component account is named in the lock key \"a-{account}\" but has no column, since it is @NotAColumn: remove one of the two"),
        says(
            BrokenTables.BraceInColumn.class,
            "component account is named in the lock key \"a-{account}\" but its column a}b holds a brace: use another column"));
  }

  @Test
  void a_broken_class_is_told_everything_at_once() {
    assertThat(refusal(BrokenTables.EverythingWrong.class))
        .hasMessage(
            """
            record EverythingWrong is not a queue table, 10 problems:
              - the table name "app.jobs" holds a dot: name the table alone and its schema in schema = "…"
              - table app.jobs has no id: put @Id on the component that tells its rows apart
              - component both has more than one role, @Attempt and @Payload: keep one
              - component skipped has @Generated but no column, since it is @NotAColumn: remove one of the two
              - component thread has an empty column name: write it in @Column, or remove @Column to read thread
              - component lockedUntil (@LockedUntil) has the type String: use Instant, OffsetDateTime or LocalDateTime
              - component thread has the type Thread, which no column is read as: use byte[], long, int, short, byte, boolean, float, double, BigDecimal, BigInteger, String, char, UUID, Instant, OffsetDateTime, LocalDateTime, LocalDate, LocalTime or an enum, or add @Json to read it as JSON, or @NotAColumn to leave it out
              - component lockedUntil (@LockedUntil) selects the lease form and the lock key the advisory form, and a table has one form: remove one of the two
              - component lockedUntil (@LockedUntil) selects the lease form, whose expiry this process must know to prove that it holds the row: use QueueClock.HOST
              - the lock key "{x" has an opening brace that is not closed: close it after the name""");
  }

  @Test
  void every_rule_is_broken_by_a_class_of_these_tests() {
    List<TableDraft> drafts =
        Arrays.stream(BrokenTables.class.getDeclaredClasses())
            .map(broken -> RowClass.of(broken).draft())
            .toList();
    assertThat(TableRules.ALL)
        .allSatisfy(
            rule ->
                assertThat(drafts.stream().flatMap(rule.check()::apply))
                    .as(rule.name())
                    .isNotEmpty());
  }

  private static Arguments says(Class<?> broken, String problem) {
    return says("record " + broken.getSimpleName(), broken, problem);
  }

  private static Arguments says(String subject, Class<?> broken, String problem) {
    return Arguments.of(broken, subject, problem);
  }

  private static TableSpecException refusal(Class<?> broken) {
    return catchThrowableOfType(TableSpecException.class, () -> Table.of(broken));
  }
}
