package io.github.rowqueue.internal.subscriber;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowqueue.codec.Codecs;
import io.github.rowqueue.internal.form.Form;
import io.github.rowqueue.internal.form.Pause;
import io.github.rowqueue.internal.publish.NamedPublisher;
import io.github.rowqueue.internal.publish.RouteTable;
import io.github.rowqueue.subscribe.DeadLetter;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.RowqueueListener;
import io.github.rowqueue.subscribe.Subscription;
import io.github.rowqueue.subscribe.SubscriptionBuilder;
import io.github.rowqueue.table.Table;
import io.github.rowqueue.table.TableName;
import io.github.rowqueue.table.TableSpec;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Which subscriptions are woken by what; none of them ever gets a connection to claim with. */
class WakingTest {

  private static final TableName JOBS = new TableName("", "jobs");
  private static final TableName ORDERED = new TableName("", "ordered");
  private static final TableName PLAIN = new TableName("app", "plain");

  private final Threads threads = new Threads(Threads.platform());
  private final List<String> woken = new ArrayList<>();
  private final Waking waking = new Waking();

  WakingTest() {
    TableSpec grouped = TableSpec.builder("jobs").id("id").group("grp").payload("p").build();
    TableSpec plain = TableSpec.builder("plain").schema("app").id("id").payload("p").build();
    add("a", grouped);
    add("b", grouped);
    add("anything", plain);
    TableSpec ordered =
        TableSpec.builder("ordered")
            .id("id")
            .group("grp")
            .fifo()
            .retryAfter("due")
            .attempt("attempt")
            .payload("p")
            .build();
    add(
        "every group",
        Subscription.allGroups(Table.of(ordered, row -> row))
            .maxAttempts(3, DeadLetter.toGroup("parked")));
  }

  private void add(String name, TableSpec spec) {
    add(name, Subscription.of(name, Table.of(spec, row -> row)));
  }

  private void add(String name, SubscriptionBuilder<?> builder) {
    Subscription subscription =
        builder.codec(Codecs.bytes()).handle((message, delivery) -> Outcome.ack());
    Form form = form(name);
    SubscriptionContext context =
        new SubscriptionContext(
            subscription,
            form,
            new RowqueueListener() {},
            threads,
            new Pause(),
            new Replies(new NamedPublisher(RouteTable.of(List.of()), Map.of(), null)));
    waking.add(subscription, new SubscriberLoop(context, form, threads, Duration.ofDays(1)));
  }

  /** Notes who wants to claim, which is in the thread that wakes. */
  private Form form(String name) {
    return (Form)
        Proxy.newProxyInstance(
            WakingTest.class.getClassLoader(),
            new Class<?>[] {Form.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "claimsSideBySide", "hasSuspects" -> false;
                  case "onFreed" -> null;
                  case "reserve" -> !woken.add(name);
                  default -> throw new AssertionError(method.getName());
                });
  }

  @AfterEach
  void close() {
    threads.close();
  }

  @Test
  @DisplayName(
      "B250, B254: a group wakes its subscription alone, an empty payload all of the table")
  void a_group_wakes_its_subscription_alone_and_an_empty_payload_all_of_the_table() {
    waking.told(JOBS, Set.of("b"));
    assertThat(woken).containsExactly("b");
    waking.told(JOBS, Set.of("c"));
    assertThat(woken).containsExactly("b");
    waking.told(JOBS, Set.of("b", ""));
    assertThat(woken).containsExactly("b", "a", "b");
  }

  @Test
  @DisplayName("B250: in a table without groups the one queue wakes whatever the notification says")
  void a_table_without_groups_wakes_whatever_the_notification_says() {
    waking.told(PLAIN, Set.of("some group"));
    waking.told(PLAIN, Set.of(""));
    waking.written(PLAIN, Optional.empty(), Duration.ZERO);
    assertThat(woken).containsExactly("anything", "anything", "anything");
  }

  @Test
  @DisplayName("Notifications that come together wake a subscription once")
  void notifications_that_come_together_wake_a_subscription_once() {
    waking.told(JOBS, Set.of("a", "", "c", "d"));
    assertThat(woken).containsExactly("a", "b");
  }

  @Test
  @DisplayName("B257: after a loss all wake once; a name wakes its own")
  void after_a_loss_all_wake_once() {
    waking.missed();
    assertThat(woken).containsExactly("a", "b", "anything", "every group");
    woken.clear();
    assertThat(waking.wake("b")).isTrue();
    assertThat(woken).containsExactly("b", "every group");
    assertThat(waking.wake("parked")).isFalse();
    assertThat(woken).hasSize(2);
  }

  @Test
  void a_subscription_to_all_groups_wakes_for_each_but_those_that_are_parked_in() {
    waking.told(ORDERED, Set.of("parked"));
    assertThat(woken).isEmpty();
    waking.told(ORDERED, Set.of("parked", "x", "y"));
    waking.told(ORDERED, Set.of(""));
    assertThat(woken).containsExactly("every group", "every group");
  }
}
