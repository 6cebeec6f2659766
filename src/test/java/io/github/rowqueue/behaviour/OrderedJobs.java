package io.github.rowqueue.behaviour;

import io.github.rowqueue.codec.Codecs;
import io.github.rowqueue.subscribe.Subscription;
import io.github.rowqueue.subscribe.SubscriptionBuilder;
import io.github.rowqueue.table.ClaimForm;
import io.github.rowqueue.table.Table;
import io.github.rowqueue.table.TableSpec;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;

/**
 * Jobs of one group whose keys are in order. Payloads begin with the row's key and a colon; without
 * a colon the key is null.
 */
record OrderedJobs(QueueFixture queue, Class<?> rowClass, String group) {

  /** A group of its own, alone in its table. */
  static OrderedJobs create(QueueFixture queue, Class<?> rowClass, String... payloads)
      throws SQLException {
    queue.emptied(rowClass);
    OrderedJobs jobs = new OrderedJobs(queue, rowClass, QueueFixture.newGroup());
    jobs.insert(payloads);
    return jobs;
  }

  TableSpec spec() {
    return Table.of(rowClass).spec();
  }

  String table() {
    return spec().table().name();
  }

  SubscriptionBuilder<String> subscription() {
    return Subscription.of(group, rowClass).codec(Codecs.text());
  }

  void insert(String... payloads) throws SQLException {
    insert(0, Arrays.asList(payloads));
  }

  void insert(int priority, List<String> payloads) throws SQLException {
    String sql =
        "insert into %s (%s, %s, %s, %s) values (?, ?, ?, ?)"
            .formatted(
                queue.q(table()),
                queue.q("grp"),
                queue.q("account"),
                queue.q("priority"),
                queue.q("payload"));
    try (Connection connection = queue.database().dataSource().getConnection();
        PreparedStatement insert = connection.prepareStatement(sql)) {
      connection.setAutoCommit(false);
      for (String payload : payloads) {
        insert.setString(1, group);
        insert.setString(2, KeyedJobs.key(payload));
        insert.setInt(3, priority);
        insert.setString(4, payload);
        insert.addBatch();
      }
      insert.executeBatch();
      connection.commit();
    }
  }

  void change(String payload, String column, String value) throws SQLException {
    queue.update(
        "update %s set %s = %s where %s = '%s'"
            .formatted(queue.q(table()), queue.q(column), value, queue.q("payload"), payload));
  }

  List<StoredJob> rows() throws SQLException {
    return queue.rows(table(), spec().form() == ClaimForm.LEASE, group);
  }

  void awaitGone() throws InterruptedException {
    QueueFixture.await("no rows of " + group, () -> QueueFixture.unchecked(this::rows).isEmpty());
  }
}
