package io.github.rowqueue.behaviour;

import static io.github.rowqueue.behaviour.OwnSettlements.moveTo;
import static io.github.rowqueue.behaviour.OwnSettlements.subscription;
import static io.github.rowqueue.behaviour.OwnSettlements.updating;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import io.github.rowqueue.error.StatementException;
import io.github.rowqueue.subscribe.BatchOutcome;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.OwnCode;
import io.github.rowqueue.subscribe.OwnRow;
import io.github.rowqueue.subscribe.OwnStatements;
import io.github.rowqueue.subscribe.Settled;
import io.github.rowqueue.testing.LogLines;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Settlements a service writes itself that fail, or break a promise: undone (SPEC 13, 12 and 26).
 */
interface OwnSettlementUndoneBehaviours extends Behaviours {

  private String sql(String text) {
    return OwnStatementsBehaviours.sql(queue(), text);
  }

  @Test
  @DisplayName("SPEC 13, 26: own SQL that leaves the lease in the row is undone, and told")
  default void an_own_ack_that_leaves_the_lease_is_undone() throws Exception {
    String group = QueueFixture.newGroup();
    String touch = sql("update [lease_jobs] set [priority] = 9 where [id] = :id");
    Events events = new Events();
    queue().insert(JobForm.LEASE, group, "a");
    try (LogLines log = LogLines.capture()) {
      queue()
          .start(
              queue()
                  .rowqueue(
                      subscription(JobForm.LEASE, group, OwnStatements.builder().ack(touch))
                          .handle(Notes.acking()))
                  .listener(events));
      assertThat(events.awaitSettled(1)).containsExactly(Settled.RETRIED);
      Object id = queue().rows(JobForm.LEASE, group).get(0).id();
      assertThat(log.at(Level.ERROR))
          .filteredOn(line -> line.contains("\"%s\"".formatted(group)))
          .containsExactly(
              ("subscription \"%s\", table lease_jobs, row %s: the database refuses %s/lease/own-ack"
                      + " for good; retry-after is written instead: mend the constraint or trigger it"
                      + " names")
                  .formatted(group, id, queue().dialect().name()));
    }
    assertThat(queue().rows(JobForm.LEASE, group))
        .singleElement()
        .matches(row -> !row.leased() && row.attempt() == 2)
        .extracting(StoredJob::lastError)
        .asString()
        .contains("row ")
        .contains(
            "/lease/own-ack failed: the row still carries its lease after it, so that it is undone:"
                + " let it delete the row, mark it as processed, or set the lease column to null");
    assertThat(queue().count("lease_jobs", sql("[grp] = '%s' and [priority] = 9".formatted(group))))
        .isZero();
  }

  @ParameterizedTest
  @MethodSource("forms")
  @DisplayName("SPEC 13, 12: own SQL the database refuses gives way to the failure policy")
  default void an_own_ack_the_database_refuses_is_replaced(JobForm form) throws Exception {
    String group = QueueFixture.newGroup();
    String toNull = "update [%s] set [payload] = null where [id] = :id and [payload] = 'bad'";
    Events events = new Events();
    queue().insert(form, group, "good", "bad", "fine");
    queue()
        .start(
            queue()
                .rowqueue(
                    subscription(
                            form,
                            group,
                            OwnStatements.builder()
                                .ack(
                                    sql(toNull.formatted(form.table())),
                                    moveTo(queue(), form, group + "-audit")))
                        .handleBatch(3, (messages, deliveries) -> BatchOutcome.all(Outcome.ack())))
                .listener(events));
    assertThat(events.awaitSettled(3))
        .containsExactlyInAnyOrder(Settled.ACKED, Settled.ACKED, Settled.RETRIED);
    assertThat(queue().rows(form, group + "-audit"))
        .extracting(StoredJob::payload)
        .containsExactly("good", "fine");
    assertThat(queue().rows(form, group))
        .singleElement()
        .matches(row -> row.attempt() == 2)
        .matches(row -> row.payload().equals("bad") && row.lastError() != null);
  }

  @ParameterizedTest
  @MethodSource("forms")
  default void own_code_that_fails_or_ends_the_transaction_is_undone(JobForm form)
      throws Exception {
    List<OwnCode> codes =
        List.of(
            (connection, row) -> {
              throw new IllegalStateException("a bug");
            },
            (connection, row) -> {
              throw new SQLException("no state");
            },
            (connection, row) -> ended(connection, moveTo(queue(), form, "ended"), row));
    List<String> texts =
        List.of(
            "the service's own code failed: java.lang.IllegalStateException: a bug",
            "no state",
            "Connection.commit() was called in an own statement, whose transaction is Rowqueue's: throw an exception to undo it");
    for (int i = 0; i < codes.size(); i++) {
      String group = QueueFixture.newGroup();
      Events events = new Events();
      queue().insert(form, group, "a");
      queue()
          .start(
              queue()
                  .rowqueue(
                      subscription(form, group, OwnStatements.builder().ack(codes.get(i)))
                          .handle(Notes.acking()))
                  .listener(events));
      assertThat(events.awaitSettled(1)).containsExactly(Settled.RETRIED);
      assertThat(queue().rows(form, group))
          .singleElement()
          .extracting(StoredJob::lastError)
          .asString()
          .contains(texts.get(i));
    }
    assertThat(queue().rows(form, "ended")).isEmpty();
  }

  private int ended(Connection connection, String sql, OwnRow row) throws SQLException {
    int changed = updating(sql, new ConcurrentLinkedQueue<>()).run(connection, row);
    connection.commit();
    return changed;
  }

  @ParameterizedTest
  @MethodSource("forms")
  default void an_own_ack_of_the_row_lock_form_must_change_a_row(JobForm form) throws Exception {
    String group = QueueFixture.newGroup();
    String nothing =
        sql("update [%s] set [priority] = 9 where [id] = :id and 1 = 0".formatted(form.table()));
    Events events = new Events();
    queue().insert(form, group, "a");
    queue()
        .start(
            queue()
                .rowqueue(
                    subscription(form, group, OwnStatements.builder().ack(nothing))
                        .handle(Notes.acking()))
                .listener(events));
    assertThat(events.awaitSettled(1)).containsExactly(Settled.RETRIED);
    assertThat(queue().rows(form, group))
        .singleElement()
        .extracting(StoredJob::lastError)
        .asString()
        .contains(
            form == JobForm.ROW_LOCK
                ? "it changed no row, so that it is undone: let its last statement write to the row :id"
                : "the row still carries its lease after it");
    assertThat(events.failures()).noneMatch(failure -> !(failure instanceof StatementException));
  }
}
