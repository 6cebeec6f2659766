package io.github.rowqueue.behaviour;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.rowqueue.Rowqueue;
import io.github.rowqueue.error.PublishException;
import io.github.rowqueue.error.StatementException;
import io.github.rowqueue.faults.FaultyDataSource;
import io.github.rowqueue.publish.PublishOptions;
import io.github.rowqueue.publish.Publisher;
import io.github.rowqueue.subscribe.Subscription;
import io.github.rowqueue.table.Table;
import io.github.rowqueue.table.TableSpec;
import java.math.BigInteger;
import java.sql.Connection;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a publish writes. */
interface PublishRowBehaviours extends PublishIfAbsentBehaviours {

  /** Issue 5 asks for 10 000. */
  int MANY = Boolean.getBoolean("rowqueue.thorough") ? 10_000 : 2_500;

  @Test
  @DisplayName("B248: of a table of generated columns only a row of defaults is written")
  default void a_row_of_defaults_is_written() throws Exception {
    queue().emptied(DefaultsOnly.class);
    Notes<DefaultsOnly> handled = Notes.acking();
    Rowqueue rowqueue =
        queue().start(Subscription.of("defaults", DefaultsOnly.class).handle(handled));
    Publisher<DefaultsOnly> publisher = rowqueue.publisher(DefaultsOnly.class);
    publisher.publish(new DefaultsOnly(7, 7, null));
    publisher.publishAll(List.of(new DefaultsOnly(7, 7, null), new DefaultsOnly(7, 7, null)));
    assertThat(handled.await(3).messages())
        .allMatch(row -> row.attempt() == 1)
        .extracting(DefaultsOnly::id)
        .doesNotHaveDuplicates();
  }

  @Test
  @DisplayName("B247: columns that are not generated come from the row, the rest from the database")
  default void columns_that_are_not_generated_come_from_the_row() throws Exception {
    String group = QueueFixture.newGroup();
    Publisher<OnceJob> jobs = onceJobsPublisher();
    jobs.publish(new OnceJob(-7, group, -7, null, "order", "code"));
    String mine =
        "%s = '%s' and %s = 'order' and %s = 'code' and %s = 1 and %s > 0"
            .formatted(
                queue().q("grp"),
                group,
                queue().q("order_no"),
                queue().q("code"),
                queue().q("attempt"),
                queue().q("id"));
    assertThat(queue().count("once_jobs", mine)).isEqualTo(1);
  }

  @ParameterizedTest
  @MethodSource("forms")
  @DisplayName("B188: headers of a table without headers are refused before any SQL")
  default void headers_without_a_column_are_refused_before_any_sql(JobForm form) throws Exception {
    String group = QueueFixture.newGroup();
    FaultyDataSource watched =
        new FaultyDataSource(
            queue().pool(),
            queue().dialect(),
            List.of(Table.of(form.rowClass()).spec()),
            List.of());
    Rowqueue rowqueue = queue().start(Rowqueue.on(watched).route("*", form.rowClass()));
    Publisher<?> publisher = form.publisher(rowqueue);
    int before = watched.executed().size();
    PublishOptions headers = PublishOptions.NONE.headers(Map.of("trace", "7f3a"));
    assertThatThrownBy(() -> publisher.publishMessage("x", headers.group(group)))
        .isInstanceOf(PublishException.class)
        .hasMessageContaining("there is no column for the header trace");
    assertThatThrownBy(() -> rowqueue.publish(group, "x", headers))
        .isInstanceOf(PublishException.class)
        .hasMessageContaining("there is no column for the header trace");
    try (Connection connection = watched.getConnection()) {
      int own = watched.executed().size();
      assertThatThrownBy(() -> publisher.publishMessage(connection, "x", headers))
          .isInstanceOf(PublishException.class);
      assertThat(watched.executed()).hasSize(own);
    }
    assertThat(watched.executed().subList(before, watched.executed().size()))
        .containsExactly("connection");
    assertThat(queue().rows(form, group)).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("forms")
  @DisplayName("Thousands of rows are written in one transaction, in their order")
  default void thousands_of_rows_are_written_in_their_order(JobForm form) throws Exception {
    String group = QueueFixture.newGroup();
    List<String> messages = IntStream.range(0, MANY).mapToObj(String::valueOf).toList();
    form.publisher(queue().start()).publishMessages(messages, PublishOptions.to(group));
    assertThat(queue().rows(form, group)).extracting(StoredJob::payload).isEqualTo(messages);
  }

  @ParameterizedTest
  @MethodSource("forms")
  @DisplayName("Large rows among small ones are written in their place, with the times of all")
  default void large_rows_are_written_in_their_place(JobForm form) throws Exception {
    String group = QueueFixture.newGroup();
    List<String> messages =
        IntStream.range(0, 300)
            .mapToObj(i -> i % 200 == 150 ? String.valueOf(i).repeat(10_000) : String.valueOf(i))
            .toList();
    form.publisher(queue().start()).publishMessages(messages, PublishOptions.to(group));
    assertThat(queue().rows(form, group)).extracting(StoredJob::payload).isEqualTo(messages);
    String unset =
        "%s = '%s' and %s is null".formatted(queue().q("grp"), group, queue().q("retry_after"));
    assertThat(queue().count(form.table(), unset)).isZero();
  }

  @Test
  @DisplayName("Of thousands of rows none is written if the last is refused")
  default void of_thousands_none_is_written_if_the_last_is_refused() throws Exception {
    String group = QueueFixture.newGroup();
    Publisher<OnceJob> jobs = onceJobsPublisher();
    List<OnceJob> rows =
        IntStream.range(0, MANY)
            .mapToObj(i -> OnceJob.of(group, i + 1 == MANY ? "0" : String.valueOf(i), null))
            .toList();
    assertThatThrownBy(() -> jobs.publishAll(rows)).isInstanceOf(StatementException.class);
    try (Connection connection = queue().pool().getConnection()) {
      connection.setAutoCommit(false);
      assertThatThrownBy(() -> jobs.publishAll(connection, rows))
          .isInstanceOf(java.sql.SQLException.class);
      connection.rollback();
    }
    assertThat(queue().count("once_jobs", "1 = 1")).isZero();
  }

  @Test
  @DisplayName("A number of more digits than are read back is refused before it is written")
  default void a_number_too_long_to_be_read_back_is_refused() throws Exception {
    TableSpec spec =
        TableSpec.builder("long_numbers")
            .id("id")
            .generated()
            .lockedUntil("locked_until")
            .column("digits", BigInteger.class)
            .build();
    String text = queue().dialect().name().matches("mysql|mariadb") ? "longtext" : "text";
    String column = Pattern.quote(queue().q("digits"));
    queue()
        .execute(
            queue().dialect().ddl(spec).stream()
                .map(
                    sql ->
                        sql.replaceAll(
                            "(?m)^(\\s*" + column + ") .*?( not null)?(,?)$",
                            "$1 " + text + "$2$3"))
                .toArray(String[]::new));
    Table<BigInteger> numbers =
        Table.of(
            spec,
            row -> row.get("digits", BigInteger.class),
            (number, of) -> of.name().equals("digits") ? number : null);
    Notes<BigInteger> handled = Notes.acking();
    Publisher<BigInteger> publisher =
        queue().start(Subscription.of("any", numbers).handle(handled)).publisher(numbers);
    BigInteger longest = BigInteger.TEN.pow(10_000).subtract(BigInteger.ONE);
    assertThatThrownBy(
            () -> publisher.publishAll(List.of(BigInteger.ONE, BigInteger.TEN.pow(10_000))))
        .isInstanceOf(PublishException.class)
        .hasMessage(
            "table long_numbers (%s): column digits cannot be written, nothing is published: the number has more than the 10000 digits that are read back: keep it as a text or as bytes",
            spec.describedBy());
    publisher.publish(longest);
    assertThat(handled.await(1).messages()).containsExactly(longest);
  }
}
