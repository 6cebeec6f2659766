package io.github.rowqueue.internal.form;

import io.github.rowqueue.dialect.Dialect;
import io.github.rowqueue.dialect.Dialects;
import io.github.rowqueue.dialect.Event;
import io.github.rowqueue.internal.form.SteppedClaimer.GroupRun;
import io.github.rowqueue.internal.jdbc.Database;
import io.github.rowqueue.internal.jdbc.Session;
import io.github.rowqueue.internal.jdbc.TableBinding;
import io.github.rowqueue.internal.subscriber.PublisherCheck;
import io.github.rowqueue.servers.DatabaseKind;
import io.github.rowqueue.servers.TestDatabase;
import io.github.rowqueue.servers.TestDatabases;
import io.github.rowqueue.table.Role;
import io.github.rowqueue.table.TableSpec;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A database and the sessions of two claimers, and of a third one that drains what they leave. */
final class GroupBench implements AutoCloseable {

  private final TestDatabase test;
  private final Dialect dialect;
  private final TableBinding table;
  private final Connection world;
  private final List<Session> sessions = new ArrayList<>();
  private int groups;

  GroupBench(DatabaseKind kind, TableSpec spec) throws SQLException {
    this(kind, spec, true);
  }

  /** {@code belt} is whether the index is created that keeps a second row of a key out of work. */
  GroupBench(DatabaseKind kind, TableSpec spec, boolean belt) throws SQLException {
    test = TestDatabases.create(kind);
    Database database = Database.connect(test.dataSource(), Dialects::forProduct);
    dialect = database.dialect();
    test.execute(
        dialect.ddl(spec).stream()
            .filter(ddl -> belt || !ddl.startsWith("create unique index"))
            .toArray(String[]::new));
    table = PublisherCheck.bind(database, spec);
    world = test.dataSource().getConnection();
    for (String name : List.of("A", "B", "C")) {
      sessions.add(database.open(name, Duration.ofSeconds(20)));
    }
  }

  GroupLedger run(Orders orders, FifoInterleavingTest.Scenario scenario, boolean guarded)
      throws SQLException {
    GroupLedger ledger = new GroupLedger();
    String group = "g" + ++groups;
    insert(ledger, group, 0, scenario.inserts ? List.of("1", "2") : List.of("1", "2", "3"));
    GroupRun run = new GroupRun(ledger, group, guarded);
    SteppedClaimer one = claimer("A", 0, run).fresh();
    if (scenario.expires) {
      one.extending();
    }
    while (scenario.leased && !one.holds()) {
      one.step();
    }
    SteppedClaimer other = claimer("B", 1, run);
    other = scenario.expires ? other.suspect() : other.fresh();
    List<Actor> actors = new ArrayList<>(List.of(one, other));
    if (scenario.inserts) {
      actors.add(Actor.once(() -> insertAhead(ledger, group)));
    }
    if (scenario.expires) {
      actors.add(Actor.once(ledger::expire));
    }
    interleave(orders, actors, run);
    if (ledger.violations().isEmpty() && guarded) {
      drain(run);
    }
    return ended(run);
  }

  private GroupLedger ended(GroupRun run) {
    boolean clean = run.ledger().violations().isEmpty();
    if (run.guarded() && clean && !run.ledger().isDone()) {
      run.ledger().violation("rows are left");
    }
    sessions.forEach(Session::rollback);
    return run.ledger();
  }

  /** Two transactions, of which the first may be lost, while a row enters ahead. */
  GroupLedger runLocked(Orders orders, Event first, boolean guarded) throws SQLException {
    GroupLedger ledger = new GroupLedger();
    String group = "g" + ++groups;
    insert(ledger, group, 0, List.of("1", "2"));
    GroupRun run = new GroupRun(ledger, group, guarded);
    SteppedTransaction one = transaction("A", 0, run, first);
    SteppedTransaction other = transaction("B", 1, run, Event.ACK);
    Actor insert = Actor.once(() -> insertAhead(ledger, group));
    Actor crash = Actor.onceWhile(one::isOpen, one::crash);
    interleave(orders, List.of(one, other, insert, crash), run);
    for (int claims = 0; claims < 3 && guarded; claims++) {
      interleave(new Orders(), List.of(transaction("C", 2, run, Event.ACK)), run);
    }
    return ended(run);
  }

  private SteppedTransaction transaction(String name, int session, GroupRun run, Event event) {
    return new SteppedTransaction(name, sessions.get(session), table, dialect, run, event);
  }

  private SteppedClaimer claimer(String name, int session, GroupRun run) {
    return new SteppedClaimer(name, sessions.get(session), table, dialect, run);
  }

  private void interleave(Orders orders, List<Actor> actors, GroupRun run) throws SQLException {
    List<Actor> ready = actors.stream().filter(Actor::canStep).toList();
    while (!ready.isEmpty() && run.ledger().violations().isEmpty()) {
      ready.get(orders.choose(ready.size())).step();
      run.ledger().compare(committed(run.group()));
      ready = actors.stream().filter(Actor::canStep).toList();
    }
  }

  /** Nothing may be left that no claim finds. */
  private void drain(GroupRun run) throws SQLException {
    GroupLedger ledger = run.ledger();
    for (int claims = 0; claims < 4 && !ledger.isDone(); claims++) {
      ledger.expire();
      SteppedClaimer last = claimer("C", 2, run);
      interleave(new Orders(), List.of(ledger.hasLease() ? last.suspect() : last.fresh()), run);
    }
  }

  private void insertAhead(GroupLedger ledger, String group) throws SQLException {
    ledger.step("0 enters ahead");
    insert(ledger, group, -1, List.of("0"));
  }

  private void insert(GroupLedger ledger, String group, int priority, List<String> payloads)
      throws SQLException {
    boolean keys = table.spec().fifoKeys();
    String rows =
        String.join(
            ", ",
            payloads.stream()
                .map(payload -> "('%s', %d, '%s'".formatted(group, priority, payload))
                .map(row -> row + (keys ? ", '%s')".formatted(GroupLedger.KEY) : ")"))
                .toList());
    String sql =
        "insert into %s (%s, %s, %s%s) values %s"
            .formatted(
                q(table.spec().table().name()),
                q("grp"),
                q("priority"),
                q("payload"),
                keys ? ", " + q("lane") : "",
                rows);
    try (Statement statement = world.createStatement()) {
      statement.executeUpdate(sql);
    }
    payloads.forEach(payload -> ledger.written(payload, priority));
  }

  /** What a session of its own sees of the group. */
  private List<String> committed(String group) throws SQLException {
    String sql =
        "select %s, %s, %s from %s where %s = '%s' order by 1"
            .formatted(
                q("payload"),
                q("attempt"),
                table.spec().has(Role.LOCKED_UNTIL)
                    ? "case when %s is null then 'free' else 'leased' end"
                        .formatted(q("locked_until"))
                    : "'free'",
                q(table.spec().table().name()),
                q("grp"),
                group);
    List<String> rows = new ArrayList<>();
    try (Statement statement = world.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      while (result.next()) {
        rows.add("%s %d %s".formatted(result.getString(1), result.getInt(2), result.getString(3)));
      }
    }
    return rows;
  }

  private String q(String name) {
    return dialect.quote(name);
  }

  @Override
  public void close() throws SQLException {
    sessions.forEach(Session::close);
    world.close();
    test.close();
  }
}
