package io.github.rowqueue.ownership;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.github.rowqueue.Rowqueue;
import io.github.rowqueue.codec.Codecs;
import io.github.rowqueue.dialect.Dialect;
import io.github.rowqueue.faults.FaultyDataSource;
import io.github.rowqueue.publish.PublishOptions;
import io.github.rowqueue.publish.Publisher;
import io.github.rowqueue.servers.DatabaseKind;
import io.github.rowqueue.subscribe.Backoff;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.Subscription;
import io.github.rowqueue.subscribe.SubscriptionBuilder;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import javax.sql.DataSource;

/**
 * A service of three queues, each of which feeds the next, for {@link ChainCrashTest} to kill.
 * Arguments: database, JDBC URL, user, password, message, and the number of the execution it stops
 * before, where it prints {@code stopped}; if it gets through before that, {@code done}.
 */
final class ChainingService {

  private static final String NEXT = "next";
  private static final String LAST = "last";

  private ChainingService() {}

  public static void main(String[] arguments) throws Exception {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(arguments[1]);
    config.setUsername(arguments[2]);
    config.setPassword(arguments[3]);
    config.setMaximumPoolSize(8);
    DatabaseKind kind = DatabaseKind.valueOf(arguments[0]);
    CountDownLatch done = new CountDownLatch(1);
    CountDownLatch inserted = new CountDownLatch(1);
    try (HikariDataSource pool = new HikariDataSource(config)) {
      FaultyDataSource faults =
          new FaultyDataSource(pool, Workbench.dialect(kind), List.of(Workbench.JOBS), List.of());
      Rowqueue rowqueue = start(kind, faults, done::countDown);
      faults.on().skip(Integer.parseInt(arguments[5])).runsBefore(connection -> stop(inserted));
      insert(pool, Workbench.dialect(kind), arguments[4]); // beside the steps that are counted
      inserted.countDown();
      rowqueue.wake(Workbench.GROUP);
      done.await();
      rowqueue.close();
      say("done");
    }
  }

  private static void insert(DataSource pool, Dialect dialect, String message) throws SQLException {
    try (Connection connection = pool.getConnection();
        PreparedStatement insert =
            connection.prepareStatement(
                "insert into %s (%s, %s) values (?, ?)"
                    .formatted(
                        dialect.quote("jobs"), dialect.quote("payload"), dialect.quote("grp")))) {
      insert.setString(1, message);
      insert.setString(2, Workbench.GROUP);
      insert.executeUpdate();
    }
  }

  private static void stop(CountDownLatch inserted) throws InterruptedException {
    inserted.await(); // a poll may come to its step before there is a message
    say("stopped");
    new CountDownLatch(1).await();
  }

  private static void say(String line) {
    System.out.println(line);
    System.out.flush();
  }

  /**
   * Starts all queues: a lease table, a row lock table where there are row locks, and one whose
   * keys are locked.
   *
   * @param handled runs with the last handler of a message
   */
  static Rowqueue start(DatabaseKind kind, DataSource database, Runnable handled) {
    Class<?> second = kind == DatabaseKind.SQLITE ? Job.class : LockedJob.class;
    AtomicReference<Publisher<?>> toSecond = new AtomicReference<>();
    AtomicReference<Publisher<?>> toThird = new AtomicReference<>();
    CountDownLatch started = new CountDownLatch(1);
    Rowqueue rowqueue =
        Rowqueue.on(database)
            .pollInterval(Duration.ofMillis(100))
            .lease(Duration.ofSeconds(2))
            .subscribe(
                queue(Workbench.GROUP, Job.class)
                    .handleInTransaction(
                        (message, delivery, connection) -> {
                          started.await();
                          write(connection, "first " + message);
                          toSecond
                              .get()
                              .publishMessage(connection, message, PublishOptions.to(NEXT));
                          return Outcome.ack();
                        }),
                queue(NEXT, second)
                    .handleInTransaction(
                        (message, delivery, connection) -> {
                          started.await();
                          write(connection, "second " + message);
                          toThird
                              .get()
                              .publishMessage(connection, message, PublishOptions.to(LAST));
                          return Outcome.ack();
                        }),
                queue(LAST, KeyedJob.class)
                    .handleInTransaction(
                        (message, delivery, connection) -> {
                          write(connection, "third " + message);
                          handled.run();
                          return Outcome.ack();
                        }))
            .start();
    toSecond.set(rowqueue.publisher(second));
    toThird.set(rowqueue.publisher(KeyedJob.class));
    started.countDown();
    return rowqueue;
  }

  private static SubscriptionBuilder<String> queue(String name, Class<?> rowClass) {
    return Subscription.of(name, rowClass)
        .codec(Codecs.text())
        .backoff(Backoff.fixed(Duration.ofMillis(10)));
  }

  private static void write(Connection connection, String what) throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement("insert into effects (what) values (?)")) {
      insert.setString(1, what);
      insert.executeUpdate();
    }
  }
}
