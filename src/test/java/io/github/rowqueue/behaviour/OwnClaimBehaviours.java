package io.github.rowqueue.behaviour;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.rowqueue.Rowqueue;
import io.github.rowqueue.codec.Codecs;
import io.github.rowqueue.error.StartException;
import io.github.rowqueue.servers.DatabaseKind;
import io.github.rowqueue.subscribe.BatchOutcome;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.OwnStatements;
import io.github.rowqueue.subscribe.Settled;
import io.github.rowqueue.subscribe.Subscription;
import io.github.rowqueue.table.Table;
import io.github.rowqueue.table.TableSpec;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Claims a service makes itself (B274, B299, B305). */
interface OwnClaimBehaviours extends Behaviours {

  /** Databases whose rows an own claim reads by their ids without a fetch beside it. */
  Set<DatabaseKind> READS_BY_IDS = Set.of(DatabaseKind.POSTGRESQL, DatabaseKind.H2);

  private String sql(String text) {
    return OwnStatementsBehaviours.sql(queue(), text);
  }

  /** The last rows first, which no claim of ours would choose. */
  private String backwards(JobForm form) {
    String free =
        form == JobForm.LEASE ? " and ([locked_until] is null or [locked_until] <= :now)" : "";
    return sql(
        "select [id] from [%s] where [grp] = :group%s order by [id] desc limit :limit"
            .formatted(form.table(), free));
  }

  private String fetch(JobForm form) {
    return sql("select [id], [payload] from [%s] where [id] in (:ids)".formatted(form.table()));
  }

  private OwnStatements.Builder own(JobForm form) {
    OwnStatements.Builder own = OwnStatements.builder().claim(backwards(form));
    return READS_BY_IDS.contains(queue().database().kind()) ? own : own.fetch(fetch(form));
  }

  @ParameterizedTest
  @MethodSource("forms")
  @DisplayName("B299: an own claim chooses the rows and their order")
  default void an_own_claim_chooses_the_order(JobForm form) throws Exception {
    String group = QueueFixture.newGroup();
    queue().insert(form, group, "a", "b", "c");
    Notes<String> notes = Notes.acking();
    queue().start(form.subscription(group).statements(own(form).build()).handle(notes));
    queue().awaitGone(form, group);
    assertThat(notes.messages()).containsExactly("c", "b", "a");
    assertThat(notes.attempts()).containsOnly(1L);
  }

  @ParameterizedTest
  @MethodSource("forms")
  @DisplayName("B305: two claimers never share a row, though neither locks what it chose")
  default void two_own_claims_share_no_row(JobForm form) throws Exception {
    String group = QueueFixture.newGroup();
    String[] payloads = IntStream.range(0, 60).mapToObj(String::valueOf).toArray(String[]::new);
    queue().insert(form, group, payloads);
    Notes<String> notes = Notes.acking();
    for (int i = 0; i < 2; i++) {
      queue()
          .start(form.subscription(group).statements(own(form).build()).workers(4).handle(notes));
    }
    queue().awaitGone(form, group);
    assertThat(notes.messages()).containsExactlyInAnyOrder(payloads);
    assertThat(notes.attempts()).containsOnly(1L);
  }

  @ParameterizedTest
  @MethodSource("forms")
  @DisplayName("B2: an own claim that chooses rows of another group does not get them")
  default void an_own_claim_takes_no_row_of_another_group(JobForm form) throws Exception {
    String group = QueueFixture.newGroup();
    String other = QueueFixture.newGroup();
    queue().insert(form, other, "theirs");
    queue().insert(form, group, "ours");
    String both =
        sql(
            "select [id] from [%s] where [grp] in ('%s', '%s') order by [id] limit :limit"
                .formatted(form.table(), other, group));
    List<String> handled = new CopyOnWriteArrayList<>();
    queue()
        .start(
            form.subscription(group)
                .statements(OwnStatements.builder().claim(both).fetch(fetch(form)).build())
                .handleBatch(
                    2,
                    (messages, deliveries) -> {
                      handled.addAll(messages);
                      return BatchOutcome.all(Outcome.ack());
                    }));
    queue().awaitGone(form, group);
    assertThat(handled).containsExactly("ours");
    assertThat(queue().rows(form, other)).extracting(StoredJob::payload).containsExactly("theirs");
  }

  @Test
  @DisplayName("B299: an own claim by code is told the limit, and cut to it")
  default void an_own_claim_by_code_is_cut_to_the_limit() throws Exception {
    String group = QueueFixture.newGroup();
    queue().insert(JobForm.LEASE, group, "a", "b", "c");
    String all = sql("select [id] from [lease_jobs] where [grp] = ? order by [id] desc");
    Gate<String> gate = Gate.then(Outcome.ack());
    queue()
        .start(
            JobForm.LEASE
                .subscription(group)
                .statements(
                    OwnStatements.builder()
                        .claim((connection, wanted) -> ids(connection, all, wanted.subscription()))
                        .fetch(fetch(JobForm.LEASE))
                        .build())
                .workers(2)
                .handle(gate));
    gate.awaitEntered(2);
    assertThat(gate.messages()).containsExactlyInAnyOrder("c", "b");
    assertThat(queue().rows(JobForm.LEASE, group)).filteredOn(StoredJob::leased).hasSize(2);
    gate.open();
    queue().awaitGone(JobForm.LEASE, group);
  }

  private static List<Object> ids(Connection connection, String sql, String group)
      throws SQLException {
    List<Object> ids = new ArrayList<>();
    try (PreparedStatement select = connection.prepareStatement(sql)) {
      select.setString(1, group);
      try (ResultSet rows = select.executeQuery()) {
        while (rows.next()) {
          ids.add(rows.getObject(1));
        }
      }
    }
    return ids;
  }

  @Test
  @DisplayName("B305: rows whose lease ran out come by the own claim too, as suspects")
  default void an_own_claim_finds_suspects() throws Exception {
    String group = QueueFixture.newGroup();
    String other = QueueFixture.newGroup();
    queue().insert(JobForm.LEASE, group, "a", "b");
    queue().insert(JobForm.LEASE, other, "never chosen");
    queue().abandon(group, 1);
    queue().abandon(other, 1);
    Notes<String> notes = Notes.acking();
    Events events = new Events();
    queue()
        .start(
            queue()
                .rowqueue(
                    JobForm.LEASE
                        .subscription(group)
                        .statements(own(JobForm.LEASE).build())
                        .handle(notes))
                .listener(events));
    assertThat(events.awaitSettled(2)).containsExactly(Settled.ACKED, Settled.ACKED);
    assertThat(notes.messages()).containsExactly("b", "a");
    assertThat(notes.attempts()).containsOnly(2L);
    assertThat(queue().rows(JobForm.LEASE, other))
        .singleElement()
        .matches(row -> row.attempt() == 2);
  }

  @Test
  @DisplayName("B305: fresh rows that an own claim orders behind suspects run beside the suspect")
  default void an_own_claim_reaches_fresh_rows_behind_suspects() throws Exception {
    String group = QueueFixture.newGroup();
    queue().insert(JobForm.LEASE, group, "suspect 1", "suspect 2", "suspect 3", "suspect 4");
    queue().abandon(group, 1);
    queue().insert(JobForm.LEASE, group, "fresh 1", "fresh 2");
    CountDownLatch end = new CountDownLatch(1);
    Notes<String> notes =
        Notes.then(
            (message, delivery) -> {
              if (message.startsWith("suspect")) {
                assertThat(end.await(60, TimeUnit.SECONDS)).isTrue();
              }
              return Outcome.ack();
            });
    String inOrder = backwards(JobForm.LEASE).replace(" desc ", " ");
    queue()
        .start(
            JobForm.LEASE
                .subscription(group)
                .statements(
                    OwnStatements.builder().claim(inOrder).fetch(fetch(JobForm.LEASE)).build())
                .workers(3)
                .handle(notes));
    notes.await(3);
    assertThat(notes.messages()).contains("fresh 1", "fresh 2");
    end.countDown();
    queue().awaitGone(JobForm.LEASE, group);
    assertThat(notes.count()).isEqualTo(6);
  }

  @ParameterizedTest
  @MethodSource("forms")
  @DisplayName("B274: without a fetch beside it an own claim is refused where ids are not enough")
  default void an_own_claim_without_a_fetch(JobForm form) throws Exception {
    String group = QueueFixture.newGroup();
    queue().insert(form, group, "a");
    Subscription claims =
        form.subscription(group)
            .statements(OwnStatements.builder().claim(backwards(form)).build())
            .handle(Notes.acking());
    DatabaseKind kind = queue().database().kind();
    if (READS_BY_IDS.contains(kind)) {
      queue().start(claims);
      queue().awaitGone(form, group);
      return;
    }
    String product =
        kind == DatabaseKind.MYSQL ? "MySQL" : kind == DatabaseKind.MARIADB ? "MariaDB" : "SQLite";
    assertThatThrownBy(() -> queue().start(claims))
        .isInstanceOf(StartException.class)
        .hasMessageContaining(
            "an own claim yields ids, and %s reads no rows by a list of ids for it: add a fetch to the own statements, such as .fetch(\"select `id`, `grp`"
                .formatted(product))
        .hasMessageContaining(" from `%s` where `id` in (:ids)\")".formatted(form.table()));
  }

  @ParameterizedTest
  @MethodSource("forms")
  @DisplayName("B265: own SQL the database cannot read stops the start, all of it at once")
  default void own_sql_is_prepared_at_the_start(JobForm form) {
    String table = form.table();
    Subscription broken =
        form.subscription("any")
            .statements(
                OwnStatements.builder()
                    .claim(
                        sql("select [id] from [%s] where [gone] = 1 limit :limit".formatted(table)))
                    .fetch(fetch(form))
                    .ack(
                        sql("delete from [no_such_audit]"),
                        sql("delete from [%s] where [id] = :id".formatted(table)))
                    .build())
            .handle(Notes.acking());
    String name = queue().dialect().name() + "/" + (form == JobForm.LEASE ? "lease" : "row-lock");
    assertThatThrownBy(() -> queue().start(broken))
        .isInstanceOf(StartException.class)
        .hasMessageContaining(
            "the database does not understand the own claim (%s/own-claim): ".formatted(name))
        .hasMessageContaining(
            "the database does not understand the own ack (%s/own-ack-1): ".formatted(name));
  }

  @Test
  @DisplayName("An own claim is not asked for the index of ours")
  default void an_own_claim_needs_no_index_of_ours() throws Exception {
    TableSpec spec = CapBehaviours.renamed(Table.of(LeaseJob.class).spec(), "own_unindexed");
    queue().execute(queue().dialect().ddl(spec).get(0));
    Table<String> table = Table.of(spec, row -> "row");
    String claim = sql("select [id] from [own_unindexed] where [grp] = :group limit :limit");
    String fetch = sql("select [id], [payload] from [own_unindexed] where [id] = :id");
    Subscription own =
        Subscription.of("any", table)
            .codec(Codecs.text())
            .statements(OwnStatements.builder().claim(claim).fetch(fetch).build())
            .handle(Notes.acking());
    assertThat(Rowqueue.check(queue().pool(), own).warnings())
        .noneMatch(warning -> warning.text().contains("index"));
    Subscription ours = Subscription.of("any", table).codec(Codecs.text()).handle(Notes.acking());
    boolean inTable =
        Set.of(DatabaseKind.MYSQL, DatabaseKind.MARIADB).contains(queue().database().kind());
    assertThat(Rowqueue.check(queue().pool(), ours).warnings())
        .filteredOn(warning -> warning.text().contains("index"))
        .hasSizeGreaterThanOrEqualTo(inTable ? 0 : 1);
  }
}
