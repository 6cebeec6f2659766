package io.github.rowqueue.behaviour;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowqueue.publish.ListenNotify;
import io.github.rowqueue.publish.PublishOptions;
import io.github.rowqueue.publish.Publisher;
import io.github.rowqueue.servers.DatabaseKind;
import io.github.rowqueue.servers.OnDatabase;
import io.github.rowqueue.subscribe.Backoff;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.table.Table;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whatever way a row is published, other processes are told of it when it is committed. No
 * subscription here ever polls.
 */
@OnDatabase(DatabaseKind.POSTGRESQL)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class ListenNotifyPublishTest {

  private static final ListenNotify DEFAULTS = ListenNotify.defaults();

  private QueueFixture queue;

  @BeforeAll
  void open() throws Exception {
    queue = new QueueFixture(DatabaseKind.POSTGRESQL, 4);
    queue.createTable(LeaseJob.class);
    queue.createTable(LockJob.class);
    List<String> ddl = new ArrayList<>(queue.dialect().ddl(Table.of(OnceJob.class).spec()));
    ddl.add("create unique index once_order on once_jobs (order_no)");
    queue.created(OnceJob.class, ddl);
  }

  @AfterAll
  void close() {
    queue.close();
  }

  static Stream<ListenNotify> sendings() {
    return Stream.of(DEFAULTS, DEFAULTS.inTransaction());
  }

  static Stream<Arguments> sendingsAndForms() {
    return sendings()
        .flatMap(how -> Stream.of(JobForm.values()).map(form -> Arguments.of(how, form)));
  }

  @ParameterizedTest
  @MethodSource("sendingsAndForms")
  @DisplayName(
      "A row of a handler's transaction, on its connection or as its reply, is handled by another process after the commit")
  void what_a_handler_in_a_transaction_publishes_is_told_of(ListenNotify how, JobForm form)
      throws Exception {
    String group = QueueFixture.newGroup();
    Notes<String> handled = Notes.acking();
    AtomicReference<Publisher<?>> publisher = new AtomicReference<>();
    try (ListeningProcess writer =
            ListeningProcess.start(
                queue,
                builder -> builder.listenNotify(how).route("*", form.rowClass()),
                form.subscription(group)
                    .backoff(Backoff.fixed(Duration.ofMillis(1)))
                    .handleInTransaction(
                        (message, delivery, connection) -> {
                          long attempt = delivery.attempt().orElseThrow();
                          publisher
                              .get()
                              .publishMessage(
                                  connection,
                                  "published " + attempt,
                                  PublishOptions.to(group + ".published"));
                          return attempt == 1
                              ? Outcome.retry()
                              : Outcome.ack().publish(group + ".reply", "reply " + attempt);
                        }));
        ListeningProcess reader =
            ListeningProcess.start(
                queue,
                how,
                form.subscription(group + ".published").handle(handled),
                form.subscription(group + ".reply").handle(handled))) {
      publisher.set(form.publisher(writer.rowqueue));
      writer.rowqueue.publish(group, "x");
      assertThat(handled.await(2).messages()).containsExactlyInAnyOrder("published 2", "reply 2");
      assertThat(queue.rows(form, group)).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource(JobForm.class)
  @DisplayName("A reply of an ack is handled by another process after the commit")
  void a_reply_is_told_of(JobForm form) throws Exception {
    String group = QueueFixture.newGroup();
    Notes<String> handled = Notes.acking();
    for (ListenNotify how : sendings().toList()) {
      try (ListeningProcess writer =
              ListeningProcess.start(
                  queue,
                  builder -> builder.listenNotify(how).route("*", form.rowClass()),
                  form.subscription(group)
                      .handle(
                          (message, delivery) ->
                              Outcome.ack().publish(group + ".reply", message)));
          ListeningProcess reader =
              ListeningProcess.start(
                  queue, how, form.subscription(group + ".reply").handle(handled))) {
        int before = handled.count();
        writer.rowqueue.publish(group, "x");
        handled.await(before + 1);
      }
    }
    assertThat(handled.messages()).containsExactly("x", "x");
  }

  @ParameterizedTest
  @MethodSource("sendings")
  @DisplayName("publishIfAbsent tells of a row it has written, and of no other")
  void publish_if_absent_tells_of_what_it_writes(ListenNotify how) throws Exception {
    String group = QueueFixture.newGroup();
    String last = QueueFixture.newGroup();
    try (ListeningProcess writer = ListeningProcess.start(queue, how);
        Observer observer = new Observer(queue, "public.once_jobs")) {
      Publisher<OnceJob> jobs = writer.rowqueue.publisher(OnceJob.class);
      assertThat(jobs.publishIfAbsent(OnceJob.of(group, group, null), "orderNo")).isTrue();
      assertThat(jobs.publishIfAbsent(OnceJob.of("unseen", group, null), "orderNo")).isFalse();
      try (Connection connection = queue.database().dataSource().getConnection()) {
        assertThat(
                jobs.publishIfAbsent(
                    connection, OnceJob.of("unseen", group, null), PublishOptions.NONE, "orderNo"))
            .isFalse();
        assertThat(
                jobs.publishIfAbsent(
                    connection, OnceJob.of(last, last, null), PublishOptions.NONE, "orderNo"))
            .isTrue();
      }
      assertThat(observer.upTo(last)).containsExactly(group, last);
    }
  }

  @ParameterizedTest
  @MethodSource("sendings")
  @DisplayName("A caller's transaction tells with its hook or by itself, and never if it is undone")
  void a_callers_transaction_tells_after_its_commit(ListenNotify how) throws Exception {
    String group = QueueFixture.newGroup();
    AtomicReference<Runnable> wake = new AtomicReference<>(() -> {});
    try (ListeningProcess writer =
            ListeningProcess.start(
                queue,
                builder ->
                    builder
                        .listenNotify(how)
                        .route("*", LeaseJob.class)
                        .afterCommit((connection, action) -> wake.set(action)));
        Observer observer = new Observer(queue, "public.lease_jobs");
        Connection connection = queue.database().dataSource().getConnection()) {
      connection.setAutoCommit(false);
      writer.rowqueue.publish(connection, "undone", "x", PublishOptions.NONE);
      connection.rollback();
      writer.rowqueue.publish(connection, group, "x", PublishOptions.NONE);
      connection.commit();
      wake.get().run();
      assertThat(observer.upTo(group)).containsExactly(group);
    }
  }
}
