package io.github.rowqueue.examples.docs;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.github.rowqueue.Rowqueue;
import io.github.rowqueue.dialect.Dialects;
import io.github.rowqueue.examples.SqlScript;
import io.github.rowqueue.examples.docs.Operating.Metrics;
import io.github.rowqueue.examples.quickstart.Quickstart;
import io.github.rowqueue.subscribe.Delivery;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.Settled;
import io.github.rowqueue.subscribe.Subscription;
import io.github.rowqueue.table.Table;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** The snippets of docs/ do what the pages say. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class DocsExamplesTest {

  private final Logger log = (Logger) LoggerFactory.getLogger("io.github.rowqueue");
  private final LinkedBlockingQueue<Settled> settled = new LinkedBlockingQueue<>();
  private final TestBank bank = new TestBank();
  private HikariDataSource pool;

  @BeforeEach
  void open(@TempDir Path folder) throws SQLException {
    log.setLevel(Level.ERROR);
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl("jdbc:sqlite:" + folder.resolve("docs.db"));
    pool = new HikariDataSource(config);
    run("PRAGMA journal_mode = WAL");
  }

  @AfterEach
  void close() {
    pool.close();
    log.setLevel(null);
  }

  @Test
  void both_ways_to_describe_a_table_give_the_same_description() {
    assertThat(PaymentTable.spec()).isEqualTo(Table.of(PaymentJob.class).spec());
  }

  @Test
  void a_described_table_can_be_created_from_the_ddl_and_read_with_fewer_columns()
      throws Exception {
    create(PaymentTable.ddl(Dialects.sqlite()).toArray(String[]::new));
    LinkedBlockingQueue<PaymentTable.Customer> seen = new LinkedBlockingQueue<>();
    Subscription customers =
        Subscription.of("card", PaymentTable.customers())
            .handle(
                (customer, delivery) -> {
                  seen.add(customer);
                  return Outcome.ack();
                });
    try (Rowqueue rowqueue = Rowqueue.on(pool).subscribe(customers).start()) {
      publish(rowqueue, "{}");
      assertThat(seen.poll(30, TimeUnit.SECONDS)).isEqualTo(new PaymentTable.Customer(1, 4711));
    }
  }

  @Test
  void headers_come_from_one_column_and_from_columns_of_their_own() throws Exception {
    create(
        Dialects.sqlite()
            .ddl(Table.of(Changes.CustomerChange.class).spec())
            .toArray(String[]::new));
    create(
        PaymentTable.ddl(Dialects.sqlite()).stream()
            .map(sql -> sql.replace("`Customer No` bigint not null", "`Customer No` bigint"))
            .toArray(String[]::new));
    LinkedBlockingQueue<Object> seen = new LinkedBlockingQueue<>();
    try (Rowqueue rowqueue =
        Rowqueue.on(pool)
            .subscribe(
                Changes.customers((customer, headers) -> seen.add(customer + " " + headers)),
                Changes.traced((payment, trace) -> seen.add(payment + " " + trace)))
            .start()) {
      Changes.publish(rowqueue, Instant.parse("2026-11-30T12:00:00Z"));
      assertThat(seen.poll(30, TimeUnit.SECONDS))
          .isEqualTo("Ada {content-type=text/plain, trace=7f3a, changed_at=2026-11-30T12:00:00Z}");
      Payment payment = new Payment("ada", 5);
      Changes.publish(rowqueue, payment);
      assertThat(seen.poll(30, TimeUnit.SECONDS)).isEqualTo(payment + " 7f3a");
    }
  }

  @Test
  void outcomes_settle_payments_as_the_page_says() throws Exception {
    assertThat(Operating.problems(pool, Payments.settled(bank)))
        .singleElement()
        .asString()
        .contains("no such table");
    create(PaymentTable.ddl(Dialects.sqlite()).toArray(String[]::new));
    assertThat(Operating.problems(pool, Payments.settled(bank))).isEmpty();
    try (Rowqueue rowqueue = Operating.start(pool, Payments.settled(bank), new Recording())) {
      publish(rowqueue, "{\"account\":\"ada\",\"cents\":5}");
      assertThat(settled.poll(30, TimeUnit.SECONDS)).isEqualTo(Settled.ACKED);
      publish(rowqueue, "{\"account\":\"ada\",\"cents\":0}");
      assertThat(settled.poll(30, TimeUnit.SECONDS)).isEqualTo(Settled.DROPPED);
      publish(rowqueue, "{\"account\":\"closed\",\"cents\":5}");
      assertThat(settled.poll(30, TimeUnit.SECONDS)).isEqualTo(Settled.PARKED);
      publish(rowqueue, "garbage");
      assertThat(settled.poll(30, TimeUnit.SECONDS)).isEqualTo(Settled.PARKED);
    }
    assertThat(count("payment_jobs where processed_at is not null")).isEqualTo(2);
    assertThat(count("payment_jobs where queue = 'card.parked' and last_error is not null"))
        .isEqualTo(2);

    run(SqlScript.text(Payments.class, "redrive-group.sql"));

    assertThat(count("payment_jobs where queue = 'card' and attempt = 1 and processed_at is null"))
        .isEqualTo(2);
  }

  @Test
  void a_payment_delivered_before_is_not_booked_again() throws Exception {
    create(PaymentTable.ddl(Dialects.sqlite()).toArray(String[]::new));
    bank.booked.add("payment-1");
    try (Rowqueue rowqueue = Operating.start(pool, Payments.leased(bank), new Recording())) {
      publish(rowqueue, "{\"account\":\"ada\",\"cents\":5}");
      publish(rowqueue, "{\"account\":\"bob\",\"cents\":5}");
      assertThat(settled.poll(30, TimeUnit.SECONDS)).isEqualTo(Settled.ACKED);
      assertThat(settled.poll(30, TimeUnit.SECONDS)).isEqualTo(Settled.ACKED);
    }
    assertThat(bank.calls).containsExactly("payment-2");
  }

  @Test
  void changes_reach_the_crm_in_order_also_when_one_fails() throws Exception {
    create(Dialects.sqlite().ddl(Table.of(CrmChange.class).spec()).toArray(String[]::new));
    LinkedBlockingQueue<String> seen = new LinkedBlockingQueue<>();
    Crm crm =
        (customer, name) -> {
          seen.add(name);
          if (seen.stream().filter("two"::equals).count() == 1 && name.equals("two")) {
            throw new IOException("the CRM is away");
          }
        };
    run(
        "insert into crm_changes (queue, payload) values ('crm', '{\"customer\": 1, \"name\": \"one\"}')",
        "insert into crm_changes (queue, payload) values ('crm', '{\"customer\": 1, \"name\": \"two\"}')",
        "insert into crm_changes (queue, payload) values ('crm', '{\"customer\": 1, \"name\": \"three\"}')");
    try (Rowqueue rowqueue = Operating.start(pool, Crm.changes(crm), new Recording())) {
      for (Settled how : List.of(Settled.ACKED, Settled.RETRIED, Settled.ACKED, Settled.ACKED)) {
        assertThat(settled.poll(30, TimeUnit.SECONDS)).isEqualTo(how);
      }
    }
    assertThat(seen).containsExactly("one", "two", "two", "three");
  }

  @Test
  void changes_of_every_tenant_reach_the_crm_by_one_subscription() throws Exception {
    create(Dialects.sqlite().ddl(Table.of(CrmChange.class).spec()).toArray(String[]::new));
    LinkedBlockingQueue<String> seen = new LinkedBlockingQueue<>();
    run(
        "insert into crm_changes (queue, payload) values ('north', '{\"customer\": 1, \"name\": \"n1\"}')",
        "insert into crm_changes (queue, payload) values ('north', '{\"customer\": 1, \"name\": \"n2\"}')",
        "insert into crm_changes (queue, payload) values ('south', '{\"customer\": 2, \"name\": \"s1\"}')",
        "insert into crm_changes (queue, payload) values ('crm.parked', '{\"customer\": 3, \"name\": \"p\"}')");
    Crm crm = (customer, name) -> seen.add(name);
    try (Rowqueue rowqueue =
        Operating.start(pool, Crm.changesOfEveryTenant(crm), new Recording())) {
      for (int i = 0; i < 3; i++) {
        assertThat(settled.poll(30, TimeUnit.SECONDS)).isEqualTo(Settled.ACKED);
      }
    }
    assertThat(seen).containsExactlyInAnyOrder("n1", "n2", "s1").containsSubsequence("n1", "n2");
  }

  @Test
  void moves_of_an_article_are_booked_in_their_order() throws Exception {
    create(Dialects.sqlite().ddl(Table.of(StockMove.class).spec()).toArray(String[]::new));
    LinkedBlockingQueue<String> booked = new LinkedBlockingQueue<>();
    Subscription moves =
        Stock.moves(
            (article, pieces) -> {
              if ("bolt".equals(article)) {
                booked.add(article + " " + pieces);
              }
            });
    try (Rowqueue rowqueue = Rowqueue.on(pool).subscribe(moves).start()) {
      Stock.publish(rowqueue, "bolt", 1, 2, 3);
      Stock.publish(rowqueue, "nut", 1, 2, 3);
      Stock.publish(rowqueue, "bolt", 4, 5);
      for (int pieces = 1; pieces <= 5; pieces++) {
        assertThat(booked.poll(30, TimeUnit.SECONDS)).isEqualTo("bolt " + pieces);
      }
    }
  }

  @Test
  void accounts_are_with_the_bank_one_at_a_time() throws Exception {
    create(Dialects.sqlite().ddl(Table.of(SyncJob.class).spec()).toArray(String[]::new));
    for (Subscription accounts : List.of(accounts(false), accounts(true))) {
      run("insert into account_syncs (account) values ('ada'), ('ada'), ('bob'), ('ada')");
      try (Rowqueue rowqueue = Rowqueue.on(pool).subscribe(accounts).start()) {
        assertThat(rowqueue.wake("account-syncs")).isTrue();
        for (int i = 0; i < 4; i++) {
          assertThat(synced.poll(30, TimeUnit.SECONDS)).as("one of an account").isIn("ada", "bob");
        }
      }
    }
  }

  private final LinkedBlockingQueue<String> synced = new LinkedBlockingQueue<>();

  private Subscription accounts(boolean many) {
    Set<String> withTheBank = ConcurrentHashMap.newKeySet();
    Syncs bank =
        account -> {
          synced.add(withTheBank.add(account) ? account : "two of " + account);
          withTheBank.remove(account);
        };
    return many ? Syncs.manyAccounts(bank) : Syncs.accounts(bank);
  }

  @Test
  void options_fill_the_columns_of_published_messages() throws Exception {
    create(Dialects.sqlite().ddl(Table.of(NoticeJob.class).spec()).toArray(String[]::new));
    try (Rowqueue rowqueue = Rowqueue.on(pool).start()) {
      Publishing.messages(rowqueue);
    }
    assertThat(count("notice_jobs where channel = 'email' and priority = 0")).isEqualTo(1);
    assertThat(
            count(
                "notice_jobs where priority = -1"
                    + " and retry_after > strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now', '4 minutes')"))
        .isEqualTo(2);
  }

  @Test
  void parked_rows_are_brought_back_by_sql() throws Exception {
    try (Connection connection = pool.getConnection()) {
      SqlScript.run(connection, Quickstart.class, "schema.sql");
    }
    run(
        "INSERT INTO email_jobs_dead VALUES (7, '2026-11-30T12:00:00.000+00:00', 3, NULL, '550 no such mailbox', '{}')");

    try (Connection connection = pool.getConnection()) {
      SqlScript.run(connection, Payments.class, "redrive.sql");
    }

    assertThat(count("email_jobs_dead")).isZero();
    assertThat(count("email_jobs where attempt = 1")).isEqualTo(1);
  }

  private void publish(Rowqueue rowqueue, String json) {
    Publishing.row(rowqueue, json.getBytes(StandardCharsets.UTF_8));
  }

  private void create(String... ddl) throws SQLException {
    run(ddl);
  }

  private void run(String... statements) throws SQLException {
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  private long count(String from) throws SQLException {
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("select count(*) from " + from)) {
      return rows.getLong(1);
    }
  }

  /** A listener that counts as the page shows, and remembers. */
  private final class Recording implements io.github.rowqueue.subscribe.RowqueueListener {
    private final Metrics metrics = new Metrics();

    @Override
    public void settled(Delivery delivery, Settled how) {
      metrics.settled(delivery, how);
      settled.add(how);
    }
  }

  private static final class TestBank implements Bank {
    private final Set<String> booked = ConcurrentHashMap.newKeySet();
    private final LinkedBlockingQueue<String> calls = new LinkedBlockingQueue<>();

    @Override
    public boolean isBooked(String key) {
      return booked.contains(key);
    }

    @Override
    public void book(String key, Payment payment) throws AccountClosed {
      if (payment.account().equals("closed")) {
        throw new AccountClosed();
      }
      calls.add(key);
      booked.add(key);
    }
  }
}
