package io.github.rowqueue.behaviour;

import io.github.rowqueue.subscribe.SubscriptionBuilder;
import java.sql.SQLException;
import java.util.List;

/** A group of jobs that is kept in order. */
record FifoJobs(QueueFixture queue, FifoForm form, String group) {

  /** Rows of the payloads "1", "2" … in a group of its own, alone in its table. */
  static FifoJobs create(QueueFixture queue, FifoForm form, String... payloads)
      throws SQLException {
    queue.emptied(form.rowClass());
    FifoJobs jobs = new FifoJobs(queue, form, QueueFixture.newGroup());
    jobs.insert(payloads);
    return jobs;
  }

  SubscriptionBuilder<String> subscription() {
    return form.subscription(group);
  }

  void insert(String... payloads) throws SQLException {
    queue.insert(form.table(), group, List.of(payloads));
  }

  void insertAhead(String payload) throws SQLException {
    queue.update(
        "insert into %s (%s, %s, %s) values ('%s', -1, '%s')"
            .formatted(
                queue.q(form.table()),
                queue.q("grp"),
                queue.q("priority"),
                queue.q("payload"),
                group,
                payload));
  }

  void change(String payload, String column, String value) throws SQLException {
    queue.update(
        "update %s set %s = %s where %s = '%s'"
            .formatted(queue.q(form.table()), queue.q(column), value, queue.q("payload"), payload));
  }

  void awaitGone() throws InterruptedException {
    awaitCount(0);
  }

  void awaitCount(int rows) throws InterruptedException {
    QueueFixture.await(
        rows + " rows in " + form.table(),
        () -> QueueFixture.unchecked(() -> queue.count(form.table(), "1 = 1")) == rows);
  }
}
