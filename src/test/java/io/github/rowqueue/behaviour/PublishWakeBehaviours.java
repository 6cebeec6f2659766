package io.github.rowqueue.behaviour;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.rowqueue.Rowqueue;
import io.github.rowqueue.RowqueueBuilder;
import io.github.rowqueue.codec.Codecs;
import io.github.rowqueue.error.PublishException;
import io.github.rowqueue.publish.PublishOptions;
import io.github.rowqueue.publish.Publisher;
import io.github.rowqueue.subscribe.Subscription;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whom a publish of this process wakes, and whom it does not. */
interface PublishWakeBehaviours extends Behaviours {

  /** Subscriptions that have looked once, and look again only when they are woken. */
  private Rowqueue unpolled(RowqueueBuilder builder, Claims claims, String... names)
      throws InterruptedException {
    Rowqueue rowqueue =
        queue().start(builder.pollInterval(Duration.ofMinutes(10)).listener(claims));
    for (String name : names) {
      claims.await(name, 1);
    }
    return rowqueue;
  }

  @ParameterizedTest
  @MethodSource("forms")
  @DisplayName(
      "B250: in a grouped table a publish wakes the subscription of its group and no other")
  default void a_publish_wakes_its_group_alone(JobForm form) throws Exception {
    String group = QueueFixture.newGroup();
    String other = QueueFixture.newGroup();
    Notes<String> handled = Notes.acking();
    Claims claims = new Claims();
    Rowqueue rowqueue =
        unpolled(
            queue()
                .rowqueue(
                    form.subscription(group).handle(handled),
                    form.subscription(other).handle(Notes.acking())),
            claims,
            group,
            other);
    for (int i = 1; i <= 10; i++) {
      form.publisher(rowqueue).publishMessage("x", PublishOptions.to(group));
      handled.await(i);
    }
    assertThat(claims.of(other)).isEqualTo(1);
    assertThat(claims.of(group)).isGreaterThan(1);
  }

  @Test
  @DisplayName("B250: in a table without groups a publish wakes its one queue, whatever the name")
  default void without_groups_the_one_queue_is_woken() throws Exception {
    queue().emptied(BareLease.class);
    Notes<String> handled = Notes.acking();
    Claims claims = new Claims();
    Rowqueue rowqueue =
        unpolled(
            queue()
                .rowqueue(
                    Subscription.of("any name", BareLease.class)
                        .codec(Codecs.text())
                        .handle(handled))
                .route("another name", BareLease.class),
            claims,
            "any name");
    rowqueue.publish("another name", "x");
    rowqueue.publisher(BareLease.class).publishMessage("y");
    assertThat(handled.await(2).messages()).containsExactly("x", "y");
  }

  @ParameterizedTest
  @MethodSource("forms")
  @DisplayName("B251: no wake-up is lost, however publishes and claims overlap")
  default void no_wake_up_is_lost(JobForm form) throws Exception {
    String group = QueueFixture.newGroup();
    Notes<String> handled = Notes.acking();
    Claims claims = new Claims();
    Rowqueue rowqueue =
        unpolled(
            queue().rowqueue(form.subscription(group).workers(2).handle(handled)), claims, group);
    Publisher<?> publisher = form.publisher(rowqueue);
    ExecutorService publishers = Executors.newFixedThreadPool(2);
    try {
      List<Future<?>> published = new ArrayList<>();
      for (int i = 0; i < 100; i++) {
        String message = String.valueOf(i);
        published.add(
            publishers.submit(() -> publisher.publishMessage(message, PublishOptions.to(group))));
      }
      for (Future<?> one : published) {
        one.get(QueueFixture.LIMIT.toSeconds(), TimeUnit.SECONDS);
      }
    } finally {
      publishers.shutdownNow();
    }
    assertThat(handled.await(100).messages()).hasSize(100).doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @MethodSource("forms")
  @DisplayName(
      "B252, PAINS 42: nobody is woken by a refused publish, or by one that is rolled back")
  default void nobody_is_woken_by_what_is_not_committed(JobForm form) throws Exception {
    String group = QueueFixture.newGroup();
    Claims claims = new Claims();
    List<Runnable> wakes = new ArrayList<>();
    Rowqueue rowqueue =
        unpolled(
            queue()
                .rowqueue(form.subscription(group).handle(Notes.acking()))
                .afterCommit((connection, wake) -> wakes.add(wake)),
            claims,
            group);
    Publisher<?> publisher = form.publisher(rowqueue);
    PublishOptions refused = PublishOptions.to(group).headers(Map.of("trace", "7f3a"));
    assertThatThrownBy(() -> publisher.publishMessage("refused", refused))
        .isInstanceOf(PublishException.class);
    try (Connection connection = queue().pool().getConnection()) {
      connection.setAutoCommit(false);
      publisher.publishMessage(connection, "undone", PublishOptions.to(group));
      connection.rollback();
    }
    assertThat(wakes).as("run after a commit only").hasSize(1);
    assertThat(claims.of(group)).isEqualTo(1);
    assertThat(queue().rows(form, group)).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("forms")
  @DisplayName("A hook of the service's runs the wake-ups after the service's own commit")
  default void a_hook_wakes_after_the_services_commit(JobForm form) throws Exception {
    String group = QueueFixture.newGroup();
    String other = QueueFixture.newGroup();
    Notes<String> handled = Notes.acking();
    Claims claims = new Claims();
    List<Runnable> wakes = new ArrayList<>();
    List<Connection> hooked = new ArrayList<>();
    Rowqueue rowqueue =
        unpolled(
            queue()
                .rowqueue(
                    form.subscription(group).handle(handled),
                    form.subscription(other).handle(Notes.acking()))
                .afterCommit(
                    (connection, wake) -> {
                      hooked.add(connection);
                      wakes.add(wake);
                    }),
            claims,
            group,
            other);
    try (Connection connection = queue().pool().getConnection()) {
      connection.setAutoCommit(false);
      form.publisher(rowqueue)
          .publishMessages(connection, List.of("1", "2"), PublishOptions.to(group));
      assertThat(claims.of(group)).isEqualTo(1);
      connection.commit();
      assertThat(hooked).containsExactly(connection);
    }
    wakes.forEach(Runnable::run);
    assertThat(handled.await(2).messages()).containsExactly("1", "2");
    assertThat(claims.of(other)).isEqualTo(1);
    rowqueue.close();
    wakes.forEach(Runnable::run); // as late as it may be
  }

  @ParameterizedTest
  @MethodSource("forms")
  @DisplayName(
      "In autocommit mode a row on the caller's connection wakes at once, without the hook")
  default void in_autocommit_mode_a_row_wakes_at_once(JobForm form) throws Exception {
    String group = QueueFixture.newGroup();
    Notes<String> handled = Notes.acking();
    Claims claims = new Claims();
    List<Runnable> wakes = new ArrayList<>();
    Rowqueue rowqueue =
        unpolled(
            queue()
                .rowqueue(form.subscription(group).handle(handled))
                .afterCommit((connection, wake) -> wakes.add(wake)),
            claims,
            group);
    try (Connection connection = queue().pool().getConnection()) {
      form.publisher(rowqueue).publishMessage(connection, "x", PublishOptions.to(group));
    }
    assertThat(handled.await(1).messages()).containsExactly("x");
    assertThat(wakes).isEmpty();
  }
}
