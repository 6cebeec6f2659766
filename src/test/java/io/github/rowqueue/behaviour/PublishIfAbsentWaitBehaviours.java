package io.github.rowqueue.behaviour;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowqueue.publish.PublishOptions;
import io.github.rowqueue.publish.Publisher;
import java.sql.Connection;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What becomes of a row that another transaction has written and not yet committed, where several
 * can write at a time.
 */
interface PublishIfAbsentWaitBehaviours extends PublishIfAbsentBehaviours {

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  @DisplayName(
      "A row another transaction is about to write counts by how that ends, and both go on")
  default void a_row_under_way_counts_by_how_its_transaction_ends(boolean committed)
      throws Exception {
    String group = QueueFixture.newGroup();
    Publisher<OnceJob> jobs = onceJobsPublisher();
    ExecutorService other = Executors.newSingleThreadExecutor();
    try (Connection first = queue().pool().getConnection()) {
      first.setAutoCommit(false);
      OnceJob job = OnceJob.of(group, group, null);
      assertThat(jobs.publishIfAbsent(first, job, PublishOptions.NONE, "orderNo")).isTrue();
      CountDownLatch started = new CountDownLatch(1);
      Future<Boolean> second =
          other.submit(
              () -> {
                try (Connection connection = queue().pool().getConnection()) {
                  connection.setAutoCommit(false);
                  started.countDown();
                  boolean written =
                      jobs.publishIfAbsent(connection, job, PublishOptions.NONE, "orderNo");
                  jobs.publishIfAbsent(
                      connection,
                      OnceJob.of(group, group + " goes on", null),
                      PublishOptions.NONE,
                      "orderNo");
                  connection.commit();
                  return written;
                }
              });
      assertThat(started.await(QueueFixture.LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
      if (committed) {
        first.commit();
      } else {
        first.rollback();
      }
      assertThat(second.get(QueueFixture.LIMIT.toSeconds(), TimeUnit.SECONDS))
          .isEqualTo(!committed);
      assertThat(queue().count("once_jobs", "%s = '%s'".formatted(queue().q("grp"), group)))
          .isEqualTo(2);
    } finally {
      other.shutdownNow();
    }
  }
}
