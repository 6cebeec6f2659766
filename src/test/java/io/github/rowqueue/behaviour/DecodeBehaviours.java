package io.github.rowqueue.behaviour;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowqueue.error.DecodeException;
import io.github.rowqueue.subscribe.Backoff;
import io.github.rowqueue.subscribe.DeadLetter;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.Settled;
import io.github.rowqueue.subscribe.Subscription;
import io.github.rowqueue.table.Table;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Rows that cannot be read (B166 to B175, departed from as SPEC 16 says; PAINS 65). */
interface DecodeBehaviours extends Behaviours {

  @ParameterizedTest
  @MethodSource("forms")
  @DisplayName(
      "B166, B168, PAINS 65: bad JSON at the head is parked with its raw row; the rows behind it are handled")
  default void bad_json_at_the_head_is_parked_with_its_raw_row(JobForm form) throws Exception {
    String group = QueueFixture.newGroup();
    queue().insert(form, group, "{\"half\":");
    queue().insert(form, group, IntStream.range(0, 20).mapToObj(i -> "{}").toArray(String[]::new));
    Notes<Map<?, ?>> handled = Notes.acking();
    AtomicReference<Throwable> told = new AtomicReference<>();
    Events events = new Events();
    queue()
        .start(
            queue()
                .rowqueue(
                    Subscription.of(group, form.rowClass())
                        .payload(Map.class)
                        .maxAttempts(2, DeadLetter.toGroup(group + "-dead"))
                        .onFailure(
                            (failure, delivery) -> {
                              told.set(failure);
                              return Outcome.retryAfter(Duration.ofMillis(20));
                            })
                        .handle(handled::handle))
                .listener(events));
    events.awaitSettled(22);
    queue().awaitGone(form, group);
    assertThat(handled.count()).isEqualTo(20);
    assertThat(told.get()).isInstanceOf(DecodeException.class);
    assertThat(queue().rows(form, group + "-dead"))
        .singleElement()
        .matches(row -> "{\"half\":".equals(row.payload()))
        .matches(row -> row.attempt() == form.attemptAfter(2) && !row.leased())
        .matches(row -> String.valueOf(row.lastError()).contains("does not decode"));
  }

  @Test
  @DisplayName(
      "B166, B167 (departed from), B173: a column that does not convert is a failed attempt of its row alone, which is never deleted")
  default void a_column_that_does_not_convert_is_a_failed_attempt_of_its_row_alone()
      throws Exception {
    queue().emptied(ColouredJob.class);
    String group = QueueFixture.newGroup();
    queue().insert("coloured_jobs", group, List.of("MAUVE", "RED", "GREEN"));
    Notes<ColouredJob> handled = Notes.acking();
    Events events = new Events();
    queue()
        .start(
            queue()
                .rowqueue(
                    Subscription.of(group, ColouredJob.class)
                        .workers(2)
                        .backoff(Backoff.fixed(Duration.ofMillis(20)))
                        .maxAttempts(3, DeadLetter.toGroup(group + "-dead"))
                        .handle(handled))
                .listener(events));
    events.awaitSettled(5);
    assertThat(handled.messages())
        .extracting(ColouredJob::payload)
        .containsExactlyInAnyOrder(ColouredJob.Colour.RED, ColouredJob.Colour.GREEN);
    assertThat(queue().rows("coloured_jobs", true, group + "-dead"))
        .singleElement()
        .matches(row -> "MAUVE".equals(row.payload()) && row.attempt() == 4)
        .matches(row -> String.valueOf(row.lastError()).contains("payload"));
  }

  @Test
  @DisplayName(
      "B176 (departed from): a null where the row holds none is a failed attempt, never an empty text")
  default void a_null_where_the_row_holds_none_is_a_failed_attempt() throws Exception {
    List<String> ddl = queue().dialect().ddl(Table.of(NamedJob.class).spec());
    String name = queue().q("name");
    queue()
        .execute(
            ddl.stream()
                .map(sql -> sql.replaceAll("(?m)^(\\s*" + name + " .*?) not null", "$1"))
                .toArray(String[]::new));
    String insert = "insert into %s (%s) values ".formatted(queue().q("named_jobs"), name);
    queue().execute(insert + "(null)", insert + "('')", insert + "('a name')");
    Notes<NamedJob> handled = Notes.acking();
    Events events = new Events();
    queue()
        .start(
            queue()
                .rowqueue(
                    Subscription.of("names", NamedJob.class)
                        .backoff(Backoff.fixed(Duration.ofHours(1)))
                        .handle(handled))
                .listener(events));
    assertThat(events.awaitSettled(3))
        .containsExactly(Settled.RETRIED, Settled.ACKED, Settled.ACKED);
    assertThat(handled.messages()).extracting(NamedJob::name).containsExactly("", "a name");
    assertThat(
            queue()
                .count(
                    "named_jobs",
                    "%s is null and %s like 'io.github%%name is null%%holds no null%%'"
                        .formatted(name, queue().q("last_error"))))
        .isOne();
  }
}
