package io.github.rowqueue.behaviour;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.rowqueue.Rowqueue;
import io.github.rowqueue.error.StatementException;
import io.github.rowqueue.publish.PublishOptions;
import io.github.rowqueue.publish.Publisher;
import io.github.rowqueue.subscribe.Subscription;
import io.github.rowqueue.table.Table;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Rows that are written unless they are there already (SPEC 8). */
interface PublishIfAbsentBehaviours extends Behaviours {

  private void onceJobs() throws SQLException {
    if (!queue().isNew(OnceJob.class)) {
      queue().emptied(OnceJob.class);
      return;
    }
    List<String> ddl = new ArrayList<>();
    for (String statement : queue().dialect().ddl(Table.of(OnceJob.class).spec())) {
      // Not every database has an index over a text without a limit.
      ddl.add(statement.replaceAll("(.order_no.|.code.) (text|longtext|clob)", "$1 varchar(200)"));
    }
    for (String column : List.of("order_no", "code")) {
      ddl.add(
          "create unique index %s on %s (%s)"
              .formatted(queue().q("once_" + column), queue().q("once_jobs"), queue().q(column)));
    }
    queue().created(OnceJob.class, ddl);
  }

  /** A publisher to an empty table. */
  default Publisher<OnceJob> onceJobsPublisher() throws SQLException {
    onceJobs();
    return queue().start().publisher(OnceJob.class);
  }

  private long rows(String group) throws SQLException {
    return queue().count("once_jobs", "%s = '%s'".formatted(queue().q("grp"), group));
  }

  @Test
  @DisplayName("A row is written once, and the answer says whether this call wrote it")
  default void a_row_is_written_once() throws Exception {
    String group = QueueFixture.newGroup();
    Publisher<OnceJob> jobs = onceJobsPublisher();
    String hostile = "it's 'once_jobs.once_code' for key 'once_code";
    for (String order : List.of("a", hostile)) {
      assertThat(jobs.publishIfAbsent(OnceJob.of(group, order, null), "orderNo")).isTrue();
      assertThat(jobs.publishIfAbsent(OnceJob.of(group, order, null), "order_no")).isFalse();
    }
    assertThat(rows(group)).isEqualTo(2);
  }

  @Test
  @DisplayName("B249, B252: a row that was written wakes its subscription, one that was not nobody")
  default void only_a_row_that_was_written_wakes() throws Exception {
    String group = QueueFixture.newGroup();
    onceJobs();
    Notes<OnceJob> handled = Notes.acking();
    Events events = new Events();
    Rowqueue rowqueue =
        queue()
            .start(
                queue()
                    .rowqueue(Subscription.of(group, OnceJob.class).handle(handled))
                    .pollInterval(Duration.ofMinutes(10))
                    .listener(events));
    events.awaitIdle();
    Publisher<OnceJob> jobs = rowqueue.publisher(OnceJob.class);
    queue()
        .start()
        .publisher(OnceJob.class)
        .publish(OnceJob.of(QueueFixture.newGroup(), "there", null));
    assertThat(jobs.publishIfAbsent(OnceJob.of(group, "there", null), "orderNo")).isFalse();
    assertThat(jobs.publishIfAbsent(OnceJob.of(group, "new", null), "orderNo")).isTrue();
    assertThat(handled.await(1).messages()).extracting(OnceJob::orderNo).containsExactly("new");
  }

  @Test
  @DisplayName("Another unique index is no answer but an error, and nothing is written")
  default void another_unique_index_is_an_error() throws Exception {
    String group = QueueFixture.newGroup();
    Publisher<OnceJob> jobs = onceJobsPublisher();
    String code = "x' for key 'once_jobs.once_order_no";
    assertThat(jobs.publishIfAbsent(OnceJob.of(group, "a", code), "orderNo")).isTrue();
    assertThatThrownBy(() -> jobs.publishIfAbsent(OnceJob.of(group, "b", code), "orderNo"))
        .isInstanceOf(StatementException.class)
        .hasMessageContaining("publisher of table once_jobs")
        .hasMessageContaining("/lease/insert-if-absent");
    assertThat(jobs.publishIfAbsent(OnceJob.of(group, "b", code), "code")).isFalse();
    try (Connection connection = queue().pool().getConnection()) {
      connection.setAutoCommit(false);
      assertThatThrownBy(
              () ->
                  jobs.publishIfAbsent(
                      connection, OnceJob.of(group, "c", code), PublishOptions.NONE, "orderNo"))
          .isInstanceOf(SQLException.class);
      connection.rollback();
    }
    assertThat(rows(group)).isEqualTo(1);
  }

  @Test
  @DisplayName("The caller's transaction goes on after the answer that the row is there")
  default void the_callers_transaction_goes_on() throws Exception {
    String group = QueueFixture.newGroup();
    Publisher<OnceJob> jobs = onceJobsPublisher();
    jobs.publish(OnceJob.of(group, "there", null));
    try (Connection connection = queue().pool().getConnection()) {
      connection.setAutoCommit(false);
      List<Boolean> answers = new ArrayList<>();
      for (String order : List.of("first", "there", "first", "second", "there")) {
        boolean written =
            jobs.publishIfAbsent(
                connection, OnceJob.of(group, order, null), PublishOptions.NONE, "orderNo");
        answers.add(written);
      }
      assertThat(answers).containsExactly(true, false, false, true, false);
      connection.commit();
    }
    assertThat(rows(group)).isEqualTo(3);
  }

  @Test
  @DisplayName("Of several publishers of one row at a time, one has written it")
  default void of_several_publishers_one_has_written_it() throws Exception {
    String group = QueueFixture.newGroup();
    Publisher<OnceJob> jobs = onceJobsPublisher();
    int threads = 4;
    int rounds = 25;
    ExecutorService publishers = Executors.newFixedThreadPool(threads);
    try {
      CyclicBarrier together = new CyclicBarrier(threads);
      List<Future<List<Boolean>>> answers = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        answers.add(
            publishers.submit(
                () -> {
                  List<Boolean> written = new ArrayList<>();
                  for (int round = 0; round < rounds; round++) {
                    together.await(QueueFixture.LIMIT.toSeconds(), TimeUnit.SECONDS);
                    OnceJob job = OnceJob.of(group, "order " + round, null);
                    written.add(jobs.publishIfAbsent(job, "orderNo"));
                  }
                  return written;
                }));
      }
      List<List<Boolean>> all = new ArrayList<>();
      for (Future<List<Boolean>> answer : answers) {
        all.add(answer.get(QueueFixture.LIMIT.toSeconds(), TimeUnit.SECONDS));
      }
      assertThat(IntStream.range(0, rounds).boxed().toList())
          .allMatch(round -> all.stream().filter(one -> one.get(round)).count() == 1);
      assertThat(rows(group)).isEqualTo(rounds);
    } finally {
      publishers.shutdownNow();
    }
  }
}
