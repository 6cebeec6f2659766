package io.github.rowqueue.ownership;

import static io.github.rowqueue.ownership.Workbench.await;
import static io.github.rowqueue.ownership.Workbench.jobs;
import static io.github.rowqueue.ownership.Workbench.lockedJobs;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowqueue.dialect.Dialects;
import io.github.rowqueue.dialect.Event;
import io.github.rowqueue.dialect.Write;
import io.github.rowqueue.internal.form.ClaimedRow;
import io.github.rowqueue.internal.form.FormContext;
import io.github.rowqueue.internal.form.LeaseForm;
import io.github.rowqueue.internal.form.Pause;
import io.github.rowqueue.internal.jdbc.Database;
import io.github.rowqueue.internal.jdbc.ReservedSession;
import io.github.rowqueue.internal.subscriber.PublisherCheck;
import io.github.rowqueue.servers.DatabaseKind;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.table.TableSpec;
import io.github.rowqueue.testing.LogLines;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The plans that DATABASES found to turn a right-looking claim into a wrong or ruinous one. */
final class PlanTrapTest {

  private static final String DATABASES = "io.github.rowqueue.ownership.Workbench#databases";
  private static final int ROWS = 1_000;
  private static final int LIMIT = 10;

  /** A lease form on the bench's table, without the loop that would use it. */
  private static LeaseForm form(Workbench bench) throws SQLException {
    Database database = Database.connect(bench.faults, Dialects::forProduct);
    FormContext context =
        new FormContext(
            jobs().handle((message, delivery) -> Outcome.ack()),
            PublisherCheck.bind(database, Workbench.JOBS),
            Set.of(),
            database,
            InstantSource.system(),
            () -> {},
            Duration.ofSeconds(10),
            failure -> {},
            new Pause(),
            Runnable::run);
    return new LeaseForm(context, Duration.ofSeconds(30), new ReservedSession(database, true));
  }

  /** Rows whose claim order has nothing to do with the order of their insertion. */
  private static void fill(Workbench bench) throws SQLException {
    String[] payloads = new String[ROWS];
    Arrays.setAll(payloads, Integer::toString);
    bench.insert("jobs", payloads);
    bench.execute(
        "update %s set %s = (%s * 7919) %% 101"
            .formatted(bench.q("jobs"), bench.q("priority"), bench.q("id")));
  }

  private static List<Long> order(Workbench bench, int limit) throws SQLException {
    List<Long> ids = new ArrayList<>();
    try (Connection connection = bench.database().dataSource().getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "select %s from %s where %s order by %s, %s, %s limit %d"
                    .formatted(
                        bench.q("id"),
                        bench.q("jobs"),
                        bench.isNull("locked_until"),
                        bench.q("priority"),
                        bench.q("retry_after"),
                        bench.q("id"),
                        limit))) {
      while (rows.next()) {
        ids.add(rows.getLong(1));
      }
    }
    return ids;
  }

  private static List<Long> ids(List<ClaimedRow> rows) {
    return rows.stream().map(row -> ((Number) row.row().id().raw()).longValue()).toList();
  }

  private static long leased(Workbench bench) {
    return bench.count("jobs", bench.q("locked_until") + " is not null");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "enable_hashjoin = off; enable_mergejoin = off; enable_material = off; enable_seqscan = off",
        "enable_nestloop = off; enable_mergejoin = off; enable_indexscan = off",
        "enable_nestloop = off; enable_hashjoin = off; enable_bitmapscan = off",
        "plan_cache_mode = force_generic_plan",
        "plan_cache_mode = force_generic_plan; enable_hashjoin = off; enable_mergejoin = off",
      })
  void a_claim_takes_its_limit_in_order_under_any_plan(String settings) throws Exception {
    String[] alter =
        Arrays.stream(settings.split("; ", -1))
            .map(
                setting ->
                    "do $$ begin execute format('alter database %I set "
                        + setting
                        + "', current_database()); end $$")
            .toArray(String[]::new);
    try (Workbench bench = new Workbench(DatabaseKind.POSTGRESQL, 3, alter)) {
      fill(bench);
      LeaseForm form = form(bench);
      for (int round = 1; round <= 8; round++) { // the driver prepares on the server from the fifth
        List<Long> expected = order(bench, LIMIT);
        assertThat(ids(form.claim(LIMIT))).isEqualTo(expected);
        assertThat(leased(bench)).isEqualTo((long) round * LIMIT);
      }
      bench.execute("drop index \"jobs_claim\"");
      List<Long> expected = order(bench, LIMIT);
      assertThat(ids(form.claim(LIMIT))).as("without its index").isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @MethodSource(DATABASES)
  @DisplayName("B53 (departed from): the rows of one claim come in claim order, on SQLite too")
  void rows_come_in_claim_order_whatever_the_order_of_their_insertion(DatabaseKind kind)
      throws Exception {
    try (Workbench bench = new Workbench(kind, 3)) {
      fill(bench);
      LeaseForm form = form(bench);
      for (int limit : List.of(50, 1, 7)) {
        List<Long> claimed = ids(form.claim(limit));
        assertThat(claimed).hasSize(limit).doesNotHaveDuplicates();
        if (kind != DatabaseKind.H2) { // there claimers choose among candidates, to keep apart
          continue;
        }
        assertThat(claimed).isEqualTo(sorted(bench, claimed));
      }
      if (kind != DatabaseKind.H2) {
        List<Long> expected = order(bench, 50);
        assertThat(ids(form.claim(50))).isEqualTo(expected);
      }
    }
  }

  private static List<Long> sorted(Workbench bench, List<Long> ids) {
    return ids.stream()
        .sorted(
            java.util.Comparator.comparing(
                    (Long id) ->
                        ((Number)
                                bench.value(
                                    "select %s from %s where %s"
                                        .formatted(
                                            bench.q("priority"),
                                            bench.q("jobs"),
                                            bench.is("id", id))))
                            .intValue())
                .thenComparing(id -> id))
        .toList();
  }

  @ParameterizedTest
  @EnumSource(
      value = DatabaseKind.class,
      names = {"MYSQL", "MARIADB"})
  void with_its_index_a_claim_locks_just_its_limit(DatabaseKind kind) throws Exception {
    try (Workbench bench = new Workbench(kind, 3)) {
      fill(bench);
      LeaseForm form = form(bench);
      form.claim(100); // rows in work stand before those that wait
      AtomicInteger lockable = new AtomicInteger(-1);
      bench.faults.on("lease/claim-stamp").runsAfter(any -> lockable.set(lockable(bench)));
      assertThat(form.claim(LIMIT)).hasSize(LIMIT);
      assertThat(lockable.get()).isEqualTo(ROWS - LIMIT);
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = DatabaseKind.class,
      names = {"MYSQL", "MARIADB"})
  @DisplayName("B63: without an index in claim order a held claim keeps its whole group locked")
  void without_its_index_a_held_claim_locks_its_group(DatabaseKind kind) throws Exception {
    for (boolean indexed : List.of(true, false)) {
      try (Workbench bench = new Workbench(kind)) {
        CountDownLatch gate = new CountDownLatch(1);
        if (!indexed) {
          dropIndex(bench, Workbench.LOCKED);
        }
        bench.insert("locked_jobs", "1", "2", "3", "4", "5");
        bench.start(
            lockedJobs()
                .handle(
                    (message, delivery) -> {
                      await(gate);
                      return Outcome.ack();
                    }));
        await("in work", () -> bench.seen.started.size() == 1);
        assertThat(lockable(bench, "locked_jobs")).isEqualTo(indexed ? 4 : 0);
        gate.countDown();
        await("settled", () -> bench.seen.settled.size() == 5);
      }
    }
  }

  private static int lockable(Workbench bench) throws SQLException {
    return lockable(bench, "jobs");
  }

  private static int lockable(Workbench bench, String table) throws SQLException {
    int rows = 0;
    try (Connection other = bench.database().dataSource().getConnection();
        Statement statement = other.createStatement()) {
      other.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
      other.setAutoCommit(false);
      try (ResultSet all =
          statement.executeQuery(
              "select %s from %s for update skip locked"
                  .formatted(bench.q("id"), bench.q(table)))) {
        while (all.next()) {
          rows++;
        }
      }
      other.rollback();
    }
    return rows;
  }

  @ParameterizedTest
  @EnumSource(
      value = DatabaseKind.class,
      names = {"MYSQL", "MARIADB"})
  void no_settlement_or_extension_scans_the_table(DatabaseKind kind) throws Exception {
    try (Workbench bench = new Workbench(kind, 3)) {
      fill(bench);
      bench.execute("analyze table `jobs`");
      for (Event event : List.of(Event.ACK, Event.EXTEND, Event.RETRY)) {
        for (int tokens : List.of(1, 2, 4, 16)) {
          Write.Counted one = bench.dialect.leaseWrite(Workbench.JOBS, event, tokens);
          assertThat(types(bench, one.statements().get(0)))
              .as("%s of %s tokens", event, tokens)
              .doesNotContain("ALL", "index");
          Write.LockThenWrite many =
              (Write.LockThenWrite) bench.dialect.leaseWriteAll(Workbench.JOBS, event, tokens);
          assertThat(types(bench, many.lock())).doesNotContain("ALL", "index");
          assertThat(types(bench, many.writes().get(0))).doesNotContain("ALL", "index");
        }
      }
    }
  }

  private static List<String> types(Workbench bench, io.github.rowqueue.dialect.Statement statement)
      throws SQLException {
    List<String> types = new ArrayList<>();
    try (Connection connection = bench.database().dataSource().getConnection();
        PreparedStatement explain = connection.prepareStatement("explain " + statement.sql())) {
      for (int i = 1; i <= statement.params().size(); i++) {
        switch (statement.params().get(i - 1).meaning()) {
          case ID -> explain.setLong(i, i);
          case HELD_ATTEMPT -> explain.setInt(i, 2);
          default -> explain.setString(i, "2026-01-01 00:00:00.000000");
        }
      }
      try (ResultSet rows = explain.executeQuery()) {
        while (rows.next()) {
          types.add(String.valueOf(rows.getString("type")));
        }
      }
    }
    return types;
  }

  @ParameterizedTest
  @MethodSource(DATABASES)
  void without_its_index_a_claim_is_warned_of_by_name_and_right_all_the_same(DatabaseKind kind)
      throws Exception {
    try (Workbench bench = new Workbench(kind);
        LogLines log = LogLines.capture()) {
      dropIndex(bench, Workbench.JOBS);
      String[] payloads = new String[40];
      Arrays.setAll(payloads, Integer::toString);
      bench.insert("jobs", payloads);
      bench.start(jobs().workers(4).handle((message, delivery) -> Outcome.ack()));
      await("all settled", () -> bench.seen.settled.size() == payloads.length);
      assertThat(bench.seen.started).doesNotHaveDuplicates();
      assertThat(log.all())
          .anySatisfy(
              line ->
                  assertThat(line).contains("jobs", "claim order", "create index", "jobs_claim"));
    }
  }

  /** MySQL 8.0.15 alters no table whose time column has a default (1067), so it is made anew. */
  private static void dropIndex(Workbench bench, TableSpec spec) throws SQLException {
    String table = bench.q(spec.table().name());
    String index = bench.q(spec.table().name() + "_claim");
    if (bench.kind != DatabaseKind.MYSQL) {
      bench.execute(
          "drop index " + index + (bench.kind == DatabaseKind.MARIADB ? " on " + table : ""));
      return;
    }
    String create = bench.dialect.ddl(spec).get(0);
    String without = create.replaceAll(",\\s*(index|key) " + index + " \\([^)]*\\)", "");
    assertThat(without).isNotEqualTo(create);
    bench.execute("drop table " + table, without);
  }
}
