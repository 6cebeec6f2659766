package io.github.rowqueue.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.github.rowqueue.error.TableSpecException;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class TableSpecBuilderTest {

  @Test
  @DisplayName("B1: a table needs an id alone, and is then in the row lock form")
  void an_id_is_enough() {
    TableSpec spec = TableSpec.builder("jobs").id("id").payload("payload").build();
    assertThat(spec.form()).isEqualTo(ClaimForm.ROW_LOCK);
    assertThat(spec.columns())
        .containsExactly(
            new ColumnSpec("id", Role.ID, Long.class, false, false, false),
            new ColumnSpec("payload", Role.PAYLOAD, byte[].class, false, false, false));
  }

  @Test
  @DisplayName("B7: columns stand in the order of their roles, data columns last as given")
  void columns_are_sorted_by_role() {
    TableSpec spec =
        TableSpec.builder("jobs")
            .column("zeta", String.class)
            .lastError("last_error")
            .payload("payload")
            .headers("headers")
            .processedAt("processed_at")
            .lockedUntil("locked_until")
            .attempt("attempt")
            .retryAfter("retry_after")
            .priority("priority")
            .partitionKey("account")
            .group("queue")
            .id("id")
            .column("alpha", int.class)
            .build();
    assertThat(spec.columns())
        .extracting(ColumnSpec::name)
        .containsExactly(
            "id",
            "queue",
            "account",
            "priority",
            "retry_after",
            "attempt",
            "locked_until",
            "processed_at",
            "headers",
            "payload",
            "last_error",
            "zeta",
            "alpha");
  }

  @Test
  @DisplayName("B10, B11: names are kept as written, the schema apart")
  void names_are_kept_as_written() {
    TableSpec spec =
        TableSpec.builder("E-Mail \"Jobs\"")
            .schema("App")
            .id("select")
            .column("a.B", int.class)
            .build();
    assertThat(spec.table()).isEqualTo(new TableName("App", "E-Mail \"Jobs\""));
    assertThat(spec.columns()).extracting(ColumnSpec::name).containsExactly("select", "a.B");
  }

  @Test
  void types_given_as_primitives_are_boxed() {
    TableSpec spec =
        TableSpec.builder("jobs").id("id", int.class).attempt("n", short.class).build();
    assertThat(spec.columns().get(0).type()).isEqualTo(Integer.class);
    assertThat(spec.columns().get(1).type()).isEqualTo(Short.class);
  }

  @Test
  void fifo_speaks_of_the_group_or_key_added_last() {
    TableSpecBuilder table = TableSpec.builder("jobs").id("id").group("g").attempt("n").fifo();
    assertThat(table.build().fifoGroups()).isTrue();
    assertThat(table.build().fifoKeys()).isFalse();
    TableSpec keys = TableSpec.builder("jobs").id("id").group("g").partitionKey("k").fifo().build();
    assertThat(keys.fifoGroups()).isFalse();
    assertThat(keys.fifoKeys()).isTrue();
    assertThat(keys.onHeadFailure()).isEqualTo(HeadFailure.BLOCK);
  }

  @Test
  void what_a_failing_head_does_is_part_of_the_description() {
    TableSpecBuilder table =
        TableSpec.builder("jobs").id("id").partitionKey("k").fifo().retryAfter("due");
    TableSpec block = table.build();
    TableSpec skip = table.onHeadFailure(HeadFailure.PARK).onHeadFailure(HeadFailure.SKIP).build();
    assertThat(skip.onHeadFailure()).isEqualTo(HeadFailure.SKIP);
    assertThat(skip).isNotEqualTo(block);
    assertThat(table.onHeadFailure(HeadFailure.BLOCK).build())
        .isEqualTo(block)
        .hasSameHashCodeAs(block);
    assertThatThrownBy(() -> TableSpec.builder("jobs").id("id").onHeadFailure(HeadFailure.SKIP))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("onHeadFailure(…) speaks of the partition key: add one first");
  }

  @Test
  void a_key_that_parks_its_head_is_not_nullable() {
    TableSpecBuilder table =
        TableSpec.builder("jobs").id("id").lockedUntil("until").partitionKey("k").nullable().fifo();
    assertThat(table.build().onHeadFailure()).isEqualTo(HeadFailure.BLOCK);
    assertThatThrownBy(() -> table.onHeadFailure(HeadFailure.PARK).build())
        .isInstanceOf(TableSpecException.class)
        .hasMessage(
            "table jobs is not a queue table: column k has onHeadFailure(PARK) and nullable(), but a parked row is released by its key, so that one without a key would stay for ever: remove the latter, or use BLOCK");
  }

  @Test
  @DisplayName("B5: the description alone picks the form")
  void the_description_picks_the_form() {
    TableSpecBuilder lease = TableSpec.builder("jobs").id("id").lockedUntil("until");
    TableSpecBuilder advisory = TableSpec.builder("jobs").id("id").lockKey("job-{id}");
    assertThat(lease.build().form()).isEqualTo(ClaimForm.LEASE);
    assertThat(advisory.build().form()).isEqualTo(ClaimForm.ADVISORY);
    assertThat(advisory.build().lockKey()).isEqualTo("job-{id}");
  }

  @Test
  void columns_of_another_description_can_be_added_as_they_are() {
    TableSpec spec =
        TableSpec.builder("jobs")
            .id("id")
            .generated()
            .lockedUntil("u")
            .column("c", UUID.class)
            .nullable()
            .build();
    TableSpecBuilder copy = TableSpec.builder("jobs");
    spec.columns().forEach(copy::add);
    assertThat(copy.build()).isEqualTo(spec).hasSameHashCodeAs(spec);
  }

  @Test
  void a_description_without_a_role_is_the_one_that_never_had_it() {
    TableSpecBuilder ungrouped = TableSpec.builder("jobs").id("id");
    TableSpec expected = ungrouped.build();
    TableSpec grouped = ungrouped.group("g").fifo().build();
    assertThat(grouped.without(Role.GROUP)).isEqualTo(expected);
    assertThat(expected.without(Role.GROUP)).isSameAs(expected);
  }

  @Test
  void a_mark_before_any_column_is_a_mistake_in_the_calls() {
    assertThatIllegalStateException()
        .isThrownBy(() -> TableSpec.builder("jobs").generated())
        .withMessage("generated() speaks of the column added last: add one first");
    assertThatIllegalStateException()
        .isThrownBy(() -> TableSpec.builder("jobs").nullable())
        .withMessage("nullable() speaks of the column added last: add one first");
    assertThatIllegalStateException()
        .isThrownBy(() -> TableSpec.builder("jobs").id("id").fifo())
        .withMessage("fifo() speaks of a group or a partition key: add one first");
  }

  @Test
  void nulls_are_refused_where_they_are_passed() {
    assertThatNullPointerException()
        .isThrownBy(() -> TableSpec.builder("jobs").schema(nothing()))
        .withMessage("schema");
  }

  @ParameterizedTest(name = "{1}")
  @MethodSource
  @DisplayName("B38 to B40: a description by hand is told in the builder's words")
  void a_broken_description_is_told_what_to_mend(TableSpecBuilder table, String message) {
    assertThat(catchThrowableOfType(TableSpecException.class, table::build)).hasMessage(message);
  }

  static Stream<Arguments> a_broken_description_is_told_what_to_mend() {
    return Stream.of(
        Arguments.of(
            TableSpec.builder(" ").id("id"),
            "a table without a name is not a queue table: the table has no name: give it, as in TableSpec.builder(\"jobs\")"),
        Arguments.of(
            TableSpec.builder("a.b").id("id"),
            "table a.b is not a queue table: the table name \"a.b\" holds a dot: name the table alone and its schema in schema(\"…\")"),
        Arguments.of(
            TableSpec.builder("jobs"),
            "table jobs is not a queue table: table jobs has no id: add id(…) with the column that tells its rows apart"),
        Arguments.of(
            TableSpec.builder("jobs").id("id").id("job_id"),
            "table jobs is not a queue table: column job_id has the role id(…), which column id plays already: keep it on one of them"),
        Arguments.of(
            TableSpec.builder("jobs").id("id").column("id", int.class),
            "table jobs is not a queue table: column id is given more than once: keep one"),
        Arguments.of(
            TableSpec.builder("jobs").id("id").column("", int.class),
            "table jobs is not a queue table: a column without a name cannot be read: name the column"),
        Arguments.of(
            TableSpec.builder("jobs").id("id").retryAfter("due", Long.class),
            "table jobs is not a queue table: column due (retryAfter(…)) has the type Long: use Instant, OffsetDateTime or LocalDateTime"),
        Arguments.of(
            TableSpec.builder("jobs").id("id").group("g").nullable(),
            "table jobs is not a queue table: column g (group(…)) is nullable(), but a row with a null there is never claimed: make the column NOT NULL and remove nullable()"),
        Arguments.of(
            TableSpec.builder("jobs").id("id").column("n", int.class).nullable(),
            "table jobs is not a queue table: column n is nullable() but a primitive, which cannot hold null: use Integer, or remove nullable()"),
        Arguments.of(
            TableSpec.builder("jobs").id("id").group("g").fifo().lockKey("k"),
            "table jobs is not a queue table: column g has fifo() in a table with a lock key: remove it and put {g} into the lock key, which then lets one row of each into work"),
        Arguments.of(
            TableSpec.builder("jobs").id("id").lockKey("k-{account}"),
            "table jobs is not a queue table: the lock key \"k-{account}\" names {account}, and there is no such column: name one of id"));
  }

  @Test
  void a_type_no_column_is_read_as_is_refused_unless_it_is_json() {
    assertThatExceptionOfType(TableSpecException.class)
        .isThrownBy(() -> TableSpec.builder("jobs").id("id").column("c", Map.class).build())
        .withMessageContaining(
            "column c has the type Map, which no column is read as: use byte[], ")
        .withMessageEndingWith(
            "an enum, or an array of numbers, booleans, texts or UUIDs, or read it as JSON with jsonColumn(…)");
    TableSpec spec = TableSpec.builder("jobs").id("id").jsonColumn("c", Map.class).build();
    assertThat(spec.columns().get(1))
        .isEqualTo(new ColumnSpec("c", null, Map.class, false, false, true));
  }

  @Test
  void a_header_by_hand_is_a_data_column_of_a_scalar_type() {
    TableSpec spec =
        TableSpec.builder("jobs").id("id").headerColumn("source", String.class).nullable().build();
    assertThat(spec.headerColumns())
        .containsExactly(new ColumnSpec("source", null, String.class, false, true, false, true));
    assertThatExceptionOfType(TableSpecException.class)
        .isThrownBy(
            () ->
                TableSpec.builder("jobs")
                    .id("id")
                    .headers("headers")
                    .headerColumn("mark", byte[].class)
                    .build())
        .withMessage(
            """
            table jobs is not a queue table, 2 problems:
              - column mark is a header, beside a headers column that holds them all: keep one of the two
              - column mark is a header, which must be a data column of a scalar type: use long, int, short, byte, boolean, float, double, BigDecimal, BigInteger, String, char, UUID, Instant, OffsetDateTime, LocalDateTime, LocalDate, LocalTime or an enum""");
  }

  @Test
  void a_builder_can_go_on_after_it_built() {
    TableSpecBuilder table = TableSpec.builder("jobs").id("id");
    TableSpec first = table.build();
    TableSpec second = table.retryAfter("due", Instant.class).build();
    assertThat(first.columns()).hasSize(1);
    assertThat(second.columns()).hasSize(2);
  }

  @SuppressWarnings("NullAway")
  private static String nothing() {
    return null;
  }
}
