package io.github.rowqueue.bench;

import io.github.rowqueue.servers.DatabaseKind;
import io.github.rowqueue.table.TableSpec;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.List;

/** W7: a queue whose dead rows cannot be cleaned up, since another session keeps a snapshot. */
final class HeldSnapshot implements Workload {

  private static final int KEYS = 100;
  private static final int WORKERS = 4;
  private static final TableSpec TABLE = BenchTables.unordered("bench_churned");

  @Override
  public String name() {
    return "W7";
  }

  @Override
  public String charted() {
    return "ratio_last_tenth";
  }

  @Override
  public boolean durable() {
    return true;
  }

  @Override
  public String explained() {
    return """
        PostgreSQL: as many rows as stated are drained with 4 workers while an idle REPEATABLE READ transaction keeps a snapshot that is older than they are.
        `ratio_last_tenth` is the rate of the last tenth of them to that of as many rows as in W1, drained right before without the snapshot.""";
  }

  @Override
  public void run(BenchDatabase database, BenchSettings settings, Report report) throws Exception {
    if (database.kind() != DatabaseKind.POSTGRESQL) {
      return;
    }
    for (Contender contender :
        List.of(
            new QueueDrain("rowqueue-lease", TABLE, false),
            new QueueDrain("rowqueue-lease-best", TABLE, false, true))) {
      Rounds before = Rounds.NONE;
      Rounds last = Rounds.NONE;
      for (int round = 0; round < settings.rounds(); round++) {
        Handled without = new Handled(settings.size().drained(), false);
        before = before.and(rate(database, contender, without));
        Handled held = new Handled(settings.size().churned(), false);
        try (Connection snapshot = database.pool().getConnection()) {
          hold(snapshot);
          double unused = rate(database, contender, held);
          snapshot.rollback();
          snapshot.setAutoCommit(true);
        }
        last = last.and(held.lastTenth());
      }
      report.result(
          Result.of(name(), database.kind().id())
              .with("contender", contender.name())
              .with("workers", String.valueOf(WORKERS))
              .with("rows", String.valueOf(settings.size().churned()))
              .with("rate_last_tenth", last, "%.0f")
              .with("spread", Rounds.NONE.and(last.spread()), "%.2f")
              .with("ratio_last_tenth", last.over(before), "%.2f"));
    }
  }

  /** The snapshot is taken by the first statement. */
  private static void hold(Connection snapshot) throws Exception {
    snapshot.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
    snapshot.setAutoCommit(false);
    try (Statement statement = snapshot.createStatement();
        ResultSet rows = statement.executeQuery("select count(*) from pg_class")) {
      if (!rows.next()) {
        throw new IllegalStateException("a count came without a row");
      }
    }
  }

  private static double rate(BenchDatabase database, Contender contender, Handled handled)
      throws Exception {
    database.create(TABLE);
    database.fill(TABLE, KEYS, Math.toIntExact(handled.rows() / KEYS));
    return contender.drain(database, WORKERS, handled);
  }
}
