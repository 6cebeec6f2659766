package io.github.rowqueue.behaviour;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowqueue.Rowqueue;
import io.github.rowqueue.codec.Codecs;
import io.github.rowqueue.dialect.Claim;
import io.github.rowqueue.dialect.Guard;
import io.github.rowqueue.dialect.Param;
import io.github.rowqueue.dialect.Statement;
import io.github.rowqueue.faults.FaultyDataSource;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.Subscription;
import io.github.rowqueue.table.ColumnSpec;
import io.github.rowqueue.table.Role;
import io.github.rowqueue.table.Table;
import io.github.rowqueue.table.TableSpec;
import io.github.rowqueue.table.TableSpecBuilder;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What breaks the order of a group without a guard, step by step on two connections, and that the
 * history of {@link FifoOrderBehaviours} would see it.
 */
interface FifoRaceBehaviours extends FifoForms {

  @ParameterizedTest
  @MethodSource("forms")
  @DisplayName("Without fifo a second claim passes the head in work, and the history tells")
  default void a_claim_that_skips_the_head_breaks_the_order_and_is_seen(JobForm naive)
      throws Exception {
    String group = QueueFixture.newGroup();
    queue().insert(naive, group, "1", "2");
    FifoHistory history = new FifoHistory();
    history.written("1");
    history.written("2");
    Gate<String> gate = Gate.then(Outcome.ack());
    for (int i = 1; i <= 2; i++) {
      queue()
          .start(
              naive
                  .subscription(group)
                  .handle(
                      (row, delivery) -> {
                        history.started(row, row.equals("1") ? List.of() : List.of("1"));
                        return gate.handle(row, delivery);
                      }));
      gate.awaitEntered(i);
    }
    assertThat(history.violations())
        .containsExactly("two in work: 2 beside [1]", "out of order: 2 passed [1]");
    gate.open();
    queue().awaitGone(naive, group);
  }

  /** Databases on which two claims can overlap at all. */
  default Stream<FifoForm> leaseWithOverlap() {
    return queue().dialect().singleWriter() ? Stream.of() : Stream.of(FifoForm.LEASE);
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("leaseWithOverlap")
  @DisplayName(
      "Rule 15: a row that enters ahead between the choice and the lease of a head: without the guard two rows are in work, with it one")
  default void the_guard_closes_the_gap_between_choosing_and_leasing_a_head(FifoForm form)
      throws Exception {
    FifoJobs jobs = FifoJobs.create(queue(), form, "1");
    String group = jobs.group();
    FifoHistory history = new FifoHistory();
    history.written("1");
    Claim claim = queue().dialect().leaseClaim(form.spec());
    try (Connection one = connection();
        Connection other = connection()) {
      boolean inDatabase = !(claim.guard().orElseThrow() instanceof Guard.OfProcess);
      if (inDatabase) {
        assertThat(guard(one, claim, group)).isEqualTo(1);
      }
      take(one, claim, form, group).forEach(row -> history.started(row, List.of()));
      jobs.insertAhead("0");
      if (inDatabase) {
        assertThat(guard(other, claim, group)).as("the other may not claim now").isEqualTo(0);
        other.rollback();
      }
      List<String> second = take(other, claim, form, group);
      second.forEach(row -> history.started(row, List.of()));
      one.commit();
      other.commit();
      if (claim.guard().orElseThrow() instanceof Guard.OfSession) {
        assertThat(second).as("a session without the guard claims nothing").isEmpty();
      } else {
        assertThat(second).as("what an unguarded claim would do").containsExactly("0");
        assertThat(history.violations()).containsExactly("two in work: 0 beside [1]");
      }
    }
  }

  default Connection connection() throws SQLException {
    Connection connection = queue().database().dataSource().getConnection();
    connection.setAutoCommit(false);
    if (!queue().dialect().singleWriter()) {
      connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
    }
    return connection;
  }

  private int guard(Connection connection, Claim claim, String group) throws SQLException {
    Statement take = claim.guard().orElseThrow().take();
    try (PreparedStatement prepared = bound(connection, take, group, List.of());
        ResultSet rows = prepared.executeQuery()) {
      assertThat(rows.next()).isTrue();
      return rows.getInt(1);
    }
  }

  /** The payloads of the rows that a claim leases, which is not committed. */
  private List<String> take(Connection connection, Claim claim, FifoForm form, String group)
      throws SQLException {
    List<String> payloads = new ArrayList<>();
    List<Long> ids = new ArrayList<>();
    try (PreparedStatement prepared = bound(connection, claim.take(1), group, List.of());
        ResultSet rows = prepared.executeQuery()) {
      while (rows.next()) {
        ids.add(rows.getLong(1 + form.spec().columns().indexOf(form.spec().id())));
        payloads.add(rows.getString("payload"));
      }
    }
    if (claim.stamps() && !ids.isEmpty()) {
      try (PreparedStatement stamp = bound(connection, claim.stamp(ids.size()), group, ids)) {
        assertThat(stamp.executeUpdate()).isEqualTo(ids.size());
      }
    }
    return payloads;
  }

  default PreparedStatement bound(
      Connection connection, Statement statement, String group, List<Long> ids)
      throws SQLException {
    PreparedStatement prepared = connection.prepareStatement(statement.sql());
    for (int i = 0; i < statement.params().size(); i++) {
      Param param = statement.params().get(i);
      Object value =
          switch (param.meaning()) {
            case GROUP -> group;
            case NOW -> time(Instant.now().plusSeconds(1));
            case LEASE_UNTIL -> time(Instant.now().plusSeconds(3600));
            case LONG_AGO -> time(Instant.EPOCH);
            case ATTEMPT_ROOM -> 1000L;
            case ID -> ids.get(param.index());
            default -> throw new IllegalArgumentException(statement.name() + ": " + param);
          };
      prepared.setObject(i + 1, value);
    }
    return prepared;
  }

  default Object time(Instant instant) {
    return switch (queue().database().kind()) {
      case POSTGRESQL -> instant.atOffset(ZoneOffset.UTC);
      case SQLITE -> instant.truncatedTo(ChronoUnit.SECONDS).toString();
      case MYSQL, MARIADB, H2 -> instant.atOffset(ZoneOffset.UTC).toLocalDateTime();
    };
  }

  @ParameterizedTest
  @MethodSource("fifoForms")
  @DisplayName(
      "Rule 15, B121: the guard is a statement of its own before the claim, no savepoint before it")
  default void the_guard_stands_before_the_claim(FifoForm form) throws Exception {
    FifoJobs jobs = FifoJobs.create(queue(), form, "1");
    FaultyDataSource watched =
        new FaultyDataSource(queue().pool(), queue().dialect(), List.of(form.spec()), List.of());
    Gate<String> gate = Gate.then(Outcome.ack());
    queue()
        .start(
            Rowqueue.on(watched)
                .connections(16)
                .pollInterval(QueueFixture.POLL)
                .subscribe(jobs.subscription().handle(gate)));
    gate.awaitEntered(1);
    String claim = form == FifoForm.LEASE ? "lease/fifo-claim" : "row-lock/fifo-claim";
    List<String> executed = watched.executed();
    List<String> before = executed.subList(0, executed.indexOf(claim));
    assertThat(before)
        .noneMatch(sql -> sql.toLowerCase(java.util.Locale.ROOT).contains("savepoint"));
    String guard = form == FifoForm.LEASE ? "lease/fifo-guard" : "row-lock/fifo-guard";
    assertThat(before.contains(guard)).isEqualTo(guard(form).isPresent());
    gate.open();
    jobs.awaitGone();
  }

  @ParameterizedTest
  @MethodSource("fifoForms")
  @DisplayName("A guard is named after its table, whatever characters that name is made of")
  default void a_guard_of_a_table_with_an_odd_name(FifoForm form) throws Exception {
    // Not before a quote: Connector/J takes a backslash there for an escape, also in a name.
    String name = "it's \\a %s's".formatted(form);
    TableSpec plain = form.spec();
    TableSpecBuilder builder = TableSpec.builder(name);
    for (ColumnSpec column : plain.columns()) {
      builder.add(column);
      if (column.plays(Role.GROUP)) {
        builder.fifo();
      }
    }
    queue().createTable(builder.build());
    queue().insert(name, "it's \\", List.of("1", "2"));
    Notes<String> handled = Notes.acking();
    queue()
        .start(
            Subscription.of("it's \\", Table.of(builder.build(), row -> row))
                .codec(Codecs.text())
                .handle(handled));
    assertThat(handled.await(2).messages()).containsExactly("1", "2");
  }

  default Stream<FifoForm> formsWithAGuardOfTheTransaction() {
    return fifoForms().filter(form -> guard(form).orElse(null) instanceof Guard.OfTransaction);
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("formsWithAGuardOfTheTransaction")
  @DisplayName("Rule 18: the transaction of a guard has a limit of its own, which ends with it")
  default void the_guards_transaction_has_a_local_limit(FifoForm form) throws Exception {
    String setting =
        form == FifoForm.LEASE ? "idle_in_transaction_session_timeout" : "tcp_keepalives_idle";
    Claim claim =
        form == FifoForm.LEASE
            ? queue().dialect().leaseClaim(form.spec())
            : queue().dialect().rowLockClaim(form.spec());
    queue().emptied(form.rowClass());
    try (Connection connection = connection()) {
      String before = setting(connection, setting);
      assertThat(guard(connection, claim, QueueFixture.newGroup())).isEqualTo(1);
      assertThat(setting(connection, setting)).isEqualTo(form == FifoForm.LEASE ? "10s" : "30");
      connection.rollback();
      assertThat(setting(connection, setting)).isEqualTo(before);
    }
  }

  private static String setting(Connection connection, String name) throws SQLException {
    try (PreparedStatement show = connection.prepareStatement("select current_setting(?)")) {
      show.setString(1, name);
      try (ResultSet rows = show.executeQuery()) {
        assertThat(rows.next()).isTrue();
        return rows.getString(1);
      }
    }
  }
}
