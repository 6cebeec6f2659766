package io.github.rowqueue.internal.form;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.github.rowqueue.codec.Codecs;
import io.github.rowqueue.dialect.Claim;
import io.github.rowqueue.dialect.Dialects;
import io.github.rowqueue.dialect.Guard;
import io.github.rowqueue.dialect.Param.Meaning;
import io.github.rowqueue.internal.jdbc.Database;
import io.github.rowqueue.internal.jdbc.RawRow;
import io.github.rowqueue.internal.jdbc.ReservedSession;
import io.github.rowqueue.internal.jdbc.Session;
import io.github.rowqueue.internal.jdbc.Values;
import io.github.rowqueue.internal.subscriber.PublisherCheck;
import io.github.rowqueue.servers.DatabaseKind;
import io.github.rowqueue.servers.TestDatabase;
import io.github.rowqueue.servers.TestDatabases;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.Subscription;
import io.github.rowqueue.table.Table;
import io.github.rowqueue.table.TableSpec;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Claims on PostgreSQL that start at marks while others write rows before these: how many full
 * claims begin before such a row is taken, however many claims from marks pass it.
 */
final class LowWaterClaimTest {

  private static final TableSpec SPEC = Table.of(UrgentJob.class).spec();
  private static final int WANTED = 10;

  private final LowWaterMark marks = new LowWaterMark(Duration.ofSeconds(5));
  private TestDatabase server;
  private HikariDataSource pool;
  private FormContext context;
  private RowClaim claim;

  /** Each look at the clock takes a millisecond, so that about every tenth claim is full. */
  private long clock;

  private int fullClaims;
  private int claims;

  @BeforeEach
  void open() throws SQLException {
    server = TestDatabases.create(DatabaseKind.POSTGRESQL);
    server.execute(Dialects.postgresql().ddl(SPEC).toArray(String[]::new));
    pool = server.pool(4);
    Database database = Database.connect(pool, Dialects::forProduct);
    context =
        new FormContext(
            Subscription.of("a", UrgentJob.class)
                .codec(Codecs.text())
                .handle((message, delivery) -> Outcome.ack()),
            PublisherCheck.bind(database, SPEC),
            Set.of(),
            database,
            InstantSource.system(),
            () -> {},
            Duration.ofSeconds(10),
            failure -> {},
            new Pause(),
            Runnable::run);
    Claim ours = database.dialect().leaseClaim(SPEC);
    claim =
        new MarkedClaim(
            context,
            new Counted(new ClaimRunner(ours, context.table())),
            ours.from().orElseThrow(),
            marks,
            () -> clock += 1_000_000);
  }

  @AfterEach
  void close() {
    pool.close();
    server.close();
  }

  private final class Counted implements RowClaim {

    private final RowClaim full;

    Counted(RowClaim full) {
      this.full = full;
    }

    @Override
    public boolean needsTransaction() {
      return full.needsTransaction();
    }

    @Override
    public Optional<Guard> guard() {
      return full.guard();
    }

    @Override
    public List<RawRow> run(Session session, Values values, int limit) {
      fullClaims++;
      return full.run(session, values, limit);
    }
  }

  /** Rows that are due since about an hour, the first of them the longest. */
  private void backlog(int priority, int rows) throws SQLException {
    server.execute(
        "insert into urgent_jobs (grp, priority, retry_after, payload) select 'a', %d, now() - interval '1 hour' + n * interval '1 ms', 'backlog' from generate_series(1, %d) n"
            .formatted(priority, rows));
  }

  private long insert(Connection connection, int priority, String due, String payload)
      throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "insert into urgent_jobs (grp, priority, retry_after, payload) values ('a', %d, now() - interval '%s', '%s') returning id"
                    .formatted(priority, due, payload))) {
      row.next();
      return row.getLong(1);
    }
  }

  private long insert(int priority, String due) throws SQLException {
    try (Connection connection = pool.getConnection()) {
      return insert(connection, priority, due, "other");
    }
  }

  private List<Long> claim() {
    claims++;
    try (Session session = context.database().open("test", context.statementTimeout())) {
      Values values =
          new Values()
              .set(Meaning.GROUP, "a")
              .set(Meaning.NOW, Instant.now())
              .set(Meaning.LEASE_UNTIL, Instant.now().plusSeconds(60))
              .set(Meaning.ATTEMPT_ROOM, 1000L);
      return claim.run(session, values, WANTED).stream()
          .map(row -> ((Number) row.id().raw()).longValue())
          .toList();
    }
  }

  /** Claims until marks are in use; the ids of the first claim. */
  private List<Long> arm() {
    List<Long> first = claim();
    for (int i = 0; i < 3; i++) {
      assertThat(claim()).hasSize(WANTED);
    }
    assertThat(marks.marks()).isNotEmpty();
    return first;
  }

  /** How many full claims begin before {@code id} is taken, itself by a full one perhaps. */
  private int fullClaimsUntil(long id) {
    fullClaims = 0;
    List<Long> taken = claim();
    while (!taken.contains(id)) {
      assertThat(taken).as("claims while %d waits", id).hasSize(WANTED);
      taken = claim();
    }
    return fullClaims;
  }

  @Test
  void most_claims_of_a_backlog_start_at_marks() throws Exception {
    backlog(5, 600);
    List<Long> taken = new ArrayList<>();
    for (List<Long> next = claim(); !next.isEmpty(); next = claim()) {
      taken.addAll(next);
    }
    assertThat(taken).hasSize(600).isSorted();
    assertThat(claims).isEqualTo(61);
    assertThat(fullClaims).isBetween(5, 12);
  }

  @Test
  @DisplayName("SPEC 13, 21: a row that another process gives back waits for one full claim")
  void a_row_given_back_elsewhere_is_taken_by_the_next_full_claim() throws Exception {
    backlog(5, 600);
    long id = arm().get(0);
    server.execute("update urgent_jobs set locked_until = null where id = " + id);
    assertThat(fullClaimsUntil(id)).isEqualTo(1);
  }

  @Test
  @DisplayName("SPEC 13, 21: a row that is committed late waits for one full claim")
  void a_row_committed_late_is_taken_by_the_next_full_claim() throws Exception {
    try (Connection late = pool.getConnection()) {
      late.setAutoCommit(false);
      long id = insert(late, 5, "1 hour", "late");
      backlog(5, 600);
      arm();
      claim();
      late.commit();
      assertThat(fullClaimsUntil(id)).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 4, 5, 6})
  @DisplayName("SPEC 13, 21: a row published elsewhere before a mark waits for one full claim")
  void a_row_published_elsewhere_is_taken_by_the_next_full_claim(int priority) throws Exception {
    backlog(5, 100);
    backlog(7, 600);
    arm();
    while (!marks.marks().containsKey(7L)) {
      claim();
    }
    assertThat(fullClaimsUntil(insert(priority, "2 hours"))).isEqualTo(1);
  }

  @Test
  void a_row_locked_elsewhere_for_a_while_is_taken_by_the_next_full_claim() throws Exception {
    backlog(5, 600);
    try (Connection other = pool.getConnection();
        Statement lock = other.createStatement()) {
      other.setAutoCommit(false);
      try (ResultSet row =
          lock.executeQuery("select id from urgent_jobs order by retry_after limit 1 for update")) {
        row.next();
        long id = row.getLong(1);
        assertThat(arm()).doesNotContain(id);
        other.rollback();
        assertThat(fullClaimsUntil(id)).isEqualTo(1);
      }
    }
  }

  @Test
  void more_rows_before_a_mark_than_a_full_claim_takes_are_not_passed_after_it() throws Exception {
    backlog(5, 600);
    arm();
    List<Long> before = new ArrayList<>();
    for (int i = 0; i < 3 * WANTED; i++) {
      before.add(insert(5, "2 hours"));
    }
    fullClaimsUntil(before.get(0));
    List<Long> next = claim();
    next = new ArrayList<>(next);
    next.addAll(claim());
    assertThat(next).isEqualTo(before.subList(WANTED, 3 * WANTED));
  }

  /** What the form tells its marks, whose clock is real: any claim may be full, or not. */
  @Test
  @DisplayName("SPEC 13, 21: own retries, releases and publishes lower the mark at once")
  void what_this_process_makes_claimable_is_taken_by_its_next_claim() throws Exception {
    backlog(5, 3000);
    LeaseForm form =
        new LeaseForm(
            context, Duration.ofSeconds(60), new ReservedSession(context.database(), true));
    for (int i = 0; i < 40; i++) {
      List<ClaimedRow> rows = form.claim(WANTED);
      RawRow again = rows.get(i % WANTED).row();
      switch (i % 4) {
        case 0 -> rows.get(i % WANTED).settle(Settlement.retry("once more"));
        case 1 -> rows.get(i % WANTED).release();
        case 2 ->
            form.settleTogether(
                rows.subList(i % WANTED, i % WANTED + 1), List.of(Settlement.retry(null)));
        default -> {
          rows.get(i % WANTED).settle(Settlement.ACK);
          Instant before = Instant.now(); // as a publisher: an insert may take its time
          insert(i % 8 == 3 ? 5 : 3, "2 hours");
          form.published(i % 8 == 3 ? 5 : 3, before.minus(Duration.ofHours(2)));
        }
      }
      List<ClaimedRow> next = form.claim(1);
      assertThat(next).as("round %d", i).hasSize(1);
      if (i % 4 == 3) {
        assertThat(next.get(0).row().get("payload", String.class)).isEqualTo("other");
      } else {
        assertThat(next.get(0).row().id()).as("round %d", i).isEqualTo(again.id());
      }
      next.get(0).settle(Settlement.ACK);
    }
  }

  @Test
  @DisplayName("SPEC 13, 21: an expired lease needs no full claim")
  void a_lease_that_ran_out_before_the_marks_is_taken_as_a_suspect() throws Exception {
    backlog(5, 600);
    LeaseForm form =
        new LeaseForm(
            context, Duration.ofSeconds(60), new ReservedSession(context.database(), true));
    for (int i = 0; i < 8; i++) {
      assertThat(form.claim(WANTED)).hasSize(WANTED);
    }
    long id = insert(5, "2 hours");
    server.execute(
        "update urgent_jobs set locked_until = now() - interval '1 second' where id = " + id);
    assertThat(form.claimSuspect().orElseThrow().row().id().raw()).isEqualTo(id);
  }
}
