package io.github.rowqueue.behaviour;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowqueue.Rowqueue;
import io.github.rowqueue.publish.PublishOptions;
import java.sql.Connection;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What ends a wait long before the poll interval, and what listeners are told meanwhile. */
interface WakeBehaviours extends Behaviours {

  /** A subscription that has found nothing, and looks again only when it is woken. */
  private Rowqueue unpolled(JobForm form, String group, Notes<String> handled)
      throws InterruptedException {
    Events events = new Events();
    Rowqueue rowqueue =
        queue()
            .start(
                queue()
                    .rowqueue(form.subscription(group).handle(handled))
                    .listener(events)
                    .pollInterval(Duration.ofMinutes(10)));
    events.awaitIdle();
    return rowqueue;
  }

  @ParameterizedTest
  @MethodSource("forms")
  @DisplayName("A publish of this process is handled at once, also a delayed one at its time")
  default void a_publish_wakes_its_subscription(JobForm form) throws Exception {
    String group = QueueFixture.newGroup();
    Notes<String> handled = Notes.acking();
    Rowqueue rowqueue = unpolled(form, group, handled);
    form.publisher(rowqueue).publishMessage("first", PublishOptions.to(group));
    handled.await(1);
    form.publisher(rowqueue)
        .publishMessage("delayed", PublishOptions.to(group).delay(Duration.ofMillis(300)));
    assertThat(handled.await(2).messages()).containsExactly("first", "delayed");
  }

  @ParameterizedTest
  @MethodSource("forms")
  @DisplayName("A row in the caller's transaction comes with its commit and a wake, or never")
  default void a_row_in_the_callers_transaction_comes_with_its_commit_or_never(JobForm form)
      throws Exception {
    String group = QueueFixture.newGroup();
    Notes<String> handled = Notes.acking();
    Rowqueue rowqueue = unpolled(form, group, handled);
    try (Connection connection = queue().database().dataSource().getConnection()) {
      connection.setAutoCommit(false);
      form.publisher(rowqueue).publishMessage(connection, "undone", PublishOptions.to(group));
      connection.rollback();
      form.publisher(rowqueue).publishMessage(connection, "kept", PublishOptions.to(group));
      assertThat(connection.getAutoCommit()).as("nothing of the caller's is changed").isFalse();
      connection.commit();
    }
    rowqueue.wake(group);
    assertThat(handled.await(1).messages()).containsExactly("kept");
  }

  @ParameterizedTest
  @MethodSource("forms")
  @DisplayName(
      "A row the database has stamped is due for the claim its wake starts: no clock lags behind the database's")
  default void every_wake_finds_the_row_it_was_sent_for(JobForm form) throws Exception {
    String group = QueueFixture.newGroup();
    Notes<String> handled = Notes.acking();
    Rowqueue rowqueue = unpolled(form, group, handled);
    for (int i = 1; i <= 300; i++) {
      queue().insert(form, group, "m" + i);
      rowqueue.wake(group);
      handled.await(i);
    }
    assertThat(handled.messages()).hasSize(300);
  }

  @ParameterizedTest
  @MethodSource("forms")
  @DisplayName("A listener sees claim, start, end and settlement, in this order")
  default void a_listener_sees_a_rows_way_in_order(JobForm form) throws Exception {
    String group = QueueFixture.newGroup();
    queue().insert(form, group, "x");
    Events events = new Events();
    queue()
        .start(queue().rowqueue(form.subscription(group).handle(Notes.acking())).listener(events));
    events.awaitSettled(1);
    assertThat(events.kinds()).containsExactly("claimed", "started", "ended", "settled");
    assertThat(events.all()).allMatch(event -> event.subscription().equals(group));
  }
}
