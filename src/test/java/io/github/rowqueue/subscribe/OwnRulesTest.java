package io.github.rowqueue.subscribe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.rowqueue.table.Attempt;
import io.github.rowqueue.table.Group;
import io.github.rowqueue.table.Id;
import io.github.rowqueue.table.LockedUntil;
import io.github.rowqueue.table.QueueClock;
import io.github.rowqueue.table.QueueTable;
import io.github.rowqueue.table.RetryAfter;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What own statements are refused for before any database is asked, word for word. */
class OwnRulesTest {

  @QueueTable("jobs")
  record RowLock(@Id long id, String text) {}

  @QueueTable("jobs")
  record Lease(
      @Id long id, @Group String grp, @Attempt int attempt, @LockedUntil @Nullable Instant until) {}

  @QueueTable("jobs")
  record BareLease(@Id long id, @LockedUntil @Nullable Instant until) {}

  @QueueTable(value = "jobs", lockKey = "jobs-{id}")
  record Advisory(@Id long id) {}

  @QueueTable(value = "jobs", clock = QueueClock.DATABASE)
  record DatabaseClock(@Id long id, @RetryAfter Instant retryAfter) {}

  private static final Handler<Object> ACK = (message, delivery) -> Outcome.ack();

  private static void refused(Class<?> table, OwnStatements.Builder own, String... problems) {
    Subscription subscription = Subscription.of("jobs", table).statements(own.build()).handle(ACK);
    assertThat(SubscriptionRules.problems(subscription))
        .containsExactly(
            List.of(problems).stream()
                .map(
                    problem ->
                        "subscription \"jobs\", table jobs (record %s): %s"
                            .formatted(table.getSimpleName(), problem))
                .toArray(String[]::new));
  }

  private static OwnStatements.Builder own() {
    return OwnStatements.builder();
  }

  @Test
  void statements_that_fit_are_told_nothing() {
    refused(
        Lease.class,
        own()
            .claim("select id from jobs where grp = :group and until < :now limit :limit")
            .fetch("select id, text from jobs where id in (:ids) and grp = :group")
            .ack("insert into log values (:attempt, :now)", "delete from jobs where id = :id")
            .drop("delete from jobs where id = :id and until = :token")
            .retry("update jobs set until = null, e = :error where id = :id")
            .retryAfter("update jobs set until = :retryAt where id = :id")
            .extend(
                "update jobs set until = :expiry where id = :id and until = :token and attempt = :tokenAttempt"));
    refused(RowLock.class, own().retryAfter("select :delay, :id").fetch("select :id"));
    refused(BareLease.class, own().extend("select :expiry, :id, :token"));
  }

  @Test
  @DisplayName("B34: an own extend outside the lease form")
  void an_own_extend_needs_the_lease_form() {
    refused(
        RowLock.class,
        own().extend((connection, row) -> 1),
        "an own extend is given, but the table has no lease column: remove .extend(…), or add @LockedUntil to a component");
  }

  @Test
  @DisplayName("B34: an own claim in the advisory form")
  void the_advisory_form_chooses_rows_itself() {
    refused(
        Advisory.class,
        own().claim((connection, wanted) -> List.of()),
        "an own claim is given, but the advisory form chooses rows by their lock keys: remove .claim(…)");
  }

  @Test
  void an_own_dead_letter_needs_a_declared_one() {
    refused(
        RowLock.class,
        own().deadLetter("delete from jobs where id = :id"),
        "an own deadLetter is given, but the subscription declares no dead letter, so that it would never run: add .deadLetter(…) or .maxAttempts(…)");
  }

  @Test
  @DisplayName("B31: a parameter the event does not have")
  void a_name_that_is_no_parameter_is_refused_with_those_there_are() {
    refused(
        Lease.class,
        own().ack("update jobs set text = :text where id = :id and until = :expiry"),
        "the own ack names :expiry, which it does not have: it may name :id, :group, :now, :attempt, :token, :tokenAttempt",
        "the own ack names :text, which it does not have: it may name :id, :group, :now, :attempt, :token, :tokenAttempt");
    refused(
        RowLock.class,
        own().claim("select id from jobs where id > :id limit :limit"),
        "the own claim names :id, which it does not have: it may name :limit");
  }

  @Test
  void a_parameter_the_table_cannot_give_is_refused_with_the_reason() {
    refused(
        RowLock.class,
        own().ack("update jobs set a = :attempt, g = :group, n = :now, t = :token where id = :id"),
        "the own ack names :attempt, but the table has no @Attempt column",
        "the own ack names :group, but the table has no @Group column",
        "the own ack names :now, but no column of the table says how a time is written: write the database's clock",
        "the own ack names :token, but the table has no @LockedUntil column");
    refused(
        BareLease.class,
        own().ack("delete from jobs where id = :id and attempt = :tokenAttempt"),
        "the own ack names :tokenAttempt, but the table has no @Attempt column");
    refused(
        DatabaseClock.class,
        own().ack("update jobs set at = :now where id = :id"),
        "the own ack names :now, but the table goes by the database's clock: write that clock");
    refused(
        DatabaseClock.class,
        own().retryAfter("update jobs set retry_after = :retryAt where id = :id"),
        "the own retryAfter names :retryAt, but the table goes by the database's clock: write that clock, and :delay in microseconds");
  }

  @Test
  void a_destination_is_a_group() {
    Subscription subscription =
        Subscription.of("jobs", Lease.class)
            .deadLetter(DeadLetter.toTable("jobs_dead"))
            .statements(
                own().deadLetter("update jobs set grp = :destination where id = :id").build())
            .handle(ACK);
    assertThat(SubscriptionRules.problems(subscription))
        .containsExactly(
            "subscription \"jobs\", table jobs (record Lease): the own deadLetter names :destination, but the dead letter is no group: write the table it names");
  }

  @Test
  void what_an_event_cannot_do_without_is_asked_for() {
    refused(
        Lease.class,
        own().claim("select id from jobs"),
        "the own claim has no :limit, so that it would take more rows than are wanted");
    refused(
        Lease.class,
        own().fetch("select id from jobs"),
        "the own fetch must name one of :id, to run once per row, and :ids, to stand in \"in (:ids)\"");
    refused(
        Lease.class,
        own().fetch("select id from jobs where id = :id or id in (:ids)"),
        "the own fetch must name one of :id, to run once per row, and :ids, to stand in \"in (:ids)\"");
    refused(
        Lease.class,
        own().ack("delete from jobs where id = :id", "delete from other"),
        "the own ack has no :id in its last statement, whose count says whether the row was written");
    refused(
        Lease.class,
        own().retryAfter("update jobs set until = null where id = :id"),
        "the own retryAfter names neither :retryAt nor :delay, so that the delay would be lost");
    refused(
        Lease.class,
        own().extend("update jobs set until = :expiry where id = :id"),
        "the own extend has no :token: it must write :expiry to the row :id whose lease is :token, and to no other",
        "the own extend has no :tokenAttempt: the attempt is a part of the token, so compare it with the attempt column");
  }

  @Test
  @DisplayName("B31: an event given twice, or without a statement")
  void a_builder_refuses_what_is_no_event() {
    assertThatThrownBy(() -> own().ack("delete :id").ack((connection, row) -> 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the own ack is given twice: give all its statements in one call");
    assertThatThrownBy(() -> own().retryAfter())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the own retryAfter has no statement");
    assertThatThrownBy(() -> own().deadLetter("delete from jobs where id = ?"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "the own deadLetter: a ? does not say what it stands for, at: ?; name it, such as :id");
  }

  @Test
  @DisplayName("B300: the events given are told, all others are left to Rowqueue")
  void statements_say_which_events_they_answer() {
    OwnStatements own = own().ack("delete from jobs where id = :id").build();
    assertThat(own.events()).containsExactly(OwnEvent.ACK);
    assertThat(own.has(OwnEvent.DROP)).isFalse();
    assertThat(own.action(OwnEvent.ACK)).isPresent();
    assertThat(OwnStatements.NONE.events()).isEmpty();
  }
}
