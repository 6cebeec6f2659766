package io.github.rowqueue.internal.subscriber;

import io.github.rowqueue.error.DialectException;
import io.github.rowqueue.error.StatementException;
import io.github.rowqueue.internal.jdbc.ChannelNames;
import io.github.rowqueue.internal.jdbc.Database;
import io.github.rowqueue.internal.jdbc.Listening;
import io.github.rowqueue.internal.jdbc.Session;
import io.github.rowqueue.internal.publish.Route;
import io.github.rowqueue.publish.ListenNotify;
import io.github.rowqueue.publish.ListenNotify.Sending;
import io.github.rowqueue.subscribe.Subscription;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;

/** Whether a {@code Rowqueue} can listen and notify as its settings want. */
public final class ListenCheck {

  private static final String WHERE = "listenNotify()";
  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  private final Database database;
  private final ListenNotify options;
  private final Findings findings = Findings.at(WHERE);

  private ListenCheck(Database database, ListenNotify options) {
    this.database = database;
    this.options = options;
  }

  /**
   * What keeps it from that.
   *
   * @param routes lead names to tables that rows are published to
   * @param poolSize how many connections there are, where that is known
   * @throws StatementException if the database cannot be asked
   */
  public static List<Finding> problems(
      Database database,
      List<Subscription> subscriptions,
      List<Route<?>> routes,
      ListenNotify options,
      OptionalInt poolSize) {
    ListenCheck check = new ListenCheck(database, options);
    check.run(subscriptions, routes, poolSize);
    return check.findings.problems();
  }

  private void run(List<Subscription> subscriptions, List<Route<?>> routes, OptionalInt poolSize) {
    if (database.dialect().channels().isEmpty()) {
      findings.problem(
          "%s has no LISTEN and NOTIFY, which PostgreSQL alone has: leave listenNotify() out; rows of other processes are found by the poll"
              .formatted(database.dialect().name()));
      return;
    }
    if (options.sending() != Sending.NEVER) {
      routes.forEach(this::channel);
    }
    if (subscriptions.isEmpty()) {
      return; // it only publishes, and listens to nothing
    }
    subscriptions.forEach(this::channel);
    if (options.connection().isEmpty() && poolSize.orElse(2) < 2) {
      findings.problem(
          "it keeps one connection of the pool to listen on, and the pool has 1, so that none would be left: enlarge the pool, or have it listen outside of it, by ListenNotify.defaults().connection(…)");
      return; // even the check might wait in vain
    }
    connection();
  }

  private void channel(Subscription subscription) {
    try {
      String unused = new ChannelNames(database).of(subscription.spec().table());
    } catch (DialectException tooLong) {
      findings.about(subscription).problem(String.valueOf(tooLong.getMessage()));
    }
  }

  private void channel(Route<?> route) {
    try {
      String unused = new ChannelNames(database).of(route.table().spec().table());
    } catch (DialectException tooLong) {
      findings.problem("route \"%s\": %s".formatted(route.pattern(), tooLong.getMessage()));
    }
  }

  private void connection() {
    Database listened = options.connection().map(database::through).orElse(database);
    try (Session session = listened.open(WHERE, TIMEOUT)) {
      if (!Listening.isPossible(session.connection())) {
        findings.problem(
            "the driver hands out no notifications, since there is no org.postgresql.PGConnection (pgjdbc) behind its connections: use that driver, or leave listenNotify() out");
      }
      sameDatabase(session.connection().getCatalog());
    } catch (SQLException | StatementException away) {
      findings.problem(
          "no connection to listen on: %s; check the data source it was given"
              .formatted(away.getMessage()));
    }
  }

  private void sameDatabase(String other) throws SQLException {
    if (options.connection().isEmpty()) {
      return;
    }
    try (Session session = database.open(WHERE, TIMEOUT)) {
      String ours = session.connection().getCatalog();
      if (!Objects.equals(ours, other)) {
        findings.problem(
            "its connection is to the database \"%s\" and the pool's to \"%s\", and notifications stay within one database: give it a data source of the latter"
                .formatted(other, ours));
      }
    }
  }
}
