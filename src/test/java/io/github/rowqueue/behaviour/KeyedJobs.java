package io.github.rowqueue.behaviour;

import io.github.rowqueue.codec.Codecs;
import io.github.rowqueue.subscribe.Subscription;
import io.github.rowqueue.subscribe.SubscriptionBuilder;
import io.github.rowqueue.table.Table;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A group of jobs with keys. Payloads begin with the row's key and a colon; without a colon the key
 * is null.
 */
record KeyedJobs(QueueFixture queue, JobForm form, String group) {

  /** A group of its own, in a table that is created when it is first needed. */
  static KeyedJobs create(QueueFixture queue, JobForm form) throws SQLException {
    KeyedJobs jobs = new KeyedJobs(queue, form, QueueFixture.newGroup());
    queue.emptied(jobs.rowClass());
    return jobs;
  }

  Class<?> rowClass() {
    return form == JobForm.LEASE ? KeyedLease.class : KeyedLock.class;
  }

  String table() {
    return Table.of(rowClass()).spec().table().name();
  }

  SubscriptionBuilder<String> subscription() {
    return Subscription.of(group, rowClass()).codec(Codecs.text());
  }

  static @Nullable String key(String payload) {
    int colon = payload.indexOf(':');
    return colon < 0 ? null : payload.substring(0, colon);
  }

  /** The payloads that have a key, in their order. */
  static Map<String, List<String>> byKey(Iterable<String> payloads) {
    Map<String, List<String>> byKey = new HashMap<>();
    for (String payload : payloads) {
      String key = key(payload);
      if (key != null) {
        byKey.computeIfAbsent(key, any -> new ArrayList<>()).add(payload);
      }
    }
    return byKey;
  }

  void insert(List<String> payloads) throws SQLException {
    String sql =
        "insert into %s (%s, %s, %s) values (?, ?, ?)"
            .formatted(queue.q(table()), queue.q("grp"), queue.q("account"), queue.q("payload"));
    try (Connection connection = queue.database().dataSource().getConnection();
        PreparedStatement insert = connection.prepareStatement(sql)) {
      connection.setAutoCommit(false);
      for (String payload : payloads) {
        insert.setString(1, group);
        insert.setString(2, key(payload));
        insert.setString(3, payload);
        insert.addBatch();
      }
      insert.executeBatch();
      connection.commit();
    }
  }

  void insert(String... payloads) throws SQLException {
    insert(List.of(payloads));
  }

  List<StoredJob> rows() throws SQLException {
    return queue.rows(table(), form == JobForm.LEASE, group);
  }

  void awaitGone() throws InterruptedException {
    QueueFixture.await("no rows of " + group, () -> QueueFixture.unchecked(() -> rows()).isEmpty());
  }

  static void awaitClaimed(Events events, int rows) throws InterruptedException {
    QueueFixture.await(
        () -> rows + " claimed rows, now " + events.all(),
        () ->
            events.all().stream()
                    .filter(event -> event.kind().equals("claimed"))
                    .mapToInt(event -> (Integer) event.what())
                    .sum()
                >= rows);
  }
}
