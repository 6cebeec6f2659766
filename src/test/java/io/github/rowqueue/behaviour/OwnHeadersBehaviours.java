package io.github.rowqueue.behaviour;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.github.rowqueue.subscribe.BatchOutcome;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.OwnStatements;
import io.github.rowqueue.subscribe.Settled;
import io.github.rowqueue.subscribe.Subscription;
import io.github.rowqueue.table.Attempt;
import io.github.rowqueue.table.Generated;
import io.github.rowqueue.table.Headers;
import io.github.rowqueue.table.Id;
import io.github.rowqueue.table.LastError;
import io.github.rowqueue.table.LockedUntil;
import io.github.rowqueue.table.QueueTable;
import io.github.rowqueue.table.Table;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A headers record is the table, and its message is joined (B190, B196, B197). */
interface OwnHeadersBehaviours extends Behaviours {

  /** The table. */
  @QueueTable("own_notes")
  record NoteHeaders(
      @Id @Generated long id,
      @Attempt @Generated int attempt,
      @LockedUntil @Nullable Instant lockedUntil,
      @LastError @Nullable String lastError,
      long noteNo,
      String source) {}

  /** The message, whose text stands elsewhere. */
  record Note(@Headers NoteHeaders headers, String body) {}

  private String sql(String text) {
    return OwnStatementsBehaviours.sql(queue(), text);
  }

  @Test
  @DisplayName("B196, B197: joined over headers; a job the join did not find has empty headers")
  default void a_joined_message_keeps_the_headers_of_its_row() throws Exception {
    queue().emptied(Table.of(Note.class).spec().keeping(column -> !column.name().equals("body")));
    queue()
        .execute(
            sql("create table [own_texts] ([no] bigint primary key, [body] varchar(20))"),
            sql("insert into [own_texts] values (7, 'hello')"),
            sql("insert into [own_notes] ([note_no], [source]) values (7, 'web')"),
            sql("insert into [own_notes] ([note_no], [source]) values (8, 'web')"));
    String fetch =
        sql(
            "select j.[id], t.[body] from [own_notes] j join [own_texts] t on t.[no] = j.[note_no] where j.[id] in (:ids)");
    Queue<String> bodies = new ConcurrentLinkedQueue<>();
    Queue<Map<String, String>> headers = new ConcurrentLinkedQueue<>();
    Queue<Map<String, String>> missed = new ConcurrentLinkedQueue<>();
    Events events = new Events();
    queue()
        .start(
            queue()
                .rowqueue(
                    Subscription.of("notes", Note.class)
                        .statements(OwnStatements.builder().fetch(fetch).build())
                        .onFailure(
                            (failure, delivery) -> {
                              missed.add(delivery.headers());
                              return Outcome.retryAfter(Duration.ofHours(1));
                            })
                        .handleBatch(
                            2,
                            (notes, deliveries) -> {
                              notes.forEach(note -> bodies.add(note.body()));
                              deliveries.forEach(delivery -> headers.add(delivery.headers()));
                              return BatchOutcome.all(Outcome.ack());
                            }))
                .listener(events));
    assertThat(events.awaitSettled(2)).containsExactly(Settled.ACKED, Settled.RETRIED);
    assertThat(bodies).containsExactly("hello");
    assertThat(headers).hasSize(1);
    assertThat(headers.element()).containsExactly(entry("note_no", "7"), entry("source", "web"));
    assertThat(missed).containsExactly(Map.of());
  }
}
