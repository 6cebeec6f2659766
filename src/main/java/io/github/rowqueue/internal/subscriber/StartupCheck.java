package io.github.rowqueue.internal.subscriber;

import io.github.rowqueue.dialect.Dialect;
import io.github.rowqueue.error.DialectException;
import io.github.rowqueue.error.StatementException;
import io.github.rowqueue.internal.jdbc.ColumnBinding;
import io.github.rowqueue.internal.jdbc.Database;
import io.github.rowqueue.internal.jdbc.ServerInfo;
import io.github.rowqueue.internal.jdbc.Session;
import io.github.rowqueue.internal.jdbc.TableBinding;
import io.github.rowqueue.subscribe.Subscription;
import io.github.rowqueue.subscribe.SubscriptionRules;
import io.github.rowqueue.table.ClaimForm;
import io.github.rowqueue.table.Role;
import java.sql.SQLException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Asks the database, before anything is claimed, whether the subscriptions can work on it. Reads
 * only, and reports everything at once.
 */
public final class StartupCheck {

  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  private final Database database;
  private final Dialect dialect;
  private final List<Subscription> subscriptions;
  private final Findings findings = Findings.none();
  private final Map<Subscription, TableBinding> bindings = new LinkedHashMap<>();

  private StartupCheck(Database database, List<Subscription> subscriptions) {
    this.database = database;
    this.dialect = database.dialect();
    this.subscriptions = List.copyOf(subscriptions);
  }

  /**
   * Checks all subscriptions, with the pool size HikariCP tells; see {@link #check(Database, List,
   * OptionalInt, int)}.
   */
  public static StartReport check(Database database, List<Subscription> subscriptions) {
    return check(database, subscriptions, database.poolSize(), 0);
  }

  /**
   * Checks all subscriptions.
   *
   * @param poolSize how many connections there are, where that is known
   * @param kept how many of them are kept to listen on
   * @throws StatementException if the database cannot be asked
   */
  public static StartReport check(
      Database database, List<Subscription> subscriptions, OptionalInt poolSize, int kept) {
    return new StartupCheck(database, subscriptions).run(poolSize, kept);
  }

  private StartReport run(OptionalInt poolSize, int kept) {
    for (Subscription subscription : subscriptions) {
      rules(subscription);
    }
    PoolCheck.check(subscriptions, PoolCheck.Uses.of(dialect), poolSize, kept, findings);
    boolean second = poolSize.orElse(2) > 1;
    if (!subscriptions.isEmpty()) {
      try (Session session = database.open("start check", TIMEOUT)) {
        ask(session, second);
      } catch (SQLException refused) {
        throw new StatementException("start check", dialect.name() + "/start/catalog", refused);
      }
    }
    return new StartReport(findings.problems(), findings.warnings(), bindings);
  }

  /** What needs no database. */
  private void rules(Subscription subscription) {
    Findings about = findings.about(subscription);
    String prefix = Findings.where(subscription) + ": ";
    for (String problem : SubscriptionRules.problems(subscription)) {
      about.problem(problem.startsWith(prefix) ? problem.substring(prefix.length()) : problem);
    }
    if (subscription.spec().form() == ClaimForm.ROW_LOCK
        && subscription.maxAttempts().isPresent()) {
      about.warning(
          "the row lock form counts an attempt when it settles, so that a message whose handler ends the process is never parked by the cap: add @LockedUntil to a component for the lease form, if that can happen");
    }
    DeadLetterCheck.group(subscription, subscriptions, about);
  }

  private void ask(Session session, boolean second) throws SQLException {
    if (!isServed(session)) {
      return;
    }
    TableReading reading = new TableReading(session.connection(), dialect);
    ServerInfo server = ServerInfo.read(session.connection());
    KeysCheck keys = new KeysCheck(session, database);
    reading.journal(findings.about(subscriptions.get(0)));
    for (Subscription subscription : subscriptions) {
      Findings about = findings.about(subscription);
      boolean accepted = accepted(subscription, about);
      ExclusivityCheck.check(subscription.spec(), server, about);
      Optional<TableBinding> binding = reading.check(subscription, about);
      binding.ifPresent(table -> bindings.put(subscription, table));
      binding.ifPresent(table -> cap(subscription, table, about));
      if (accepted && !server.remote()) {
        binding.ifPresent(table -> keys.check(subscription, table, second, about));
      }
      // What cannot be built cannot be asked about.
      if (accepted && binding.isPresent() && SubscriptionRules.problems(subscription).isEmpty()) {
        OwnCheck.check(session, database, subscription, binding.get(), about);
      }
    }
  }

  /**
   * An attempt stops at what its column holds. Where the claim counts, the row carries one more
   * than the delivery under way, and the claim that parks it counts another.
   */
  private static void cap(Subscription subscription, TableBinding table, Findings about) {
    if (subscription.maxAttempts().isEmpty() || !table.spec().has(Role.ATTEMPT)) {
      return;
    }
    ColumnBinding attempt = table.column(Role.ATTEMPT);
    long most = attempt.maximum() - (table.spec().form() == ClaimForm.ROW_LOCK ? 0 : 2);
    if (subscription.maxAttempts().getAsInt() > most) {
      about.problem(
          "the cap of %d attempts is never reached, since column %s (@Attempt) counts to %d: use a cap of %d at most, or a wider type in the table and its description"
              .formatted(
                  subscription.maxAttempts().getAsInt(),
                  attempt.column().name(),
                  attempt.maximum(),
                  most));
    }
  }

  private boolean isServed(Session session) throws SQLException {
    String version = session.value(dialect.serverVersion(), rows -> rows.getString(1));
    try {
      dialect.requireServer(
          session.connection().getMetaData().getDatabaseProductName(), String.valueOf(version));
      return true;
    } catch (DialectException tooOld) {
      findings.about(subscriptions.get(0)).problem(String.valueOf(tooOld.getMessage()));
      return false;
    }
  }

  private boolean accepted(Subscription subscription, Findings about) {
    OwnCheck.fetch(dialect, subscription, about);
    try {
      dialect.requireTable(subscription.spec());
      if (subscription.transactionalHandler().isPresent()) {
        dialect.requireTransactions(subscription.spec());
      }
      return true;
    } catch (DialectException refused) {
      about.refused(subscription.spec(), refused);
      return false;
    }
  }
}
