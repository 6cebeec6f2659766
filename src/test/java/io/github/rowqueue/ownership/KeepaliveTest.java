package io.github.rowqueue.ownership;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.github.rowqueue.Rowqueue;
import io.github.rowqueue.codec.Codecs;
import io.github.rowqueue.dialect.Dialects;
import io.github.rowqueue.servers.DatabaseKind;
import io.github.rowqueue.servers.TestDatabase;
import io.github.rowqueue.servers.TestDatabases;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.OwnStatements;
import io.github.rowqueue.subscribe.Subscription;
import io.github.rowqueue.subscribe.SubscriptionBuilder;
import io.github.rowqueue.table.Table;
import io.github.rowqueue.table.TableSpec;
import io.github.rowqueue.table.TableSpecBuilder;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class KeepaliveTest {

  private static final String OURS = "30 10 3";
  private static final String SERVICES_OWN = "77 78 7";

  /** How a session comes to hold a row while its handler runs. */
  private enum Holding {
    ROW_LOCK(Holding::customer, mails -> mails),
    OWN_CLAIM(Holding::customer, mails -> mails.statements(ownClaim())),
    GROUP_IN_ORDER(jobs -> customer(jobs.fifo()), mails -> mails),
    KEY_IN_ORDER(jobs -> jobs.partitionKey("customer").fifo(), mails -> mails),
    NO_KEY(jobs -> jobs.partitionKey("customer").nullable().fifo(), mails -> mails),
    LOCK_KEY(jobs -> customer(jobs).lockKey("{customer}"), mails -> mails),
    SHARED_SESSION(
        jobs -> customer(jobs).attempt("attempt").generated().lockKey("{customer}"),
        mails -> mails.lockSessions(1));

    private final UnaryOperator<TableSpecBuilder> table;
    private final UnaryOperator<SubscriptionBuilder<String>> mails;

    Holding(
        UnaryOperator<TableSpecBuilder> table, UnaryOperator<SubscriptionBuilder<String>> mails) {
      this.table = table;
      this.mails = mails;
    }

    private static TableSpecBuilder customer(TableSpecBuilder jobs) {
      return jobs.column("customer", String.class);
    }

    private static OwnStatements ownClaim() {
      return OwnStatements.builder().claim("select id from jobs order by id limit :limit").build();
    }

    TableSpec spec() {
      TableSpecBuilder jobs =
          TableSpec.builder("jobs").id("id").generated().payload("payload").group("grp");
      return table.apply(jobs).build();
    }
  }

  @ParameterizedTest
  @DisplayName(
      "SPEC 13, 18: the server asks after the host whose session holds a row, and the service's own"
          + " settings come back")
  @EnumSource
  void a_session_that_holds_a_row_asks_after_its_host(Holding holding) throws Exception {
    TableSpec spec = holding.spec();
    Queue<String> inside = new ConcurrentLinkedQueue<>();
    try (TestDatabase database = TestDatabases.create(DatabaseKind.POSTGRESQL);
        HikariDataSource pool = database.pool(2);
        Connection other = database.dataSource().getConnection()) {
      database.execute(Dialects.postgresql().ddl(spec).toArray(String[]::new));
      List<Connection> sessions = sessions(pool);
      database.execute(
          "insert into jobs (grp, payload, customer) select 'mails', 'x', %s from generate_series(1, 3)"
              .formatted(holding == Holding.NO_KEY ? "null" : "'c'"));
      SubscriptionBuilder<String> mails =
          Subscription.of("mails", Table.of(spec, row -> row)).codec(Codecs.text()).workers(1);
      try (Rowqueue running =
          Rowqueue.on(pool)
              .subscribe(
                  holding
                      .mails
                      .apply(mails)
                      .handle(
                          (message, delivery) -> {
                            inside.addAll(keepalives(sessions));
                            return Outcome.ack();
                          }))
              .start()) {
        Workbench.await("all are handled", () -> isEmpty(other));
      }
      assertThat(inside).filteredOn(OURS::equals).as("one session holds the row").hasSize(3);
      assertThat(inside).hasSize(6).containsOnly(OURS, SERVICES_OWN);
      assertThat(keepalives(sessions)).containsExactly(SERVICES_OWN, SERVICES_OWN);
    }
  }

  /** What stands behind the connections of {@code pool}, whose settings are the service's own. */
  private static List<Connection> sessions(HikariDataSource pool) throws SQLException {
    try (Connection one = pool.getConnection();
        Connection two = pool.getConnection()) {
      List<Connection> sessions =
          List.of(one.unwrap(Connection.class), two.unwrap(Connection.class));
      for (Connection session : sessions) {
        try (Statement statement = session.createStatement()) {
          statement.execute("set tcp_keepalives_idle = 77");
          statement.execute("set tcp_keepalives_interval = 78");
          statement.execute("set tcp_keepalives_count = 7");
        }
      }
      return sessions;
    }
  }

  private static boolean isEmpty(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("select 1 from jobs")) {
      return !row.next();
    }
  }

  private static List<String> keepalives(List<Connection> sessions) throws SQLException {
    List<String> all = new ArrayList<>();
    for (Connection session : sessions) {
      all.add(keepalives(session));
    }
    return all;
  }

  private static String keepalives(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "select concat_ws(' ', current_setting('tcp_keepalives_idle'),"
                    + " current_setting('tcp_keepalives_interval'),"
                    + " current_setting('tcp_keepalives_count'))")) {
      assertThat(row.next()).isTrue();
      return row.getString(1);
    }
  }
}
