package io.github.rowqueue.internal.subscriber;

import io.github.rowqueue.dialect.Dialect;
import io.github.rowqueue.dialect.Event;
import io.github.rowqueue.dialect.NamedSql;
import io.github.rowqueue.dialect.Statement;
import io.github.rowqueue.dialect.Write;
import io.github.rowqueue.error.DialectException;
import io.github.rowqueue.error.StatementException;
import io.github.rowqueue.internal.form.OwnWrites;
import io.github.rowqueue.internal.form.RowFetch;
import io.github.rowqueue.internal.form.Settlement;
import io.github.rowqueue.internal.jdbc.Database;
import io.github.rowqueue.internal.jdbc.FetchReader;
import io.github.rowqueue.internal.jdbc.Session;
import io.github.rowqueue.internal.jdbc.StatementProbe;
import io.github.rowqueue.internal.jdbc.TableBinding;
import io.github.rowqueue.subscribe.OwnAction;
import io.github.rowqueue.subscribe.OwnEvent;
import io.github.rowqueue.subscribe.Subscription;
import io.github.rowqueue.table.TableSpec;
import java.util.List;
import java.util.TreeSet;

/**
 * Whether the database understands what a service wrote itself: own statements are prepared, a
 * fetch is asked for its columns, and a dialect of the service's own for what it may not do.
 */
final class OwnCheck {

  private final Session session;
  private final Database database;
  private final Subscription subscription;
  private final TableBinding table;
  private final Findings findings;

  private OwnCheck(
      Session session,
      Database database,
      Subscription subscription,
      TableBinding table,
      Findings findings) {
    this.session = session;
    this.database = database;
    this.subscription = subscription;
    this.table = table;
    this.findings = findings;
  }

  static void check(
      Session session,
      Database database,
      Subscription subscription,
      TableBinding table,
      Findings findings) {
    OwnCheck check = new OwnCheck(session, database, subscription, table, findings);
    check.deadLetter();
    if (database.hasOwnDialect()) {
      new DialectStatements(database.dialect(), table.spec(), subscription)
          .all()
          .forEach(check::ofDialect);
    }
    for (OwnEvent event : new TreeSet<>(subscription.statements().events())) {
      if (subscription.statements().action(event).orElseThrow() instanceof OwnAction.Sql sql) {
        check.statements(event, sql);
      }
    }
  }

  /** Without a fetch beside it, an own claim needs a database that reads rows by their ids. */
  static void fetch(Dialect dialect, Subscription subscription, Findings findings) {
    boolean claims = subscription.statements().has(OwnEvent.CLAIM);
    if (!claims || subscription.statements().has(OwnEvent.FETCH)) {
      return;
    }
    try {
      dialect.requireFetch(subscription.spec());
    } catch (DialectException refused) {
      findings.refused(subscription.spec(), refused);
    }
  }

  /** A dead letter is one statement, or a copy and the delete that decides (B275). */
  private void deadLetter() {
    if (subscription.deadLetter().isEmpty()) {
      return;
    }
    Event event = Settlement.deadLetter(subscription.deadLetter().get(), null).event();
    Dialect dialect = database.dialect();
    TableSpec spec = table.spec();
    Write.Counted write = DialectStatements.settlement(dialect, spec, event);
    if (write.statements().size() > 2) {
      findings.problem(
          "the dialect %s moves a dead letter by %d statements (%s), and no more than two are run, a copy and the delete that decides: let it use fewer"
              .formatted(dialect.name(), write.statements().size(), write.name()));
    }
  }

  private void ofDialect(Statement statement) {
    try {
      new StatementProbe(session).prepare(statement, table);
    } catch (StatementException refused) {
      findings.problem(
          "the database does not understand %s, which is the own dialect's: %s"
              .formatted(refused.statement(), refused.sqlException().getMessage()));
    }
  }

  private void statements(OwnEvent event, OwnAction.Sql sql) {
    String name = OwnWrites.name(database.dialect().name(), table.spec(), event);
    if (event == OwnEvent.FETCH) {
      columns(sql.statements().get(0), name);
      return;
    }
    for (Statement statement : OwnWrites.statements(sql, name, table.spec())) {
      try {
        new StatementProbe(session).prepare(statement, table);
      } catch (StatementException refused) {
        refused(event, refused);
      }
    }
  }

  private void columns(NamedSql query, String name) {
    FetchReader reader = new FetchReader(subscription.spec(), database);
    Statement statement = RowFetch.statement(query, name, table.spec(), 1);
    try {
      List<String> missing = new StatementProbe(session).columns(statement, table, reader::missing);
      if (!missing.isEmpty()) {
        findings.problem(
            "the own fetch yields no column %s: select it under that name"
                .formatted(String.join(", ", missing)));
      }
    } catch (StatementException refused) {
      refused(OwnEvent.FETCH, refused);
    }
  }

  private void refused(OwnEvent event, StatementException refused) {
    findings.problem(
        "the database does not understand the own %s (%s): %s"
            .formatted(event.word(), refused.statement(), refused.sqlException().getMessage()));
  }
}
