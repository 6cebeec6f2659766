package io.github.rowqueue.behaviour;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowqueue.subscribe.BatchOutcome;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.OwnStatements;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a claim makes of the rows its fetch returns (B50 to B52, B83). */
interface OwnFetchOrderBehaviours extends Behaviours {

  @ParameterizedTest
  @MethodSource("forms")
  @DisplayName("B50: an empty claim calls no own fetch")
  default void an_empty_claim_calls_no_own_fetch(JobForm form) throws Exception {
    Queue<Object> calls = new ConcurrentLinkedQueue<>();
    Events events = new Events();
    queue()
        .start(
            queue()
                .rowqueue(
                    form.subscription(QueueFixture.newGroup())
                        .statements(
                            OwnStatements.builder()
                                .fetch(
                                    (connection, ids) -> {
                                      calls.addAll(ids);
                                      return List.of();
                                    })
                                .build())
                        .handle(Notes.acking()))
                .listener(events));
    events.awaitEmptyClaims(3);
    assertThat(calls).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("forms")
  @DisplayName(
      "B51, B52, B83: fetched rows come in claim order, unasked ones are ignored, and the first"
          + " attempt is 1")
  default void rows_of_an_own_fetch_are_those_of_the_claim(JobForm form) throws Exception {
    String group = QueueFixture.newGroup();
    queue().insert(form, group, "a", "b", "c");
    List<Long> ids = queue().rows(form, group).stream().map(StoredJob::id).toList();
    List<Object> seen = Collections.synchronizedList(new ArrayList<>());
    queue()
        .start(
            form.subscription(group)
                .statements(
                    OwnStatements.builder()
                        .fetch((connection, asked) -> backwardsAndMore(asked))
                        .build())
                .handleBatch(
                    3,
                    (messages, deliveries) -> {
                      seen.addAll(messages);
                      deliveries.forEach(delivery -> seen.add(delivery.attempt().orElse(-1)));
                      return BatchOutcome.all(Outcome.ack());
                    }));
    queue().awaitGone(form, group);
    assertThat(seen)
        .containsExactly("row " + ids.get(0), "row " + ids.get(1), "row " + ids.get(2), 1L, 1L, 1L);
  }

  /** The last first, and one row nobody asked for. */
  private static List<Map<String, Object>> backwardsAndMore(List<Object> asked) {
    List<Map<String, Object>> rows = new ArrayList<>();
    rows.add(Map.of("id", -1L, "payload", "unasked"));
    for (Object id : asked) {
      rows.add(0, Map.of("id", id, "payload", "row " + id));
    }
    return rows;
  }
}
