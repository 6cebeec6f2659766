package io.github.rowqueue.behaviour;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import io.github.rowqueue.error.StartException;
import io.github.rowqueue.servers.DatabaseKind;
import io.github.rowqueue.subscribe.Backoff;
import io.github.rowqueue.subscribe.BatchOutcome;
import io.github.rowqueue.subscribe.DeadLetter;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.OwnStatements;
import io.github.rowqueue.subscribe.Settled;
import io.github.rowqueue.subscribe.Subscription;
import io.github.rowqueue.table.Column;
import io.github.rowqueue.table.Generated;
import io.github.rowqueue.table.Id;
import io.github.rowqueue.table.QueueTable;
import io.github.rowqueue.table.Table;
import io.github.rowqueue.table.TableSpec;
import io.github.rowqueue.testing.LogLines;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Messages a service joins together itself (B195 to B197, B299). */
interface OwnFetchBehaviours extends Behaviours {

  /** What a joined message says, in either form. */
  record Joined(long id, int attempt, @Nullable String customer, long limit, @Nullable Instant born)
      implements Comparable<Joined> {
    @Override
    public int compareTo(Joined other) {
      return Long.compare(id, other.id);
    }
  }

  /** The table the messages are joined with. */
  @QueueTable("own_customers")
  record Customer(
      @Id @Generated long id,
      @Column("full_name") String name,
      long creditLimit,
      @Nullable Instant born) {}

  private String sql(String text) {
    return OwnStatementsBehaviours.sql(queue(), text);
  }

  private static Class<?> rowClass(JobForm form) {
    return form == JobForm.LEASE ? JoinedLease.class : JoinedLock.class;
  }

  private static String table(JobForm form) {
    return form == JobForm.LEASE ? "joined_lease" : "joined_lock";
  }

  private static Joined joined(Object row) {
    return row instanceof JoinedLease lease
        ? new Joined(
            lease.id(), lease.attempt(), lease.customer(), lease.creditLimit(), lease.born())
        : joinedLock((JoinedLock) row);
  }

  private static Joined joinedLock(JoinedLock lock) {
    return new Joined(lock.id(), lock.attempt(), lock.customer(), lock.creditLimit(), lock.born());
  }

  /** Jobs of three customers, of which the last does not exist; returns their ids. */
  private List<Long> jobs(JobForm form, String group) throws SQLException {
    TableSpec spec = Table.of(rowClass(form)).spec();
    Set<String> joined = Set.of("customer", "credit_limit", "born");
    queue().emptied(spec.keeping(column -> !joined.contains(column.name())));
    queue().emptied(Table.of(Customer.class).spec());
    queue()
        .execute(
            sql(
                "insert into [own_customers] ([full_name], [credit_limit], [born]) values ('Ada', 5000000000, %s)"
                    .formatted(queue().time(Instant.parse("1815-12-10T12:00:00Z")))),
            sql("insert into [own_customers] ([full_name], [credit_limit]) values ('Bob', 7)"));
    for (String name : List.of("Ada", "Bob", "Nobody")) {
      queue()
          .execute(
              sql(
                  "insert into [%s] ([grp], [customer_id]) values ('%s', coalesce((select [id] from [own_customers] where [full_name] = '%s'), 0))"
                      .formatted(table(form), group, name)));
    }
    List<Long> ids = new ArrayList<>();
    try (Connection connection = queue().pool().getConnection();
        PreparedStatement select =
            connection.prepareStatement(
                sql("select [id] from [%s] order by [id]".formatted(table(form))));
        ResultSet rows = select.executeQuery()) {
      while (rows.next()) {
        ids.add(rows.getLong(1));
      }
    }
    return ids;
  }

  private String join(JobForm form, String condition) {
    return sql(
        "select j.[id], j.[customer_id], c.[full_name] as [customer], c.[credit_limit], c.[born] from [%s] j join [own_customers] c on c.[id] = j.[customer_id] where %s"
            .formatted(table(form), condition));
  }

  @ParameterizedTest
  @MethodSource("forms")
  @DisplayName(
      "B172, B196, B197: a handler gets joined rows, and a job the join did not find fails alone")
  default void an_own_fetch_joins_the_message(JobForm form) throws Exception {
    List<OwnStatements> fetches =
        List.of(
            OwnStatements.builder().fetch(join(form, "j.[id] in (:ids)")).build(),
            OwnStatements.builder().fetch(join(form, "j.[id] = :id")).build(),
            OwnStatements.builder()
                .fetch((connection, ids) -> joined(connection, join(form, "j.[id] = :id"), ids))
                .build());
    for (OwnStatements own : fetches) {
      String group = QueueFixture.newGroup();
      List<Long> ids = jobs(form, group);
      Queue<Joined> seen = new ConcurrentLinkedQueue<>();
      Events events = new Events();
      try (LogLines log = LogLines.capture()) {
        queue()
            .start(
                queue()
                    .rowqueue(
                        Subscription.of(group, rowClass(form))
                            .backoff(Backoff.fixed(Duration.ofHours(1)))
                            .onFailure(
                                (failure, delivery) -> Outcome.retryAfter(Duration.ofHours(1)))
                            .statements(own)
                            .handleBatch(
                                3,
                                (rows, deliveries) -> {
                                  rows.forEach(row -> seen.add(joined(row)));
                                  return BatchOutcome.all(Outcome.ack());
                                }))
                    .listener(events));
        assertThat(events.awaitSettled(3).subList(0, 3))
            .containsExactly(Settled.ACKED, Settled.ACKED, Settled.RETRIED);
        assertThat(seen.stream().sorted().toList())
            .containsExactly(
                new Joined(
                    ids.get(0), 1, "Ada", 5_000_000_000L, Instant.parse("1815-12-10T12:00:00Z")),
                new Joined(ids.get(1), 1, "Bob", 7, null));
        assertThat(log.at(Level.WARN))
            .contains(
                "subscription \"%s\", table %s, row %d: attempt 1 failed"
                    .formatted(group, table(form), ids.get(2)));
      }
      queue().stopAll();
      assertThat(queue().value(sql("select [last_error] from [%s]".formatted(table(form)))))
          .asString()
          .contains(
              "DecodeException: the own fetch returned no row for it: what it joins may be gone");
    }
  }

  @ParameterizedTest
  @MethodSource("forms")
  @DisplayName(
      "B172: a row for which the fetch itself fails does not keep its neighbours from theirs")
  default void an_own_fetch_that_fails_for_one_row_fails_that_row_alone(JobForm form)
      throws Exception {
    // Divides by zero for Bob, where the database calls that an error; elsewhere the code does.
    String dividing =
        join(form, "j.[id] in (:ids)")
            .replace(sql("c.[credit_limit]"), sql("1 / (c.[credit_limit] - 7) as [credit_limit]"));
    String single = join(form, "j.[id] = :id");
    OwnStatements code =
        OwnStatements.builder()
            .fetch(
                (connection, ids) -> {
                  List<Map<String, Object>> rows = joined(connection, single, ids);
                  if (rows.stream().anyMatch(row -> "Bob".equals(row.get("customer")))) {
                    throw new IllegalStateException("Bob has moved");
                  }
                  return rows;
                })
            .build();
    boolean divides =
        Set.of(DatabaseKind.POSTGRESQL, DatabaseKind.H2).contains(queue().database().kind());
    List<OwnStatements> fetches =
        divides ? List.of(code, OwnStatements.builder().fetch(dividing).build()) : List.of(code);
    for (OwnStatements own : fetches) {
      String group = QueueFixture.newGroup();
      List<Long> ids = jobs(form, group);
      Queue<Long> seen = new ConcurrentLinkedQueue<>();
      Events events = new Events();
      queue()
          .start(
              queue()
                  .rowqueue(
                      Subscription.of(group, rowClass(form))
                          .onFailure((failure, delivery) -> Outcome.retryAfter(Duration.ofHours(1)))
                          .statements(own)
                          .handleBatch(
                              3,
                              (rows, deliveries) -> {
                                rows.forEach(row -> seen.add(joined(row).id()));
                                return BatchOutcome.all(Outcome.ack());
                              }))
                  .listener(events));
      assertThat(events.awaitSettled(3))
          .containsExactlyInAnyOrder(Settled.ACKED, Settled.RETRIED, Settled.RETRIED);
      assertThat(seen).containsExactly(ids.get(0));
      queue().stopAll();
      assertThat(
              queue()
                  .count(
                      table(form),
                      sql("[last_error] like '%DecodeException: the own fetch fails for it: %'")))
          .isEqualTo(1);
    }
  }

  @ParameterizedTest
  @MethodSource("forms")
  @DisplayName("B196: a dead letter copies the columns the table has, not those that are joined")
  default void a_row_of_an_own_fetch_moves_to_a_table(JobForm form) throws Exception {
    String group = QueueFixture.newGroup();
    jobs(form, group);
    String dead = table(form) + "_dead";
    Set<String> joined = Set.of("customer", "credit_limit", "born");
    queue()
        .createTable(
            CapBehaviours.renamed(
                Table.of(rowClass(form)).spec().keeping(column -> !joined.contains(column.name())),
                dead));
    Events events = new Events();
    queue()
        .start(
            queue()
                .rowqueue(
                    Subscription.of(group, rowClass(form))
                        .maxAttempts(1, DeadLetter.toTable(dead))
                        .statements(
                            OwnStatements.builder().fetch(join(form, "j.[id] = :id")).build())
                        .handle((row, delivery) -> Outcome.ack()))
                .listener(events));
    assertThat(events.awaitSettled(3))
        .containsExactlyInAnyOrder(Settled.ACKED, Settled.ACKED, Settled.PARKED);
    assertThat(queue().count(dead, sql("[customer_id] = 0"))).isEqualTo(1);
  }

  private static List<Map<String, Object>> joined(
      Connection connection, String query, List<Object> ids) throws SQLException {
    List<Map<String, Object>> rows = new ArrayList<>();
    for (Object id : ids) {
      try (PreparedStatement select = connection.prepareStatement(query.replace(":id", "?"))) {
        select.setObject(1, id);
        try (ResultSet found = select.executeQuery()) {
          while (found.next()) {
            Map<String, Object> row = new HashMap<>();
            row.put("id", found.getLong(1));
            row.put("customer_id", found.getLong(2));
            row.put("customer", found.getString(3));
            row.put("credit_limit", found.getLong(4));
            row.put(
                "born", found.getString(5) == null ? null : Instant.parse("1815-12-10T12:00:00Z"));
            rows.add(row);
          }
        }
      }
    }
    return rows;
  }

  @Test
  @DisplayName(
      "B195: a fetch that lacks a column, or that the database cannot read, stops the start")
  default void a_fetch_without_a_column_stops_the_start() throws Exception {
    jobs(JobForm.LEASE, "any");
    String lacking = sql("select [id], [customer_id] from [joined_lease] where [id] in (:ids)");
    assertThatThrownBy(() -> queue().start(fetching(lacking)))
        .isInstanceOf(StartException.class)
        .hasMessageContaining(
            "subscription \"any\", table joined_lease (record JoinedLease): the own fetch yields no column customer, credit_limit, born: select it under that name");
    String misspelt = sql("select [id], [custmer] from [joined_lease] where [id] = :id");
    assertThatThrownBy(() -> queue().start(fetching(misspelt)))
        .isInstanceOf(StartException.class)
        .hasMessageContaining(
            "subscription \"any\", table joined_lease (record JoinedLease): the database does not understand the own fetch (%s/lease/own-fetch): "
                .formatted(queue().dialect().name()));
  }

  private static Subscription fetching(String sql) {
    return Subscription.of("any", JoinedLease.class)
        .statements(OwnStatements.builder().fetch(sql).build())
        .handle(Notes.acking());
  }
}
