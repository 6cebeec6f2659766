package io.github.rowqueue.behaviour;

import io.github.rowqueue.codec.Codecs;
import io.github.rowqueue.subscribe.Subscription;
import io.github.rowqueue.subscribe.SubscriptionBuilder;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;

/** A table of groups that are kept in order, alone in their table. */
record AllGroups(QueueFixture queue, FifoForm form) {

  static AllGroups create(QueueFixture queue, FifoForm form) throws SQLException {
    queue.emptied(form.rowClass());
    return new AllGroups(queue, form);
  }

  SubscriptionBuilder<String> subscription() {
    return Subscription.allGroups(form.rowClass()).codec(Codecs.text());
  }

  FifoJobs group(String name) {
    return new FifoJobs(queue, form, name);
  }

  void insert(String group, String... payloads) throws SQLException {
    queue.insert(form.table(), group, List.of(payloads));
  }

  /** {@code rows} rows in each of {@code groups} groups, a row of each in turn: g0-0, g1-0 …. */
  void insertMany(int groups, int rows) throws SQLException {
    String sql =
        "insert into %s (%s, %s) values (?, ?)"
            .formatted(queue.q(form.table()), queue.q("grp"), queue.q("payload"));
    try (Connection connection = queue.database().dataSource().getConnection();
        PreparedStatement insert = connection.prepareStatement(sql)) {
      connection.setAutoCommit(false);
      for (int row = 0; row < rows; row++) {
        for (int group = 0; group < groups; group++) {
          insert.setString(1, "g" + group);
          insert.setString(2, "g" + group + "-" + row);
          insert.addBatch();
        }
        insert.executeBatch();
      }
      connection.commit();
    }
  }

  List<StoredJob> rows(String group) throws SQLException {
    return queue.rows(form.table(), form == FifoForm.LEASE, group);
  }

  void awaitGone() throws InterruptedException {
    group("any").awaitGone();
  }
}
