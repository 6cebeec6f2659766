package io.github.rowqueue;

import io.github.rowqueue.dialect.Dialect;
import io.github.rowqueue.error.AlreadySubscribedException;
import io.github.rowqueue.error.DialectException;
import io.github.rowqueue.error.StartException;
import io.github.rowqueue.error.StatementException;
import io.github.rowqueue.internal.jdbc.Database;
import io.github.rowqueue.internal.publish.RouteTable;
import io.github.rowqueue.internal.subscriber.Engine;
import io.github.rowqueue.internal.subscriber.EngineSettings;
import io.github.rowqueue.internal.subscriber.Finding;
import io.github.rowqueue.internal.subscriber.ListenCheck;
import io.github.rowqueue.internal.subscriber.NamedSubscriptions;
import io.github.rowqueue.internal.subscriber.PublishingSettings;
import io.github.rowqueue.internal.subscriber.RouteCheck;
import io.github.rowqueue.internal.subscriber.StartReport;
import io.github.rowqueue.internal.subscriber.StartupCheck;
import io.github.rowqueue.publish.AfterCommit;
import io.github.rowqueue.subscribe.DeadLetterGroups;
import io.github.rowqueue.subscribe.Subscription;
import io.github.rowqueue.table.Role;
import io.github.rowqueue.table.TableName;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.BiFunction;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The steps from what a {@link RowqueueBuilder} has collected to what runs: connect, the start
 * actions, the checks. Each refuses by an exception, and nothing runs then.
 *
 * @param settings what holds for all subscriptions
 * @param all the subscriptions, those by name led to their tables
 * @param routes where names lead
 * @param afterCommit the service's hook, if it gave one
 * @param dialects the dialect for a product and its version
 */
record Startup(
    EngineSettings settings,
    NamedSubscriptions all,
    RouteTable routes,
    Optional<AfterCommit> afterCommit,
    BiFunction<String, String, Dialect> dialects) {

  private static final Logger LOG = LoggerFactory.getLogger(RowqueueBuilder.class);

  /**
   * Asks nothing of the database.
   *
   * @throws AlreadySubscribedException if two subscriptions read one queue
   */
  static Startup of(
      EngineSettings settings,
      List<Subscription> subscriptions,
      RouteTable routes,
      Optional<AfterCommit> afterCommit,
      BiFunction<String, String, Dialect> dialects) {
    NamedSubscriptions all = NamedSubscriptions.of(subscriptions, routes);
    checkQueues(all.subscriptions());
    return new Startup(settings, all, routes, afterCommit, dialects);
  }

  private static void checkQueues(List<Subscription> subscriptions) {
    for (Subscription subscription : subscriptions) {
      checkBesideAllGroups(subscription, subscriptions);
    }
    Map<String, String> queues = new HashMap<>();
    for (Subscription subscription : subscriptions) {
      String first = queues.putIfAbsent(subscription.queue(), subscription.name());
      if (first != null) {
        throw new AlreadySubscribedException(subscription.queue(), first, subscription.name());
      }
    }
  }

  private static void checkBesideAllGroups(Subscription one, List<Subscription> subscriptions) {
    if (one.servesAllGroups() || !one.spec().has(Role.GROUP)) {
      return;
    }
    TableName table = one.spec().table();
    for (Subscription all : subscriptions) {
      if (all.servesAllGroups()
          && all.spec().table().equals(table)
          && !DeadLetterGroups.of(table, subscriptions).contains(one.name())) {
        throw AlreadySubscribedException.besideAllGroups(one.queue(), all.name(), one.name());
      }
    }
  }

  /** Starts it on {@code pool}, which is the caller's to close if this is refused. */
  Rowqueue start(Pool pool, List<RowqueueBuilder.StartAction> actions) {
    Database database = connect(pool);
    run(actions, pool.dataSource());
    RouteCheck found = check(database);
    StartReport report = check(database, found).orThrow();
    report.warnings().forEach(warning -> LOG.warn("{}", warning));
    PublishingSettings publishing = new PublishingSettings(routes, found.tables(), afterCommit);
    return new Rowqueue(
        database, Engine.start(database, settings, publishing, report.bindings()), pool::close);
  }

  /** What a start would find. */
  CheckReport check(Pool pool) {
    Database database = connect(pool);
    StartReport report = check(database, check(database));
    return new CheckReport(findings(report.problems()), findings(report.warnings()));
  }

  private static List<CheckReport.Finding> findings(List<Finding> findings) {
    return findings.stream()
        .map(finding -> new CheckReport.Finding(finding.where(), finding.text(), finding.ddl()))
        .toList();
  }

  private Database connect(Pool pool) {
    try {
      return Database.connect(pool.dataSource(), dialects);
    } catch (SQLException away) {
      throw new StartException(
          List.of(
              "no connection to the database: %s [SQLState %s]; check that it runs, its address and the credentials"
                  .formatted(away.getMessage(), away.getSQLState())),
          away);
    } catch (DialectException unknown) {
      throw new StartException(List.of(String.valueOf(unknown.getMessage())), unknown);
    }
  }

  private static void run(List<RowqueueBuilder.StartAction> actions, DataSource dataSource) {
    if (actions.isEmpty()) {
      return;
    }
    try (Connection connection = dataSource.getConnection()) {
      boolean autoCommit = connection.getAutoCommit();
      connection.setAutoCommit(true);
      try {
        for (RowqueueBuilder.StartAction action : actions) {
          action.run(connection);
        }
      } catch (SQLException | RuntimeException | Error failed) {
        undo(connection, autoCommit, failed);
        throw failed;
      }
      connection.setAutoCommit(autoCommit);
    } catch (SQLException refused) {
      throw new StartException(
          List.of("an onStart action failed: " + refused.getMessage()), refused);
    }
  }

  /** A transaction an action has begun and not ended is not committed by what follows. */
  private static void undo(Connection connection, boolean autoCommit, Throwable failed) {
    try {
      if (!connection.getAutoCommit()) {
        connection.rollback();
      }
      connection.setAutoCommit(autoCommit);
    } catch (SQLException gone) {
      failed.addSuppressed(gone);
    }
  }

  private RouteCheck check(Database database) {
    try {
      return RouteCheck.of(database, routes);
    } catch (StatementException away) {
      throw new StartException(List.of(String.valueOf(away.getMessage())), away);
    }
  }

  private StartReport check(Database database, RouteCheck found) {
    OptionalInt size =
        settings.connections().isPresent() ? settings.connections() : database.poolSize();
    List<Subscription> some = all.subscriptions();
    try {
      StartReport report =
          StartupCheck.check(database, some, size, settings.kept(some))
              .with(some, settings)
              .with(found.problems())
              .with(all.problems());
      return settings
          .listenNotify()
          .map(how -> report.with(ListenCheck.problems(database, some, routes.all(), how, size)))
          .orElse(report);
    } catch (StatementException away) {
      throw new StartException(List.of(String.valueOf(away.getMessage())), away);
    }
  }
}
