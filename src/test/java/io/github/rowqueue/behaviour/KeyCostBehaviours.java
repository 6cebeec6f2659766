package io.github.rowqueue.behaviour;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowqueue.dialect.LaneClaim;
import io.github.rowqueue.dialect.Statement;
import io.github.rowqueue.servers.DatabaseKind;
import io.github.rowqueue.table.ClaimForm;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.sqlite.ProgressHandler;

/** What claims of keys and of all groups read: the lanes they pass, not the rows behind them. */
interface KeyCostBehaviours extends KeyStatements {

  int BEHIND = 3000;

  /** Keys with few rows and with many; the scan goes on behind the first. */
  private String[] lanes() {
    // H2 begins a range at the rows equal to its bound, and so reads those of a full key once more.
    return queue().database().kind() == DatabaseKind.H2
        ? new String[] {"k05", "k00", "k07"}
        : new String[] {"k00", "k01", "k07"};
  }

  /** The table of keys, for a test of what its claims read. */
  default Stream<Class<?>> keys() {
    return Stream.of(KeyOrderLease.class);
  }

  @ParameterizedTest
  @MethodSource("keys")
  @DisplayName("Issue 4: a claim of keys costs the keys it takes, not the rows behind them")
  default void a_claim_of_keys_reads_no_row_that_waits_behind_a_head(Class<?> table)
      throws Exception {
    OrderedJobs jobs = OrderedJobs.create(queue(), table);
    LaneClaim claim = queue().dialect().laneClaim(jobs.spec());
    jobs.insert(0, IntStream.range(0, 20).mapToObj(i -> "k%02d:%d".formatted(i % 10, i)).toList());
    analyze(jobs.table());
    List<Long> few = cost(claim, jobs);
    jobs.insert(0, IntStream.range(0, BEHIND).mapToObj(i -> "k00:" + i).toList());
    jobs.insert(0, IntStream.range(0, BEHIND).mapToObj(i -> "k07:" + i).toList());
    analyze(jobs.table());
    assertNoneReadMore(few, cost(claim, jobs));
    queue().emptied(table);
  }

  private static void assertNoneReadMore(List<Long> few, List<Long> many) {
    for (int i = 0; i < few.size(); i++) {
      assertThat(many.get(i))
          .as("statement %d of %s, with few rows %s", i, many, few)
          .isLessThanOrEqualTo(few.get(i) + 300L);
    }
  }

  @ParameterizedTest
  @MethodSource("fifoForms")
  @DisplayName("Issue 4: a claim of all groups costs the groups it passes, not the rows in them")
  default void a_claim_of_all_groups_reads_no_row_that_waits_behind_a_head(FifoForm form)
      throws Exception {
    AllGroups groups = AllGroups.create(queue(), form);
    OrderedJobs jobs = new OrderedJobs(queue(), form.rowClass(), "of all groups");
    LaneClaim claim = queue().dialect().laneClaim(form.spec());
    for (int i = 0; i < 20; i++) {
      groups.insert("k%02d".formatted(i % 10), "row " + i);
    }
    analyze(form.table());
    List<Long> few = cost(claim, jobs);
    for (String long_ : List.of("k00", "k07")) {
      groups.insert(
          long_, IntStream.range(0, BEHIND).mapToObj(i -> "row " + i).toArray(String[]::new));
    }
    analyze(form.table());
    assertNoneReadMore(few, cost(claim, jobs));
    queue().emptied(form.rowClass());
  }

  /**
   * What the statements of a claim read, each by the database's own count. In the row lock form the
   * claim itself is one of a single lane, which {@link FifoCostBehaviours} measures.
   */
  private List<Long> cost(LaneClaim claim, OrderedJobs jobs)
      throws SQLException, InterruptedException {
    List<Statement> statements = new ArrayList<>();
    statements.add(claim.scan().statement(true, 0));
    statements.add(claim.scan().statement(false, 0));
    claim.probe().ifPresent(probe -> statements.add(probe.apply(3)));
    if (jobs.spec().form() == ClaimForm.LEASE) {
      statements.add(
          claim.heads().isPresent() ? claim.heads().get().apply(3) : claim.claim().take(3));
    }
    List<Long> costs = new ArrayList<>();
    for (Statement statement : statements) {
      costs.add(reads(claim, statement, jobs));
    }
    return costs;
  }

  private long reads(LaneClaim claim, Statement statement, OrderedJobs jobs)
      throws SQLException, InterruptedException {
    try (Connection connection = connection()) {
      try {
        return switch (queue().database().kind()) {
          case POSTGRESQL ->
              number(
                  plan(connection, "explain (analyze, timing off, buffers) ", statement, jobs),
                  "shared hit=(\\d+)",
                  1);
          case SQLITE -> steps(connection, statement, jobs);
          case H2 ->
              number(
                  plan(connection, "explain analyze ", statement, jobs), "scanCount: (\\d+)", 99);
          case MYSQL, MARIADB -> {
            if (claim.guard().isPresent()) {
              Statement guard = claim.guard().get().take().apply(lanes().length);
              // The server frees those of the connection before when it has seen that it is closed.
              QueueFixture.await(
                  "the guards of the lanes",
                  () -> QueueFixture.unchecked(() -> holdsAll(connection, guard, jobs)));
            }
            yield handled(connection, statement, jobs);
          }
        };
      } finally {
        connection.rollback();
      }
    }
  }

  private boolean holdsAll(Connection connection, Statement guard, OrderedJobs jobs)
      throws SQLException {
    int held = 0;
    try (PreparedStatement take = bound(connection, guard, jobs, List.of(), lanes());
        ResultSet answers = take.executeQuery()) {
      while (answers.next()) {
        held += answers.getInt(2);
      }
    }
    return held == lanes().length;
  }

  /** The steps of SQLite's virtual machine, in tens: it counts no rows that it reads. */
  private long steps(Connection connection, Statement statement, OrderedJobs jobs)
      throws SQLException {
    AtomicLong steps = new AtomicLong();
    try (PreparedStatement prepared = bound(connection, statement, jobs, List.of(), lanes())) {
      ProgressHandler.setHandler(
          connection,
          10,
          new ProgressHandler() {
            @Override
            protected int progress() {
              steps.incrementAndGet();
              return 0; // go on
            }
          });
      try (ResultSet rows = prepared.executeQuery()) {
        assertThat(rows.next()).isTrue();
        while (rows.next()) {
          steps.incrementAndGet();
        }
      } finally {
        ProgressHandler.clearHandler(connection);
      }
    }
    return steps.get();
  }

  private static long number(String plan, String pattern, int most) {
    return Pattern.compile(pattern)
        .matcher(plan)
        .results()
        .limit(most)
        .mapToLong(result -> Long.parseLong(result.group(1)))
        .sum();
  }

  private String plan(Connection connection, String explain, Statement statement, OrderedJobs jobs)
      throws SQLException {
    Statement explained =
        new Statement(statement.name(), explain + statement.sql(), statement.params());
    StringBuilder plan = new StringBuilder();
    try (PreparedStatement prepared = bound(connection, explained, jobs, List.of(), lanes());
        ResultSet rows = prepared.executeQuery()) {
      while (rows.next()) {
        plan.append(rows.getString(rows.getMetaData().getColumnCount())).append('\n');
      }
    }
    return plan.toString();
  }

  private long handled(Connection connection, Statement statement, OrderedJobs jobs)
      throws SQLException {
    long before = handled(connection);
    int rows = 0;
    try (PreparedStatement prepared = bound(connection, statement, jobs, List.of(), lanes());
        ResultSet found = prepared.executeQuery()) {
      while (found.next()) {
        rows++;
      }
    }
    assertThat(rows).isPositive();
    return handled(connection) - before;
  }

  private static long handled(Connection connection) throws SQLException {
    long sum = 0;
    try (PreparedStatement show =
            connection.prepareStatement("show session status like 'Handler_read%'");
        ResultSet rows = show.executeQuery()) {
      while (rows.next()) {
        sum += rows.getLong(2);
      }
    }
    return sum;
  }

  private void analyze(String table) throws SQLException {
    switch (queue().database().kind()) {
      case MYSQL, MARIADB -> {
        Object unused = queue().value("analyze table " + queue().q(table));
      }
      case POSTGRESQL -> queue().execute("vacuum analyze " + queue().q(table));
      case SQLITE, H2 -> queue().execute("analyze");
    }
  }
}
