package io.github.rowqueue.behaviour;

import io.github.rowqueue.codec.Codecs;
import io.github.rowqueue.internal.form.ProcessKeys;
import io.github.rowqueue.subscribe.Subscription;
import io.github.rowqueue.subscribe.SubscriptionBuilder;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The table of advisory jobs, and who holds which keys of it. */
final class AdvisoryLocks {

  private static final String TABLE = "advisory_jobs";

  private final QueueFixture queue;

  private AdvisoryLocks(QueueFixture queue) {
    this.queue = queue;
  }

  /** The table is created when it is first asked for. */
  static AdvisoryLocks on(QueueFixture queue) throws SQLException {
    queue.emptied(AdvisoryJob.class);
    return new AdvisoryLocks(queue);
  }

  SubscriptionBuilder<String> subscription(String group) {
    return Subscription.of(group, AdvisoryJob.class).codec(Codecs.text());
  }

  void insert(String group, @Nullable String account, String... payloads) throws SQLException {
    String sql =
        "insert into %s (%s, %s, %s) values (?, ?, ?)"
            .formatted(queue.q(TABLE), queue.q("grp"), queue.q("account"), queue.q("payload"));
    try (Connection connection = queue.database().dataSource().getConnection();
        PreparedStatement insert = connection.prepareStatement(sql)) {
      for (String payload : payloads) {
        insert.setString(1, group);
        insert.setString(2, account);
        insert.setString(3, payload);
        insert.addBatch();
      }
      insert.executeBatch();
    }
  }

  List<StoredJob> rows(String group) throws SQLException {
    return queue.rows(TABLE, false, group);
  }

  void awaitGone(String group) throws InterruptedException {
    QueueFixture.await(
        () -> "no rows of group %s: %s".formatted(group, QueueFixture.unchecked(() -> rows(group))),
        () -> QueueFixture.unchecked(() -> rows(group)).isEmpty());
  }

  /** How many keys of this database are held; on MySQL and MariaDB of {@code keys} only. */
  int held(String... keys) throws SQLException {
    return switch (queue.database().kind()) {
      case POSTGRESQL ->
          number(
              "select count(*) from pg_locks where locktype = 'advisory' and database ="
                  + " (select oid from pg_database where datname = current_database())");
      case MYSQL, MARIADB -> {
        int held = 0;
        for (String key : keys) {
          held +=
              number(
                  "select is_used_lock(concat(lower(database()), '.%s')) is not null"
                      .formatted(key));
        }
        yield held;
      }
      case SQLITE -> {
        Path file =
            ProcessKeys.canonical(
                    String.valueOf(queue.value("select file from pragma_database_list")))
                .orElseThrow();
        yield size("sqlite:" + file, Optional.of(file));
      }
      case H2 ->
          size(
              "h2:" + queue.value("select coalesce(database_path(), database())"),
              Optional.empty());
    };
  }

  private static int size(String place, Optional<Path> file) {
    try (ProcessKeys keys = ProcessKeys.open(place, file).orElseThrow()) {
      return keys.size();
    }
  }

  private int number(String sql) throws SQLException {
    return Integer.parseInt(String.valueOf(queue.value(sql)));
  }

  void awaitFree(String... keys) throws InterruptedException {
    QueueFixture.await(
        () -> "no key is held, now " + QueueFixture.unchecked(() -> held(keys)),
        () -> QueueFixture.unchecked(() -> held(keys)) == 0);
  }
}
