package io.github.rowqueue.behaviour;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowqueue.Rowqueue;
import io.github.rowqueue.dialect.Guard;
import io.github.rowqueue.faults.Fault;
import io.github.rowqueue.faults.FaultyDataSource;
import io.github.rowqueue.servers.DatabaseKind;
import io.github.rowqueue.subscribe.Backoff;
import io.github.rowqueue.subscribe.BatchOutcome;
import io.github.rowqueue.subscribe.DeadLetter;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.OwnStatements;
import io.github.rowqueue.subscribe.Settled;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** One row of a group in work at a time, in claim order, over all instances (B107 to B121). */
interface FifoBehaviours extends Behaviours {

  default Stream<FifoForm> fifoForms() {
    return forms().map(FifoForm::of);
  }

  /** The forms whose guard is the database's, and can be held by any of its sessions. */
  default Stream<FifoForm> formsWithAGuardInTheDatabase() {
    return fifoForms()
        .filter(form -> guard(form).filter(any -> !(any instanceof Guard.OfProcess)).isPresent());
  }

  default Optional<Guard> guard(FifoForm form) {
    return (form == FifoForm.LEASE
            ? queue().dialect().leaseClaim(form.spec())
            : queue().dialect().rowLockClaim(form.spec()))
        .guard();
  }

  /** Rows of the payloads "1", "2" … in a group of its own. */
  private String group(FifoForm form, String... payloads) throws SQLException {
    queue().emptied(form.rowClass());
    String group = QueueFixture.newGroup();
    queue().insert(form.table(), group, List.of(payloads));
    return group;
  }

  private void insertAhead(FifoForm form, String group, String payload) throws SQLException {
    queue()
        .update(
            "insert into %s (%s, %s, %s) values ('%s', -1, '%s')"
                .formatted(
                    queue().q(form.table()),
                    queue().q("grp"),
                    queue().q("priority"),
                    queue().q("payload"),
                    group,
                    payload));
  }

  private void change(FifoForm form, String payload, String column, String value)
      throws SQLException {
    queue()
        .update(
            "update %s set %s = %s where %s = '%s'"
                .formatted(
                    queue().q(form.table()),
                    queue().q(column),
                    value,
                    queue().q("payload"),
                    payload));
  }

  private void awaitGone(FifoForm form) throws InterruptedException {
    QueueFixture.await(
        "no rows in " + form.table(),
        () -> QueueFixture.unchecked(() -> queue().count(form.table(), "1 = 1")) == 0);
  }

  @ParameterizedTest
  @MethodSource("fifoForms")
  @DisplayName("B107: four workers of two instances finish eight rows strictly in claim order")
  default void rows_of_a_group_finish_strictly_in_claim_order(FifoForm form) throws Exception {
    String group = group(form, "1", "2", "3", "4", "5", "6", "7", "8");
    Queue<String> seen = new ConcurrentLinkedQueue<>();
    for (int i = 0; i < 2; i++) {
      queue()
          .start(
              form.subscription(group)
                  .workers(4)
                  .handle(
                      (message, delivery) -> {
                        seen.add("start " + message);
                        seen.add("end " + message);
                        return Outcome.ack();
                      }));
    }
    awaitGone(form);
    assertThat(seen)
        .containsExactlyElementsOf(
            Stream.of("1", "2", "3", "4", "5", "6", "7", "8")
                .flatMap(row -> Stream.of("start " + row, "end " + row))
                .toList());
  }

  @ParameterizedTest
  @MethodSource("fifoForms")
  @DisplayName("B108, B109: while a head is in work nothing is claimed, also no row ahead of it")
  default void while_a_head_is_in_work_nothing_else_is_claimed(FifoForm form) throws Exception {
    String group = group(form, "1", "2");
    Gate<String> gate = Gate.then(Outcome.ack());
    queue().start(form.subscription(group).workers(3).handle(gate));
    gate.awaitEntered(1);
    Notes<String> others = Notes.acking();
    Events events = new Events();
    queue().start(queue().rowqueue(form.subscription(group).handle(others)).listener(events));
    events.awaitEmptyClaims(2);
    insertAhead(form, group, "0");
    events.awaitEmptyClaims(3);
    assertThat(others.messages()).isEmpty();
    assertThat(gate.messages()).containsExactly("1");
    gate.open();
    awaitGone(form);
    assertThat(Stream.concat(gate.messages().stream(), others.messages().stream()))
        .containsExactlyInAnyOrder("1", "0", "2");
  }

  @ParameterizedTest
  @MethodSource("fifoForms")
  @DisplayName("B109: a row that entered ahead of the head in work is the next one delivered")
  default void a_row_that_entered_ahead_is_the_next_one(FifoForm form) throws Exception {
    String group = group(form, "1", "2");
    Gate<String> gate = Gate.then(Outcome.ack());
    queue().start(form.subscription(group).workers(3).handle(gate));
    gate.awaitEntered(1);
    insertAhead(form, group, "0");
    gate.open();
    awaitGone(form);
    assertThat(gate.messages()).containsExactly("1", "0", "2");
  }

  @ParameterizedTest
  @MethodSource("fifoForms")
  @DisplayName("B110: rows behind a head that is not due wait too")
  default void rows_behind_a_head_that_is_not_due_wait(FifoForm form) throws Exception {
    String group = group(form, "1", "2");
    change(form, "1", "priority", "-1");
    change(form, "1", "retry_after", queue().time(Instant.now().plusSeconds(3600)));
    Notes<String> handled = Notes.acking();
    Events events = new Events();
    queue().start(queue().rowqueue(form.subscription(group).handle(handled)).listener(events));
    events.awaitEmptyClaims(3);
    assertThat(handled.messages()).isEmpty();
    change(form, "1", "retry_after", queue().time(Instant.now().minusSeconds(3600)));
    assertThat(handled.await(2).messages()).containsExactly("1", "2");
  }

  @ParameterizedTest
  @MethodSource("fifoForms")
  @DisplayName("B111: a head that asks for a retry at once stays the head")
  default void a_retry_keeps_the_head(FifoForm form) throws Exception {
    String group = group(form, "1", "2");
    Notes<String> handled =
        Notes.then(
            (message, delivery) ->
                message.equals("1") && delivery.attempt().orElse(0) < 3
                    ? Outcome.retry()
                    : Outcome.ack());
    for (int i = 0; i < 2; i++) {
      queue().start(form.subscription(group).handle(handled));
    }
    assertThat(handled.await(4).messages()).containsExactly("1", "1", "1", "2");
  }

  @ParameterizedTest
  @MethodSource("fifoForms")
  @DisplayName("B111: a delayed retry moves the head behind rows due earlier: 1, 2, 3, 1")
  default void a_delayed_retry_moves_the_head(FifoForm form) throws Exception {
    String group = group(form, "1", "2", "3");
    Notes<String> handled = Notes.then(FifoBehaviours::delaysFirstOnce);
    queue().start(form.subscription(group).handle(handled));
    assertThat(handled.await(4).messages()).containsExactly("1", "2", "3", "1");
  }

  private static Outcome delaysFirstOnce(
      String message, io.github.rowqueue.subscribe.Delivery delivery) {
    return message.equals("1") && delivery.attempt().orElse(0) == 1
        ? Outcome.retryAfter(Duration.ofSeconds(1))
        : Outcome.ack();
  }

  @ParameterizedTest
  @MethodSource("fifoForms")
  @DisplayName("B112: a delayed head moves among the rows of its own priority only")
  default void a_delayed_head_moves_within_its_priority(FifoForm form) throws Exception {
    String group = group(form, "1", "2", "later");
    change(form, "later", "priority", "1");
    Notes<String> handled = Notes.then(FifoBehaviours::delaysFirstOnce);
    queue().start(form.subscription(group).handle(handled));
    assertThat(handled.await(4).messages()).containsExactly("1", "2", "1", "later");
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("formsWithAGuardInTheDatabase")
  @DisplayName("B113, B121: while another session holds the guard nothing is claimed")
  default void a_held_guard_keeps_the_group(FifoForm form) throws Exception {
    String group = group(form, "1");
    Notes<String> handled = Notes.acking();
    Events events = new Events();
    try (Connection other = queue().database().dataSource().getConnection()) {
      other.setAutoCommit(false);
      assertThat(tryGuard(other, form, group)).isEqualTo(1);
      holdOn(other);
      queue().start(queue().rowqueue(form.subscription(group).handle(handled)).listener(events));
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

  private int tryGuard(Connection connection, FifoForm form, String group) throws SQLException {
    io.github.rowqueue.dialect.Statement take = guard(form).orElseThrow().take();
    try (PreparedStatement prepared = connection.prepareStatement(take.sql())) {
      for (int i = 0; i < take.params().size(); i++) {
        prepared.setString(i + 1, group);
      }
      try (ResultSet rows = prepared.executeQuery()) {
        assertThat(rows.next()).isTrue();
        return rows.getInt(1);
      }
    }
  }

  /** Whether no session holds the guard any more. */
  private boolean isGuardFree(FifoForm form, String group) {
    return QueueFixture.unchecked(
        () -> {
          try (Connection other = queue().database().dataSource().getConnection()) {
            other.setAutoCommit(false);
            int taken = tryGuard(other, form, group);
            other.rollback();
            return taken == 1;
          }
        });
  }

  @ParameterizedTest
  @MethodSource("fifoForms")
  @DisplayName("B121: a claim of the service's own runs under the guard: its choice, one in work")
  default void an_own_claim_takes_one_row_at_a_time(FifoForm form) throws Exception {
    String group = group(form, "1", "2", "3");
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
    queue().start(form.subscription(group).statements(own).handle(gate));
    gate.awaitEntered(1);
    queue()
        .start(
            queue()
                .rowqueue(form.subscription(group).statements(own).workers(3).handle(gate))
                .listener(events));
    events.awaitEmptyClaims(3);
    assertThat(gate.messages()).containsExactly("3");
    gate.open();
    awaitGone(form);
    assertThat(gate.messages()).containsExactly("3", "2", "1");
  }

  @ParameterizedTest
  @MethodSource("fifoForms")
  @DisplayName("B114, B294: a batch of a FIFO group holds one row")
  default void a_batch_holds_one_row(FifoForm form) throws Exception {
    String group = group(form, "1", "2", "3");
    Queue<List<String>> lists = new ConcurrentLinkedQueue<>();
    queue()
        .start(
            form.subscription(group)
                .workers(2)
                .handleBatch(
                    4,
                    (messages, deliveries) -> {
                      lists.add(List.copyOf(messages));
                      return BatchOutcome.all(Outcome.ack());
                    }));
    awaitGone(form);
    assertThat(lists).containsExactly(List.of("1"), List.of("2"), List.of("3"));
  }

  @ParameterizedTest
  @MethodSource("fifoForms")
  @DisplayName(
      "B115: a head that has spent its attempts leaves the group, and the next is the head")
  default void the_cap_takes_a_stuck_head_out(FifoForm form) throws Exception {
    String group = group(form, "stuck", "next");
    Notes<String> handled =
        Notes.then(
            (message, delivery) -> message.equals("stuck") ? Outcome.retry() : Outcome.ack());
    Events events = new Events();
    queue()
        .start(
            queue()
                .rowqueue(
                    form.subscription(group)
                        .maxAttempts(3, DeadLetter.toGroup(group + "-parked"))
                        .handle(handled))
                .listener(events));
    assertThat(events.awaitSettled(4))
        .containsExactly(Settled.RETRIED, Settled.RETRIED, Settled.PARKED, Settled.ACKED);
    assertThat(handled.messages()).containsExactly("stuck", "stuck", "stuck", "next");
    assertThat(queue().rows(form.table(), form == FifoForm.LEASE, group + "-parked"))
        .extracting(StoredJob::payload)
        .containsExactly("stuck");
  }

  default Stream<FifoForm> leaseFifo() {
    return Stream.of(FifoForm.LEASE);
  }

  default Stream<FifoForm> rowLockFifo() {
    return fifoForms().filter(FifoForm.ROW_LOCK::equals);
  }

  @ParameterizedTest
  @MethodSource("leaseFifo")
  @DisplayName("B116: a crash holds the group until the lease ends; then its row is the first")
  default void a_crash_holds_the_group_and_its_row_is_resumed_first(FifoForm form)
      throws Exception {
    String group = group(form, "1", "crashed", "3");
    change(form, "crashed", "attempt", "2");
    change(form, "crashed", "locked_until", queue().time(Instant.now().plusSeconds(3600)));
    Notes<String> handled = Notes.acking();
    Events events = new Events();
    queue().start(queue().rowqueue(form.subscription(group).handle(handled)).listener(events));
    events.awaitEmptyClaims(3);
    assertThat(handled.messages()).isEmpty();
    change(form, "crashed", "locked_until", queue().time(Instant.now().minusSeconds(60)));
    assertThat(handled.await(3).messages()).containsExactly("crashed", "1", "3");
    assertThat(handled.attempts()).containsExactly(2L, 1L, 1L);
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("rowLockFifo")
  @DisplayName("B58, B116: a connection that dies frees row and guard at once")
  default void a_connection_that_dies_frees_the_group(FifoForm form) throws Exception {
    String group = group(form, "1", "2");
    Gate<String> gate = Gate.stubborn();
    Rowqueue dying =
        queue()
            .start(
                queue()
                    .rowqueue(form.subscription(group).handle(gate))
                    .drainTimeout(Duration.ofMillis(50)));
    gate.awaitEntered(1);
    dying.close();
    Notes<String> handled = Notes.acking();
    queue().start(form.subscription(group).handle(handled));
    assertThat(handled.await(2).messages()).containsExactly("1", "2");
    gate.open();
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("formsWithAGuardInTheDatabase")
  @DisplayName("SPEC 13, 15: whatever a delivery ends with, no session keeps the guard")
  default void the_guard_is_given_back_whatever_happens(FifoForm form) throws Exception {
    String path = form == FifoForm.LEASE ? "lease/" : "row-lock/";
    for (String broken :
        List.of("fifo-guard", "fifo-claim", "fifo-unguard", "claim-stamp", "ack", "commit")) {
      String group = group(form);
      FaultyDataSource faulty =
          new FaultyDataSource(queue().pool(), queue().dialect(), List.of(form.spec()), List.of());
      Notes<String> handled = Notes.acking();
      queue()
          .start(
              Rowqueue.on(faulty)
                  .pollInterval(QueueFixture.POLL)
                  .connections(16)
                  .lease(Duration.ofSeconds(1))
                  .subscribe(
                      form.subscription(group)
                          .errorBackoff(Backoff.fixed(Duration.ofMillis(10)))
                          .handle(handled)));
      Fault cut = faulty.on(broken.equals("commit") ? broken : path + broken).cutsBefore();
      queue().insert(form.table(), group, List.of("1", "2"));
      awaitGone(form);
      assertThat(handled.messages()).as("after %s", broken).startsWith("1").endsWith("2");
      queue().stopAll();
      assertThat(isGuardFree(form, group)).as("guard after %s (%s)", broken, cut.hits()).isTrue();
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
        String group = group(form);
        FaultyDataSource faulty =
            new FaultyDataSource(
                queue().pool(), queue().dialect(), List.of(form.spec()), List.of());
        Notes<String> handled =
            Notes.then(
                (message, delivery) -> {
                  if (message.equals("1")) {
                    befall(faulty.on(doubtful), error);
                  }
                  return Outcome.ack();
                });
        queue()
            .start(
                Rowqueue.on(faulty)
                    .pollInterval(QueueFixture.POLL)
                    .connections(16)
                    .lease(Duration.ofSeconds(1))
                    .subscribe(
                        form.subscription(group)
                            .errorBackoff(Backoff.fixed(Duration.ofMillis(10)))
                            .handle(handled)));
        queue().insert(form.table(), group, List.of("1", "2"));
        awaitGone(form);
        queue().stopAll();
        assertThat(isGuardFree(form, group))
            .as("guard after %s, error %s", doubtful, error)
            .isTrue();
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
}
