package io.github.rowqueue.behaviour;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import io.github.rowqueue.Rowqueue;
import io.github.rowqueue.codec.Codecs;
import io.github.rowqueue.error.AlreadySubscribedException;
import io.github.rowqueue.error.StartException;
import io.github.rowqueue.subscribe.Subscription;
import io.github.rowqueue.subscribe.SubscriptionBuilder;
import io.github.rowqueue.table.Table;
import io.github.rowqueue.table.TableSpec;
import io.github.rowqueue.testing.LogLines;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What start() refuses or warns of before any row is touched (SPEC 1.3, 2, 10). */
interface StartBehaviours extends Behaviours {

  @ParameterizedTest
  @MethodSource("forms")
  @DisplayName("SPEC 2: one Rowqueue has one subscription per queue; another Rowqueue may share it")
  default void a_second_subscription_to_a_queue_is_refused(JobForm form) throws Exception {
    String group = QueueFixture.newGroup();
    Subscription first = form.subscription(group).handle(Notes.acking());
    Subscription second = form.subscription(group).handle(Notes.acking());
    assertThatThrownBy(() -> queue().start(first, second))
        .isInstanceOf(AlreadySubscribedException.class)
        .hasMessageContaining(group)
        .hasMessageContaining(form.table());
    Rowqueue one = queue().start(first);
    Rowqueue other = queue().start(second);
    assertThat(one).isNotSameAs(other);
  }

  @Test
  @DisplayName(
      "SPEC 1.3: a column of a role that accepts null is refused, with the DDL; an attempt DEFAULT 0 is warned of")
  default void null_in_role_columns_is_refused_and_attempts_from_zero_are_warned_of()
      throws Exception {
    TableSpec loose = CapBehaviours.renamed(Table.of(LeaseJob.class).spec(), "loose_jobs");
    List<String> ddl = queue().dialect().ddl(loose);
    String create = ddl.get(0);
    String nullable = line(line(create, "attempt", " default 0,"), "priority", ",");
    queue().execute(nullable);
    queue().execute(ddl.subList(1, ddl.size()).toArray(String[]::new));
    SubscriptionBuilder<String> builder =
        Subscription.of("any", Table.of(loose, row -> row.get("payload", String.class)))
            .codec(Codecs.text());
    assertThatThrownBy(() -> queue().start(builder.handle(Notes.acking())))
        .isInstanceOf(StartException.class)
        .hasMessageContaining("column attempt (@Attempt) accepts null")
        .hasMessageContaining("column priority (@Priority) accepts null")
        .hasMessageContaining("NOT NULL")
        .hasMessageContaining("loose_jobs");

    queue().execute("drop table " + queue().q("loose_jobs"));
    queue().execute(line(create, "attempt", " default 0 not null,"));
    queue().execute(ddl.subList(1, ddl.size()).toArray(String[]::new));
    try (LogLines log = LogLines.capture()) {
      queue().start(builder.handle(Notes.acking()));
      assertThat(log.at(Level.WARN)).anyMatch(line -> line.contains("DEFAULT 0"));
    }
  }

  /** The DDL with another definition behind the type of one column. */
  private String line(String ddl, String column, String definition) {
    return ddl.replaceAll(
        "(?m)^(\\s*" + Pattern.quote(queue().q(column)) + " [a-z]+).*$", "$1" + definition);
  }

  @Test
  @DisplayName(
      "SPEC 10: onStart may create the table, all problems come in one report, and the pool stays usable")
  default void start_actions_come_first_and_all_problems_in_one_report() throws Exception {
    AtomicInteger actions = new AtomicInteger();
    assertThatThrownBy(
            () ->
                queue()
                    .start(
                        queue()
                            .rowqueue(
                                Subscription.of("one", MissingOne.class)
                                    .codec(Codecs.text())
                                    .handle(Notes.acking()),
                                Subscription.of("two", MissingTwo.class)
                                    .codec(Codecs.text())
                                    .handle(Notes.acking()))
                            .onStart(connection -> actions.incrementAndGet())))
        .isInstanceOf(StartException.class)
        .hasMessageContaining("missing_one")
        .hasMessageContaining("missing_two")
        .hasMessageContaining("create table");
    assertThat(actions).hasValue(1);
    Rowqueue created =
        queue()
            .start(
                queue()
                    .rowqueue(
                        Subscription.of("one", MissingOne.class)
                            .codec(Codecs.text())
                            .handle(Notes.acking()))
                    .onStart(
                        connection -> {
                          try (java.sql.Statement statement = connection.createStatement()) {
                            for (String sql :
                                queue().dialect().ddl(Table.of(MissingOne.class).spec())) {
                              statement.execute(sql);
                            }
                          }
                        }));
    assertThat(created.clockOffset().abs()).isLessThan(java.time.Duration.ofHours(1));
  }

  @Test
  @DisplayName(
      "What an onStart action raises stops the start as it is, and nothing of it is committed")
  default void what_a_start_action_raises_stops_the_start() throws Exception {
    String group = QueueFixture.newGroup();
    Effects effects = Effects.of(queue(), group);
    assertThatThrownBy(
            () ->
                queue()
                    .start(
                        queue()
                            .rowqueue()
                            .onStart(
                                connection -> {
                                  connection.setAutoCommit(false);
                                  effects.write(connection, "half");
                                  throw new IllegalStateException("failed on purpose");
                                })))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("failed on purpose");
    assertThat(effects.committed()).isEmpty();
    assertThatThrownBy(
            () ->
                queue()
                    .start(
                        queue()
                            .rowqueue()
                            .onStart(
                                connection -> {
                                  throw new SQLException("refused by a test");
                                })))
        .isInstanceOf(StartException.class)
        .hasMessageContaining("an onStart action failed: refused by a test");
    assertThat(queue().connectionsInUse()).isZero();
  }

  @Test
  @DisplayName("SPEC 9: a statement timeout that outlasts the lease is warned of, and starts")
  default void a_statement_timeout_that_outlasts_the_lease_is_warned_of() throws Exception {
    String group = QueueFixture.newGroup();
    try (LogLines log = LogLines.capture()) {
      queue()
          .start(
              queue()
                  .rowqueue(JobForm.LEASE.subscription(group).handle(Notes.acking()))
                  .lease(Duration.ofSeconds(20))
                  .statementTimeout(Duration.ofSeconds(30)));
      assertThat(log.at(Level.WARN))
          .anyMatch(
              line ->
                  line.startsWith(
                      ("subscription \"%s\", table lease_jobs (record LeaseJob): the statement"
                              + " timeout of PT30S is not shorter than the lease of PT20S")
                          .formatted(group)));
    }
  }
}
