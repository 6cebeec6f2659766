package io.github.rowqueue.behaviour;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowqueue.Rowqueue;
import io.github.rowqueue.publish.PublishOptions;
import io.github.rowqueue.subscribe.Outcome;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What holds a locked row (B55 to B63). On a database without row locks nothing of it runs. */
interface RowLockBehaviours extends Behaviours {

  default java.util.stream.Stream<JobForm> rowLockForm() {
    return forms().filter(JobForm.ROW_LOCK::equals);
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("rowLockForm")
  @DisplayName(
      "B55, B56, B65: the transaction holds the row and one connection until the settlement commits it")
  default void the_transaction_holds_the_row_and_one_connection_until_the_settlement(JobForm form)
      throws Exception {
    String group = QueueFixture.newGroup();
    queue().insert(form, group, "held");
    Gate<String> gate = Gate.then(Outcome.ack());
    Events events = new Events();
    queue().start(queue().rowqueue(form.subscription(group).handle(gate)).listener(events));
    gate.awaitEntered(1);
    assertThat(lockable(group)).as("rows another transaction could lock").isZero();
    assertThat(queue().connectionsInUse()).isEqualTo(1);
    assertThat(queue().rows(form, group)).singleElement().matches(row -> row.attempt() == 1);
    gate.open();
    events.awaitSettled(1);
    assertThat(queue().rows(form, group)).isEmpty();
    events.awaitEmptyClaims(1);
    QueueFixture.await("B60: idle connections", () -> queue().connectionsInUse() == 0);
  }

  private int lockable(String group) throws SQLException {
    try (Connection connection = queue().database().dataSource().getConnection()) {
      connection.setAutoCommit(false);
      try (Statement statement = connection.createStatement();
          ResultSet rows =
              statement.executeQuery(
                  "select %s from %s where %s = '%s' for update skip locked"
                      .formatted(
                          queue().q("id"), queue().q("lock_jobs"), queue().q("grp"), group))) {
        int count = 0;
        while (rows.next()) {
          count++;
        }
        return count;
      } finally {
        connection.rollback();
      }
    }
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("rowLockForm")
  @DisplayName("B62, PAINS 26: an insert into the group does not wait for a claim that is held")
  default void an_insert_does_not_wait_for_a_claim_that_is_held(JobForm form) throws Exception {
    String group = QueueFixture.newGroup();
    queue().insert(form, group, "held");
    Gate<String> gate = Gate.then(Outcome.ack());
    queue().start(form.subscription(group).workers(3).handle(gate));
    gate.awaitEntered(1);
    int inserted =
        queue()
            .update(
                "insert into %s (%s, %s) values ('%s', 'beside')"
                    .formatted(
                        queue().q(form.table()), queue().q("grp"), queue().q("payload"), group));
    assertThat(inserted).isOne();
    gate.awaitEntered(2);
    gate.open();
    queue().awaitGone(form, group);
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("rowLockForm")
  @DisplayName("B62: a handler may publish into its own table while its claim is held")
  default void a_handler_may_publish_into_its_own_table(JobForm form) throws Exception {
    String group = QueueFixture.newGroup();
    queue().insert(form, group, "parent");
    Rowqueue publishing = queue().start(queue().rowqueue());
    Notes<String> handled =
        Notes.then(
            (message, delivery) -> {
              if (message.equals("parent")) {
                form.publisher(publishing).publishMessage("child", PublishOptions.to(group));
              }
              return Outcome.ack();
            });
    queue().start(form.subscription(group).handle(handled));
    assertThat(handled.await(2).messages()).containsExactly("parent", "child");
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("rowLockForm")
  @DisplayName(
      "B58, B59, B162: rows whose connection dies are claimable at once, no attempt counted")
  default void rows_whose_connection_dies_are_claimable_at_once(JobForm form) throws Exception {
    String group = QueueFixture.newGroup();
    queue().insert(form, group, "survivor");
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
    assertThat(handled.await(1).attempts()).containsExactly(1L);
    gate.open();
  }
}
