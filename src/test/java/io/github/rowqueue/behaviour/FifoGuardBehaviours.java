package io.github.rowqueue.behaviour;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowqueue.Rowqueue;
import io.github.rowqueue.dialect.Guard;
import io.github.rowqueue.faults.Fault;
import io.github.rowqueue.faults.FaultyDataSource;
import io.github.rowqueue.servers.DatabaseKind;
import io.github.rowqueue.subscribe.Backoff;
import io.github.rowqueue.subscribe.Handler;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.OwnStatements;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The guard of a group, which no session keeps (B113, B121). */
interface FifoGuardBehaviours extends FifoForms {

  /** The forms whose guard is the database's, and can be held by any of its sessions. */
  default Stream<FifoForm> formsWithAGuardInTheDatabase() {
    return fifoForms()
        .filter(form -> guard(form).filter(any -> !(any instanceof Guard.OfProcess)).isPresent());
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("formsWithAGuardInTheDatabase")
  @DisplayName("B113, B121: while another session holds the guard nothing is claimed")
  default void a_held_guard_keeps_the_group(FifoForm form) throws Exception {
    FifoJobs jobs = FifoJobs.create(queue(), form, "1");
    Notes<String> handled = Notes.acking();
    Events events = new Events();
    try (Connection other = queue().database().dataSource().getConnection()) {
      other.setAutoCommit(false);
      assertThat(tryGuard(other, jobs)).isEqualTo(1);
      holdOn(other);
      queue().start(queue().rowqueue(jobs.subscription().handle(handled)).listener(events));
      events.awaitEmptyClaims(3);
      assertThat(handled.messages()).isEmpty();
      other.rollback();
    }
    assertThat(handled.await(1).messages()).containsExactly("1");
    assertThat(events.failures()).isEmpty();
  }

  /** A guard's transaction is cut off after a while in which its holder does nothing. */
  private void holdOn(Connection holder) throws SQLException {
    if (queue().database().kind() == DatabaseKind.POSTGRESQL) {
      try (java.sql.Statement statement = holder.createStatement()) {
        statement.execute("set local idle_in_transaction_session_timeout = 0");
      }
    }
  }

  private int tryGuard(Connection connection, FifoJobs jobs) throws SQLException {
    io.github.rowqueue.dialect.Statement take = guard(jobs.form()).orElseThrow().take();
    try (PreparedStatement prepared = connection.prepareStatement(take.sql())) {
      for (int i = 0; i < take.params().size(); i++) {
        prepared.setString(i + 1, jobs.group());
      }
      try (ResultSet rows = prepared.executeQuery()) {
        assertThat(rows.next()).isTrue();
        return rows.getInt(1);
      }
    }
  }

  /** Whether no session holds the guard any more. */
  private boolean isGuardFree(FifoJobs jobs) {
    return QueueFixture.unchecked(
        () -> {
          try (Connection other = queue().database().dataSource().getConnection()) {
            other.setAutoCommit(false);
            int taken = tryGuard(other, jobs);
            other.rollback();
            return taken == 1;
          }
        });
  }

  @ParameterizedTest
  @MethodSource("fifoForms")
  @DisplayName("B121: a claim of the service's own runs under the guard: its choice, one in work")
  default void an_own_claim_takes_one_row_at_a_time(FifoForm form) throws Exception {
    FifoJobs jobs = FifoJobs.create(queue(), form, "1", "2", "3");
    String free =
        form == FifoForm.LEASE ? " and ([locked_until] is null or [locked_until] <= :now)" : "";
    String claim =
        "select [id] from [%s] where [grp] = :group%s order by [id] desc limit :limit"
            .formatted(form.table(), free);
    String fetch = "select [id], [payload] from [%s] where [id] in (:ids)".formatted(form.table());
    OwnStatements own =
        OwnStatements.builder()
            .claim(OwnStatementsBehaviours.sql(queue(), claim))
            .fetch(OwnStatementsBehaviours.sql(queue(), fetch))
            .build();
    Gate<String> gate = Gate.then(Outcome.ack());
    Events events = new Events();
    queue().start(jobs.subscription().statements(own).handle(gate));
    gate.awaitEntered(1);
    queue()
        .start(
            queue()
                .rowqueue(jobs.subscription().statements(own).workers(3).handle(gate))
                .listener(events));
    events.awaitEmptyClaims(3);
    assertThat(gate.messages()).containsExactly("3");
    gate.open();
    jobs.awaitGone();
    assertThat(gate.messages()).containsExactly("3", "2", "1");
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("formsWithAGuardInTheDatabase")
  @DisplayName("SPEC 13, 15: whatever a delivery ends with, no session keeps the guard")
  default void the_guard_is_given_back_whatever_happens(FifoForm form) throws Exception {
    String path = form == FifoForm.LEASE ? "lease/" : "row-lock/";
    for (String broken :
        List.of("fifo-guard", "fifo-claim", "fifo-unguard", "claim-stamp", "ack", "commit")) {
      FifoJobs jobs = FifoJobs.create(queue(), form);
      FaultyDataSource faulty = faulty(form);
      Notes<String> handled = Notes.acking();
      start(faulty, jobs, handled);
      Fault cut = faulty.on(broken.equals("commit") ? broken : path + broken).cutsBefore();
      jobs.insert("1", "2");
      jobs.awaitGone();
      assertThat(handled.messages()).as("after %s", broken).startsWith("1").endsWith("2");
      queue().stopAll();
      assertThat(isGuardFree(jobs)).as("guard after %s (%s)", broken, cut.hits()).isTrue();
    }
  }

  /**
   * The forms whose guard outlasts a transaction, and would go back to the pool with its session.
   */
  default Stream<FifoForm> formsWithAGuardOfTheSession() {
    return fifoForms()
        .filter(form -> guard(form).filter(Guard.OfSession.class::isInstance).isPresent());
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("formsWithAGuardOfTheSession")
  @DisplayName(
      "SPEC 13, 15: a session whose guard is in doubt does not go back to the pool with it")
  default void a_guard_in_doubt_is_not_kept(FifoForm form) throws Exception {
    String path = form == FifoForm.LEASE ? "lease/" : "row-lock/";
    for (String doubtful :
        List.of(path + "fifo-guard", "start transaction", path + "fifo-unguard")) {
      for (boolean error : List.of(false, true)) {
        FifoJobs jobs = FifoJobs.create(queue(), form);
        FaultyDataSource faulty = faulty(form);
        Notes<String> handled =
            Notes.then(
                (message, delivery) -> {
                  if (message.equals("1")) {
                    befall(faulty.on(doubtful), error);
                  }
                  return Outcome.ack();
                });
        start(faulty, jobs, handled);
        jobs.insert("1", "2");
        jobs.awaitGone();
        queue().stopAll();
        assertThat(isGuardFree(jobs)).as("guard after %s, error %s", doubtful, error).isTrue();
      }
    }
  }

  /** Executed, but its caller is told of a time-out, or has no memory to hear of it. */
  private static void befall(Fault.Plan plan, boolean error) {
    if (error) {
      plan.runsAfter(
          connection -> {
            throw new OutOfMemoryError("injected by a test");
          });
    } else {
      plan.failsAfterwards("70100", 1317);
    }
  }

  private FaultyDataSource faulty(FifoForm form) {
    return new FaultyDataSource(queue().pool(), queue().dialect(), List.of(form.spec()), List.of());
  }

  private void start(FaultyDataSource faulty, FifoJobs jobs, Handler<String> handler) {
    queue()
        .start(
            Rowqueue.on(faulty)
                .pollInterval(QueueFixture.POLL)
                .connections(16)
                .lease(Duration.ofSeconds(1))
                .subscribe(
                    jobs.subscription()
                        .errorBackoff(Backoff.fixed(Duration.ofMillis(10)))
                        .handle(handler)));
  }
}
