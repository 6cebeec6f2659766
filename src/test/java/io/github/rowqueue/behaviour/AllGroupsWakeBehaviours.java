package io.github.rowqueue.behaviour;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowqueue.Rowqueue;
import io.github.rowqueue.publish.PublishOptions;
import io.github.rowqueue.publish.Publisher;
import io.github.rowqueue.subscribe.DeadLetter;
import io.github.rowqueue.subscribe.Handler;
import io.github.rowqueue.subscribe.Outcome;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What ends the wait of a subscription to all groups long before its poll. */
interface AllGroupsWakeBehaviours extends FifoForms {

  /** A subscription that has found nothing, and looks again only when it is woken. */
  private Rowqueue unpolled(AllGroups groups, int workers, Handler<String> handler)
      throws InterruptedException {
    Events events = new Events();
    Rowqueue rowqueue =
        queue()
            .start(
                queue()
                    .rowqueue(
                        groups
                            .subscription()
                            .workers(workers)
                            .deadLetter(DeadLetter.toGroup("parked"))
                            .handle(handler))
                    .listener(events)
                    .pollInterval(Duration.ofMinutes(10)));
    events.awaitIdle();
    return rowqueue;
  }

  @ParameterizedTest
  @MethodSource("fifoForms")
  @DisplayName("A publish to any group wakes it, and so does wake(group)")
  default void a_publish_to_any_group_wakes_it(FifoForm form) throws Exception {
    AllGroups groups = AllGroups.create(queue(), form);
    Notes<String> handled = Notes.acking();
    Rowqueue rowqueue = unpolled(groups, 1, handled);
    Publisher<?> publisher = rowqueue.publisher(form.rowClass());
    publisher.publishMessage("new", PublishOptions.to("never seen before"));
    handled.await(1);
    publisher.publishMessage("late", PublishOptions.to("b").delay(Duration.ofMillis(300)));
    handled.await(2);
    groups.insert("c", "own insert");
    assertThat(rowqueue.wake("c")).isTrue();
    handled.await(3);
    groups.insert("d", "by the name of the subscription");
    assertThat(rowqueue.wake(form.table() + "[*]")).isTrue();
    handled.await(4);
    assertThat(rowqueue.wake("parked")).as("a group it leaves out").isFalse();
    assertThat(handled.messages())
        .containsExactly("new", "late", "own insert", "by the name of the subscription");
  }

  @ParameterizedTest
  @MethodSource("fifoForms")
  @DisplayName("A settlement that takes a head out or moves it lets the next one start, no poll")
  default void a_settlement_wakes_for_the_next_head(FifoForm form) throws Exception {
    AllGroups groups = AllGroups.create(queue(), form);
    Notes<String> handled =
        Notes.then(
            (message, delivery) ->
                switch (message) {
                  case "later" -> Outcome.retryAfter(Duration.ofHours(1));
                  case "parked" -> Outcome.deadLetter("as told");
                  case "dropped" -> Outcome.drop();
                  default -> Outcome.ack();
                });
    Rowqueue rowqueue = unpolled(groups, 1, handled);
    groups.insert("a", "later", "parked", "dropped", "done", "last");
    assertThat(rowqueue.wake("a")).isTrue();
    assertThat(handled.await(5).messages())
        .containsExactly("later", "parked", "dropped", "done", "last");
  }

  @ParameterizedTest
  @MethodSource("leaseGroups")
  @DisplayName("Many workers go on with the next heads of their groups without a poll")
  default void many_workers_go_on_without_a_poll(FifoForm form) throws Exception {
    AllGroups groups = AllGroups.create(queue(), form);
    GroupsSeen seen = new GroupsSeen((message, delivery) -> Outcome.ack());
    Rowqueue rowqueue = unpolled(groups, 8, seen);
    groups.insertMany(12, 6);
    assertThat(rowqueue.wake("g0")).isTrue();
    groups.awaitGone();
    assertThat(seen.finished())
        .hasSize(12)
        .allSatisfy(
            (group, rows) ->
                assertThat(rows)
                    .containsExactlyElementsOf(
                        List.of("0", "1", "2", "3", "4", "5").stream()
                            .map(row -> group + "-" + row)
                            .toList()));
    assertThat(seen.violations()).isEmpty();
  }

  default java.util.stream.Stream<FifoForm> leaseGroups() {
    return java.util.stream.Stream.of(FifoForm.LEASE);
  }
}
