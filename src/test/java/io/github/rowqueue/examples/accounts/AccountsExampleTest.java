package io.github.rowqueue.examples.accounts;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.github.rowqueue.CheckReport;
import io.github.rowqueue.Rowqueue;
import io.github.rowqueue.error.StartException;
import io.github.rowqueue.examples.SqlScript;
import io.github.rowqueue.subscribe.DeadLetter;
import io.github.rowqueue.subscribe.Delivery;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.RowqueueListener;
import io.github.rowqueue.subscribe.Settled;
import io.github.rowqueue.subscribe.Subscription;
import io.github.rowqueue.testing.Await;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The accounts service of the guide to order, on SQLite in memory. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class AccountsExampleTest {

  private static final AtomicInteger DATABASES = new AtomicInteger();

  private final HikariDataSource pool = pool();
  private final Queue<String> pushed = new ConcurrentLinkedQueue<>();
  private final Queue<Posting> applied = new ConcurrentLinkedQueue<>();
  private final Queue<Settled> settled = new ConcurrentLinkedQueue<>();
  private final AtomicInteger emptyClaims = new AtomicInteger();

  @AfterEach
  void dropDatabase() {
    pool.close();
  }

  @Test
  @DisplayName(
      "B111, B115, B153: a change the CRM refuses goes out three times, is parked, and the next follows")
  void a_refused_change_is_parked_and_the_group_goes_on() throws Exception {
    try (Rowqueue rowqueue = start(contact -> !contact.name().equals("refused"), applied::add)) {
      AccountService.changed(rowqueue, contact("refused"));
      AccountService.changed(rowqueue, contact("taken"));
      await("four settlements", () -> settled.size() == 4);
    }
    assertThat(pushed).containsExactly("refused", "refused", "refused", "taken");
    assertThat(texts("select target || ' ' || payload from crm_jobs"))
        .containsExactly("crm.parked {\"name\":\"refused\",\"email\":\"refused@example.org\"}");
  }

  @Test
  @DisplayName("B108: a head under the lease of another instance holds the change behind it")
  void a_change_waits_behind_a_head_that_is_leased_elsewhere() throws Exception {
    createTables();
    insertChange("first", "2999-12-31T00:00:00.000+00:00");
    insertChange("second", null);
    try (Rowqueue rowqueue = start(contact -> true, applied::add)) {
      int before = emptyClaims.get();
      await("three more claims", () -> emptyClaims.get() >= before + 3);
      assertThat(pushed).isEmpty();
      // The other instance died, and its lease is over.
      execute("update crm_jobs set locked_until = '2001-01-01T00:00:00.000+00:00' where id = 1");
      rowqueue.wake("crm");
      await("both changes", () -> pushed.size() == 2);
    }
    assertThat(pushed).containsExactly("first", "second");
  }

  @Test
  @DisplayName("Postings of two accounts, mixed, are applied in the order of each account")
  void postings_keep_the_order_of_their_account() throws Exception {
    createTables();
    List<Posting> ada = new ArrayList<>();
    List<Posting> bob = new ArrayList<>();
    for (int i = 1; i <= 20; i++) {
      ada.add(insertPosting("ada", i));
      bob.add(insertPosting("bob", -i));
    }
    try (Rowqueue rowqueue = start(contact -> true, applied::add)) {
      assertThat(rowqueue.wake("postings")).isTrue();
      await("all postings", () -> settled.size() == 40);
    }
    assertThat(applied.stream().filter(posting -> posting.account().equals("ada")))
        .containsExactlyElementsOf(ada);
    assertThat(applied.stream().filter(posting -> posting.account().equals("bob")))
        .containsExactlyElementsOf(bob);
  }

  @Test
  @DisplayName("A name leads a posting to its table, with its account as the key")
  void a_posting_is_published_by_name() throws Exception {
    try (Rowqueue rowqueue = start(contact -> true, applied::add)) {
      AccountService.posted(rowqueue, new Posting("ada", 5));
      await("the posting", () -> settled.size() == 1);
    }
    assertThat(applied).containsExactly(new Posting("ada", 5));
    assertThat(settled).containsExactly(Settled.ACKED);
  }

  @Test
  @DisplayName("Without an attempt column the expiry alone tells whose a posting is")
  void a_posting_another_instance_has_taken_over_is_not_finished_by_this_one() throws Exception {
    createTables();
    insertPosting("ada", 1);
    String other = "2999-12-31T00:00:00.000+00:00";
    Ledger overtaken =
        posting -> unchecked("update ledger_jobs set locked_until = '" + other + "'");
    try (Rowqueue rowqueue = start(contact -> true, overtaken)) {
      assertThat(rowqueue.wake("postings")).isTrue();
      await("the settlement", () -> settled.size() == 1);
    }
    assertThat(settled).containsExactly(Settled.LOST);
    assertThat(texts("select locked_until from ledger_jobs")).containsExactly(other);
  }

  @Test
  void the_tables_have_all_that_their_descriptions_ask_for() throws SQLException {
    createTables();
    CheckReport report = AccountService.service(pool, contact -> true, applied::add).check();
    assertThat(report.problems()).isEmpty();
    assertThat(report.warnings()).isEmpty();
  }

  @Test
  @DisplayName("B160: a cap on postings is refused at start: nothing would count their attempts")
  void a_cap_needs_the_attempt_column() {
    Subscription capped =
        Subscription.of("postings", LedgerPosting.class)
            .payload(Posting.class)
            .maxAttempts(3, DeadLetter.toTable("ledger_jobs_dead"))
            .handle((posting, delivery) -> Outcome.ack());
    assertThatThrownBy(() -> Rowqueue.on(pool).subscribe(capped).start())
        .isInstanceOf(StartException.class)
        .hasMessageContaining(
            "maxAttempts needs the attempt in the row: add @Attempt to a component, or remove the"
                + " cap");
  }

  private Rowqueue start(Crm crm, Ledger ledger) {
    return AccountService.service(
            pool,
            contact -> {
              pushed.add(contact.name());
              return crm.push(contact);
            },
            ledger)
        .pollInterval(Duration.ofMillis(100))
        .listener(listener())
        .start();
  }

  private RowqueueListener listener() {
    return new RowqueueListener() {
      @Override
      public void claimed(String subscription, int rows) {
        if (subscription.equals("crm") && rows == 0) {
          emptyClaims.incrementAndGet();
        }
      }

      @Override
      public void settled(Delivery delivery, Settled how) {
        settled.add(how);
      }
    };
  }

  private static Contact contact(String name) {
    return new Contact(name, name + "@example.org");
  }

  private void createTables() throws SQLException {
    try (Connection connection = pool.getConnection()) {
      SqlScript.run(connection, AccountService.class, "schema.sql");
    }
  }

  /** Written by SQL of the service's own: no subscription is woken. */
  private void insertChange(String name, String lockedUntil) throws SQLException {
    String json = "{\"name\":\"%s\",\"email\":\"%s@example.org\"}".formatted(name, name);
    try (Connection connection = pool.getConnection();
        PreparedStatement insert =
            connection.prepareStatement(
                "insert into crm_jobs (target, locked_until, payload) values ('crm', ?, ?)")) {
      insert.setString(1, lockedUntil);
      insert.setBytes(2, json.getBytes(UTF_8));
      insert.executeUpdate();
    }
  }

  private Posting insertPosting(String account, long cents) throws SQLException {
    String json = "{\"account\":\"%s\",\"cents\":%d}".formatted(account, cents);
    try (Connection connection = pool.getConnection();
        PreparedStatement insert =
            connection.prepareStatement(
                "insert into ledger_jobs (account, payload) values (?, ?)")) {
      insert.setString(1, account);
      insert.setBytes(2, json.getBytes(UTF_8));
      insert.executeUpdate();
    }
    return new Posting(account, cents);
  }

  private void unchecked(String sql) {
    try {
      execute(sql);
    } catch (SQLException failed) {
      throw new IllegalStateException(failed);
    }
  }

  private void execute(String sql) throws SQLException {
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private List<String> texts(String sql) throws SQLException {
    List<String> texts = new ArrayList<>();
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      while (rows.next()) {
        texts.add(rows.getString(1));
      }
    }
    return texts;
  }

  private static void await(String what, Await.Condition<RuntimeException> condition)
      throws InterruptedException {
    Await.until(() -> what, Duration.ofSeconds(30), condition);
  }

  private static HikariDataSource pool() {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(
        "jdbc:sqlite:file:/accounts%d?vfs=memdb".formatted(DATABASES.incrementAndGet()));
    config.setMaximumPoolSize(4);
    return new HikariDataSource(config);
  }
}
