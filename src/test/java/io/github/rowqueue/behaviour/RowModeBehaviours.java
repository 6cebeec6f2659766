package io.github.rowqueue.behaviour;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.rowqueue.Rowqueue;
import io.github.rowqueue.behaviour.EveryType.Item;
import io.github.rowqueue.error.PublishException;
import io.github.rowqueue.error.StartException;
import io.github.rowqueue.subscribe.BatchOutcome;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.Subscription;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Without a payload column the handler takes the row itself (B178 to B184). */
interface RowModeBehaviours extends Behaviours {

  @Test
  @DisplayName("B180: a retried row has the counted attempt")
  default void a_retried_row_has_the_counted_attempt() throws Exception {
    queue().emptied(SmallRow.class);
    Notes<SmallRow> handled =
        Notes.then((row, delivery) -> row.attempt() == 1 ? Outcome.retry() : Outcome.ack());
    Rowqueue rowqueue = queue().start(Subscription.of("small", SmallRow.class).handle(handled));
    rowqueue
        .publisher(SmallRow.class)
        .publishAll(IntStream.range(0, 3).mapToObj(SmallRow::of).toList());
    handled.await(6);
    assertThat(handled.messages()).extracting(SmallRow::attempt).containsOnly(1, 2);
    assertThat(handled.all())
        .allSatisfy(note -> assertThat(note.attempt()).isEqualTo(note.message().attempt()));
  }

  @Test
  @DisplayName("B178: a list of rows comes in claim order, and outcomes match by their places")
  default void a_list_of_rows_comes_in_claim_order() throws Exception {
    queue().emptied(SmallRow.class);
    Rowqueue publishing = queue().start();
    publishing
        .publisher(SmallRow.class)
        .publishAll(IntStream.range(0, 5).mapToObj(SmallRow::of).toList());
    Queue<List<String>> lists = new ConcurrentLinkedQueue<>();
    Events events = new Events();
    queue()
        .start(
            queue()
                .rowqueue(
                    Subscription.of("small", SmallRow.class)
                        .handleBatch(
                            10,
                            (rows, deliveries) -> {
                              lists.add(rows.stream().map(SmallRow::text).toList());
                              return BatchOutcome.each(
                                  rows.stream()
                                      .map(
                                          row ->
                                              row.text().equals("text 3") && row.attempt() == 1
                                                  ? Outcome.retry()
                                                  : Outcome.ack())
                                      .toList());
                            }))
                .listener(events));
    events.awaitSettled(6);
    assertThat(lists)
        .containsExactly(
            List.of("text 0", "text 1", "text 2", "text 3", "text 4"), List.of("text 3"));
  }

  @Test
  @DisplayName("B182, B183: a payload handler of a table without a payload is refused at start")
  default void a_handler_of_the_wrong_mode_is_refused_at_start() throws Exception {
    queue().emptied(SmallRow.class);
    assertThatThrownBy(
            () ->
                queue()
                    .start(
                        Subscription.of("small", SmallRow.class)
                            .payload(Item.class)
                            .handle(Notes.acking())))
        .isInstanceOf(StartException.class)
        .hasMessageContaining(
            "the table has no payload column, so the handler takes the row: remove .payload(…)");
    assertThatThrownBy(
            () -> queue().start(Subscription.of("any", LeaseJob.class).handle(Notes.acking())))
        .isInstanceOf(StartException.class)
        .hasMessageContaining("the table has a payload column, so the handler takes the payload");
  }

  @Test
  @DisplayName("a null that no handler could read, and half a character, are refused unwritten")
  default void what_no_handler_could_read_is_refused_unwritten() throws Exception {
    queue().emptied(SmallRow.class);
    Rowqueue rowqueue = queue().start();
    assertThatThrownBy(
            () -> rowqueue.publisher(SmallRow.class).publish(SmallRow.of("a\ud83d", "note")))
        .isInstanceOf(PublishException.class)
        .hasMessage(
            "table small_rows (record SmallRow): column text cannot be written, nothing is"
                + " published: half a character stands at index 1 (the lone surrogate U+D83D),"
                + " which UTF-8 cannot carry: mend the text, or publish bytes");
    assertThat(queue().count("small_rows", "1 = 1")).isZero();
  }
}
