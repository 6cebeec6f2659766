package io.github.rowqueue.behaviour;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import io.github.rowqueue.Rowqueue;
import io.github.rowqueue.codec.Codecs;
import io.github.rowqueue.error.ClosedException;
import io.github.rowqueue.error.NoRouteException;
import io.github.rowqueue.error.PublishException;
import io.github.rowqueue.error.StartException;
import io.github.rowqueue.error.StatementException;
import io.github.rowqueue.publish.PublishOptions;
import io.github.rowqueue.subscribe.DeadLetter;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.Settled;
import io.github.rowqueue.subscribe.Subscription;
import io.github.rowqueue.testing.LogLines;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tables found by name. */
interface NameBehaviours extends Behaviours {

  @ParameterizedTest
  @MethodSource("forms")
  @DisplayName(
      "B235, B240, B249: a name leads through a prefix to the group of its name, whose subscription is woken")
  default void a_name_leads_to_the_group_of_its_name(JobForm form) throws Exception {
    String base = QueueFixture.newGroup();
    Notes<String> daily = Notes.acking();
    Events events = new Events();
    Rowqueue rowqueue =
        queue()
            .start(
                queue()
                    .rowqueue(
                        Subscription.named(base + ".daily").codec(Codecs.text()).handle(daily))
                    .route(base + ".*", form.rowClass())
                    .pollInterval(Duration.ofMinutes(10))
                    .listener(events));
    events.awaitIdle();
    rowqueue.publish(base + ".daily", "first");
    rowqueue.publish(base + ".weekly", "other");
    rowqueue.publishAll(base + ".daily", List.of("second", "third"), PublishOptions.NONE);
    assertThat(daily.await(3).messages()).containsExactly("first", "second", "third");
    assertThat(daily.attempts()).containsOnly(1L);
    assertThat(queue().rows(form, base + ".weekly")).hasSize(1);
  }

  @ParameterizedTest
  @MethodSource("forms")
  @DisplayName("A message by name is written in the caller's transaction, or not at all")
  default void a_name_may_be_published_to_in_the_callers_transaction(JobForm form)
      throws Exception {
    String name = QueueFixture.newGroup();
    Rowqueue rowqueue = queue().start(queue().rowqueue().route(name, form.rowClass()));
    try (Connection connection = queue().pool().getConnection()) {
      connection.setAutoCommit(false);
      rowqueue.publish(connection, name, "undone", PublishOptions.NONE);
      connection.rollback();
      rowqueue.publish(connection, name, "kept", PublishOptions.NONE.priority(3));
      connection.commit();
    }
    assertThat(queue().rows(form, name)).extracting(StoredJob::payload).containsExactly("kept");
  }

  @ParameterizedTest
  @MethodSource("forms")
  @DisplayName("B238: a name without a route writes nothing, and logs a warning")
  default void a_name_without_a_route_writes_nothing(JobForm form) throws Exception {
    String name = QueueFixture.newGroup();
    Rowqueue rowqueue = queue().start(queue().rowqueue().route(name, form.rowClass()));
    try (LogLines log = LogLines.capture()) {
      assertThatThrownBy(() -> rowqueue.publish(name + "x", "lost"))
          .isInstanceOf(NoRouteException.class)
          .hasMessage(
              "publish to \"%sx\": no route leads to this name, nothing is published: add .route(\"%sx\", …) to the builder, or a prefix; there are routes for %s"
                  .formatted(name, name, name));
      assertThat(log.at(Level.WARN)).anyMatch(line -> line.contains("\"" + name + "x\""));
    }
    assertThat(queue().rows(form, name)).isEmpty();
    assertThat(queue().rows(form, name + "x")).isEmpty();
  }

  @Test
  @DisplayName("B239: a subscription by a name without a route stops the start, beside all else")
  default void a_subscription_by_a_name_without_a_route_stops_the_start() {
    String name = QueueFixture.newGroup();
    assertThatThrownBy(
            () ->
                queue()
                    .start(
                        Subscription.named(name).codec(Codecs.text()).handle(Notes.acking()),
                        JobForm.LEASE
                            .subscription(name)
                            .deadLetter(DeadLetter.toGroup(name))
                            .handle(Notes.acking())))
        .isInstanceOf(StartException.class)
        .hasMessageContaining(
            "subscription \"%s\" by name: no route leads to this name, so that its table is unknown: add .route(\"%s\", …) to the builder, or a prefix"
                .formatted(name, name))
        .hasMessageContaining("the subscription's own group");
  }

  @Test
  @DisplayName("A route to a table that is not there stops the start with the DDL")
  default void a_route_to_no_table_stops_the_start() {
    assertThatThrownBy(() -> queue().start(queue().rowqueue().route("*", MissingOne.class)))
        .isInstanceOf(StartException.class)
        .hasMessageContaining("route \"*\": publisher of table ")
        .hasMessageContaining(": there is no such table; the description would fit\ncreate table ");
  }

  @ParameterizedTest
  @MethodSource("forms")
  @DisplayName(
      "B241, B244 (departed from): by name every setting holds, a cap and a dead letter too")
  default void by_name_every_setting_holds(JobForm form) throws Exception {
    String name = QueueFixture.newGroup();
    Events events = new Events();
    Rowqueue rowqueue =
        queue()
            .start(
                queue()
                    .rowqueue(
                        Subscription.named(name)
                            .codec(Codecs.text())
                            .workers(2)
                            .maxAttempts(2, DeadLetter.toGroup(name + ".parked"))
                            .handle((message, delivery) -> Outcome.retry()))
                    .route("*", form.rowClass())
                    .listener(events));
    rowqueue.publish(name, "x");
    assertThat(events.awaitSettled(2)).containsExactly(Settled.RETRIED, Settled.PARKED);
    assertThat(queue().rows(form, name + ".parked")).hasSize(1);
  }

  @Test
  @DisplayName("B175, B184 (departed from): by name rows are messages too, held to their class")
  default void by_name_rows_are_messages_too() throws Exception {
    String name = QueueFixture.newGroup();
    queue().emptied(RoutedRow.class);
    Notes<RoutedRow> handled = Notes.acking();
    Rowqueue rowqueue =
        queue()
            .start(
                queue()
                    .rowqueue(Subscription.named(name, RoutedRow.class).handle(handled))
                    .route(name, RoutedRow.class));
    rowqueue.publish(name, RoutedRow.of("by name"));
    assertThat(handled.await(1).messages())
        .singleElement()
        .matches(job -> job.grp().equals(name) && job.text().equals("by name"));
    assertThatThrownBy(() -> rowqueue.publish(name, "a text"))
        .isInstanceOf(PublishException.class)
        .hasMessage(
            "publish to \"%s\" by route \"%s\": table routed_rows has no payload column, so a message cannot be published to it: publish a row, or add @Payload"
                .formatted(name, name));
    assertThatThrownBy(
            () ->
                queue()
                    .start(
                        queue()
                            .rowqueue(Subscription.named(name, String.class).handle(Notes.acking()))
                            .route(name, RoutedRow.class)))
        .isInstanceOf(StartException.class)
        .hasMessageContaining(
            "subscription \"%s\" by name: its messages are declared as java.lang.String, but route \"%s\" leads to a table without a payload, whose rows are %s"
                .formatted(name, name, RoutedRow.class.getName()));
  }

  @Test
  @DisplayName(
      "B245: an insert that fails names the name published to, the route, the table and the row class")
  default void a_failing_insert_names_name_route_table_and_class() throws Exception {
    String name = QueueFixture.newGroup();
    queue().emptied(RoutedRow.class);
    Rowqueue rowqueue = queue().start(queue().rowqueue().route(name + ".*", RoutedRow.class));
    queue().execute("drop table " + queue().q("routed_rows"));
    try {
      assertThatThrownBy(() -> rowqueue.publish(name + ".x", RoutedRow.of(name)))
          .isInstanceOf(StatementException.class)
          .hasMessageStartingWith(
              "publish to \"%s.x\" by route \"%s.*\", table routed_rows (record RoutedRow): statement "
                  .formatted(name, name))
          .hasMessageContaining("/insert failed: ");
    } finally {
      queue().createTable(RoutedRow.class);
    }
  }

  @ParameterizedTest
  @MethodSource("forms")
  @DisplayName("B246: after the close a publish by name or by a kept publisher is refused")
  default void after_the_close_publishes_are_refused(JobForm form) throws Exception {
    String name = QueueFixture.newGroup();
    Rowqueue rowqueue = queue().start(queue().rowqueue().route(name, form.rowClass()));
    var publisher = form.publisher(rowqueue);
    rowqueue.close();
    assertThatThrownBy(() -> rowqueue.publish(name, "late"))
        .isInstanceOf(ClosedException.class)
        .hasMessageStartingWith("publish to \"%s\": ".formatted(name));
    assertThatThrownBy(() -> publisher.publishMessage("late", PublishOptions.to(name)))
        .isInstanceOf(ClosedException.class)
        .hasMessageStartingWith("publish to table " + form.table() + ": ");
    assertThatThrownBy(() -> form.publisher(rowqueue)).isInstanceOf(ClosedException.class);
    assertThat(queue().rows(form, name)).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("forms")
  @DisplayName("An option of another group than the name is refused")
  default void an_option_of_another_group_is_refused(JobForm form) throws Exception {
    String name = QueueFixture.newGroup();
    Rowqueue rowqueue = queue().start(queue().rowqueue().route("*", form.rowClass()));
    assertThatThrownBy(() -> rowqueue.publish(name, "x", PublishOptions.to("other")))
        .isInstanceOf(PublishException.class)
        .hasMessage(
            "publish to \"%s\" by route \"*\": an option sets group other, but the name published to is the group: publish to \"other\", or leave the option out"
                .formatted(name));
    assertThat(queue().rows(form, name)).isEmpty();
  }
}
