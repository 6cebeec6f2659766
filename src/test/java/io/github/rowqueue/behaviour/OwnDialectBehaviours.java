package io.github.rowqueue.behaviour;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.github.rowqueue.Rowqueue;
import io.github.rowqueue.dialect.Dialect;
import io.github.rowqueue.dialect.Event;
import io.github.rowqueue.dialect.ForwardingDialect;
import io.github.rowqueue.dialect.Statement;
import io.github.rowqueue.dialect.Write;
import io.github.rowqueue.error.PublishException;
import io.github.rowqueue.error.StartException;
import io.github.rowqueue.publish.PublishOptions;
import io.github.rowqueue.publish.Publisher;
import io.github.rowqueue.subscribe.DeadLetter;
import io.github.rowqueue.table.Role;
import io.github.rowqueue.table.TableSpec;
import io.github.rowqueue.testing.LogLines;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.LoggerFactory;

/** Dialects that wrap one of ours (B275, B307), and inserts of the service's own. */
interface OwnDialectBehaviours extends Behaviours {

  private String sql(String text) {
    return OwnStatementsBehaviours.sql(queue(), text);
  }

  /** An ack moves the row to the group audit instead of deleting it. */
  final class AuditDialect extends ForwardingDialect {

    AuditDialect(Dialect other) {
      super(other);
    }

    @Override
    protected Statement settlement(TableSpec spec, Event event, Statement ours) {
      if (!event.equals(Event.ACK)) {
        return ours;
      }
      String free =
          spec.column(Role.LOCKED_UNTIL)
              .map(lease -> ", %s = null".formatted(quote(lease.name())))
              .orElse("");
      return new Statement(
          ours.name() + "-audit",
          "update %s set %s = 'audit'%s\n%s"
              .formatted(
                  quote(spec.table().name()),
                  quote("grp"),
                  free,
                  ours.sql().substring(ours.sql().indexOf("where "))),
          ours.params());
    }
  }

  @ParameterizedTest
  @MethodSource("forms")
  @DisplayName("B307: a dialect that wraps ours changes one statement, singly and in batches")
  default void a_wrapped_dialect_changes_the_ack(JobForm form) throws Exception {
    String group = QueueFixture.newGroup();
    queue().execute(sql("delete from [%s] where [grp] = 'audit'".formatted(form.table())));
    String[] payloads = IntStream.range(0, 20).mapToObj(String::valueOf).toArray(String[]::new);
    queue().insert(form, group, payloads);
    Logger logger = (Logger) LoggerFactory.getLogger("io.github.rowqueue");
    Level before = logger.getLevel();
    logger.setLevel(Level.DEBUG);
    try (LogLines log = LogLines.capture()) {
      queue()
          .start(
              queue()
                  .rowqueue(form.subscription(group).workers(8).handle(Notes.acking()))
                  .dialect(AuditDialect::new));
      queue().awaitGone(form, group);
      String name = queue().dialect().name();
      assertThat(log.at(Level.DEBUG))
          .contains(
              form == JobForm.LEASE
                  ? "settlement and extension: %s/lease/ack-audit".formatted(name)
                  : "subscription \"%s\", table lock_jobs: %s/row-lock/ack-audit"
                      .formatted(group, name));
    } finally {
      logger.setLevel(before);
    }
    assertThat(queue().rows(form, "audit"))
        .extracting(StoredJob::payload)
        .containsExactlyInAnyOrder(payloads);
  }

  @ParameterizedTest
  @MethodSource("forms")
  @DisplayName("B275: a dialect that moves a dead letter by more than two statements is refused")
  default void a_dead_letter_of_three_statements_is_refused(JobForm form) {
    String name = queue().dialect().name() + "/" + (form == JobForm.LEASE ? "lease" : "row-lock");
    assertThatThrownBy(
            () ->
                queue()
                    .start(
                        queue()
                            .rowqueue(
                                form.subscription("any")
                                    .deadLetter(DeadLetter.toGroup("parked"))
                                    .handle(Notes.acking()))
                            .dialect(Tripled::new)))
        .isInstanceOf(StartException.class)
        .hasMessageContaining(
            "the dialect %s moves a dead letter by 3 statements (%s/dead-letter-to-group), and no more than two are run, a copy and the delete that decides: let it use fewer"
                .formatted(queue().dialect().name(), name));
  }

  @ParameterizedTest
  @MethodSource("forms")
  @DisplayName("B265: what an own dialect misspells stops the start, under its name")
  default void a_broken_statement_of_a_wrapped_dialect_is_refused(JobForm form) {
    assertThatThrownBy(
            () ->
                queue()
                    .start(
                        queue()
                            .rowqueue(form.subscription("any").handle(Notes.acking()))
                            .dialect(Misspelt::new)))
        .isInstanceOf(StartException.class)
        .hasMessageContaining(
            "the database does not understand %s/%s/ack-misspelt, which is the own dialect's: "
                .formatted(queue().dialect().name(), form == JobForm.LEASE ? "lease" : "row-lock"));
    assertThat(
            queue()
                .rowqueue(form.subscription("any").handle(Notes.acking()))
                .dialect(Misspelt::new)
                .check()
                .problems())
        .as("told without a start too")
        .hasSize(1);
  }

  /** Acks in a table that does not exist. */
  final class Misspelt extends ForwardingDialect {

    Misspelt(Dialect other) {
      super(other);
    }

    @Override
    protected Statement settlement(TableSpec spec, Event event, Statement ours) {
      return event.equals(Event.ACK)
          ? new Statement(
              ours.name() + "-misspelt",
              ours.sql().replace(spec.table().name(), "no_such_table"),
              ours.params())
          : ours;
    }
  }

  /** Says everything three times. */
  final class Tripled extends ForwardingDialect {

    Tripled(Dialect other) {
      super(other);
    }

    @Override
    public Write.Counted rowLockSettle(TableSpec spec, Event event) {
      return tripled(super.rowLockSettle(spec, event));
    }

    @Override
    public Write.Counted leaseWrite(TableSpec spec, Event event, int tokens) {
      return tripled(super.leaseWrite(spec, event, tokens));
    }

    private static Write.Counted tripled(Write.Counted ours) {
      return new Write.Counted(new ArrayList<>(Collections.nCopies(3, ours.statements().get(0))));
    }
  }

  @ParameterizedTest
  @MethodSource("forms")
  @DisplayName("B234, B253: an own insert writes the row and wakes its group")
  default void an_own_insert_wakes_the_group(JobForm form) throws Exception {
    String group = QueueFixture.newGroup();
    Notes<String> notes = Notes.acking();
    Rowqueue rowqueue =
        queue()
            .start(
                queue()
                    .rowqueue(
                        form.subscription(group)
                            .pollInterval(Duration.ofMinutes(5))
                            .handle(notes)));
    String insert =
        sql(
            "insert into [%s] ([grp], [payload], [retry_after], [attempt]) values (:grp, :payload, :retry_after, :attempt)"
                .formatted(form.table()));
    publish(rowqueue, form, insert, group);
    notes.await(1);
    rowqueue.publisher(form.rowClass(), insert).publishMessage("message", PublishOptions.to(group));
    notes.await(2);
    writer(rowqueue, form, insert)
        .publishAll(rows(form, group, "x", "y"), PublishOptions.to(group));
    notes.await(4);
    assertThat(notes.messages()).containsExactlyInAnyOrder("row", "message", "x", "y");
    assertThat(notes.attempts()).containsOnly(1L);
  }

  private static List<Object> rows(JobForm form, String group, String... payloads) {
    return List.of(payloads).stream()
        .<Object>map(
            payload ->
                form == JobForm.LEASE ? LeaseJob.of(group, payload) : LockJob.of(group, payload))
        .toList();
  }

  private static void publish(Rowqueue rowqueue, JobForm form, String insert, String group) {
    if (form == JobForm.LEASE) {
      rowqueue.publisher(LeaseJob.class, insert).publish(LeaseJob.of(group, "row"));
    } else {
      rowqueue.publisher(LockJob.class, insert).publish(LockJob.of(group, "row"));
    }
  }

  @SuppressWarnings("unchecked") // the rows given to it are of the form's class
  private Publisher<Object> writer(Rowqueue rowqueue, JobForm form, String insert) {
    return rowqueue.publisher(
        (Class<Object>) form.rowClass(),
        (connection, row, options) -> write(connection, insert, row, options));
  }

  private static void write(Connection connection, String sql, Object row, PublishOptions options)
      throws SQLException {
    String payload = row instanceof LeaseJob lease ? lease.payload() : ((LockJob) row).payload();
    String text =
        sql.replaceFirst(", \"?`?retry_after.*? values", ") values")
            .replaceFirst("values .*", "values (?, ?)");
    try (PreparedStatement insert = connection.prepareStatement(text)) {
      insert.setObject(1, options.values().get(Role.GROUP));
      insert.setString(2, payload);
      insert.executeUpdate();
    }
  }

  @ParameterizedTest
  @MethodSource("forms")
  @DisplayName("B188: an own insert is refused what it would lose, before it runs")
  default void an_own_insert_is_checked(JobForm form) {
    Rowqueue rowqueue = queue().start(queue().rowqueue());
    String where =
        "publisher of table %s (record %s): "
            .formatted(form.table(), form.rowClass().getSimpleName());
    refused(
        () -> rowqueue.publisher(form.rowClass(), "insert into x values (:body)"),
        where
            + "the own insert names :body, which is no column of the description: it may name :id, :grp, :priority, :retry_after, :attempt"
            + (form == JobForm.LEASE ? ", :locked_until" : "")
            + ", :payload, :last_error");
    refused(
        () -> rowqueue.publisher(form.rowClass(), "insert into x values (?)"),
        where
            + "the own insert: a ? does not say what it stands for, at: ?); name it, such as :id");
    assertThatThrownBy(
            () -> rowqueue.publisher(form.rowClass(), "insert into no_such values (:payload)"))
        .isInstanceOf(PublishException.class)
        .hasMessageStartingWith(
            where
                + "the database does not understand the own insert (%s/%s/own-insert): "
                    .formatted(
                        queue().dialect().name(), form == JobForm.LEASE ? "lease" : "row-lock"));
    String short1 =
        sql("insert into [%s] ([grp], [payload]) values (:grp, :payload)".formatted(form.table()));
    refused(
        () ->
            rowqueue
                .publisher(form.rowClass(), short1)
                .publishMessage("a", PublishOptions.to("g").delay(Duration.ofHours(1))),
        "table %s (record %s): an option sets column retry_after (@RetryAfter), which the own insert does not name, nothing is published: write :retry_after in it, or leave the option out"
            .formatted(form.table(), form.rowClass().getSimpleName()));
    Publisher<Object> writer =
        writer(rowqueue, form, "never run, since the table has no headers column");
    refused(
        () ->
            writer.publish(
                rows(form, "g", "a").get(0), PublishOptions.NONE.headers(Map.of("trace", "1"))),
        "table %s (record %s): there is no column for the header trace: add @Headers to a component, or leave the header out"
            .formatted(form.table(), form.rowClass().getSimpleName()));
    refused(
        () -> writer.publishMessage("a"),
        "table %s: its rows are written by the service's own RowWriter, which takes rows and no messages: publish a row"
            .formatted(form.table()));
  }

  private static void refused(ThrowingCallable call, String text) {
    assertThatThrownBy(call).isInstanceOf(PublishException.class).hasMessage(text);
  }
}
