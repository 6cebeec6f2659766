package io.github.rowqueue.examples.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.github.rowqueue.Rowqueue;
import io.github.rowqueue.codec.Codecs;
import io.github.rowqueue.dialect.Dialects;
import io.github.rowqueue.publish.PublishOptions;
import io.github.rowqueue.subscribe.Delivery;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.RowqueueListener;
import io.github.rowqueue.subscribe.Settled;
import io.github.rowqueue.subscribe.Subscription;
import io.github.rowqueue.table.Table;
import io.github.rowqueue.table.TableSpec;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The snippets of docs/own-sql.md do what the page says. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class OwnSqlExampleTest {

  private final LinkedBlockingQueue<Settled> settled = new LinkedBlockingQueue<>();
  private final RowqueueListener listener =
      new RowqueueListener() {
        @Override
        public void settled(Delivery delivery, Settled how) {
          settled.add(how);
        }
      };
  private HikariDataSource pool;

  @BeforeEach
  void open(@TempDir Path folder) {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl("jdbc:sqlite:" + folder.resolve("own.db"));
    pool = new HikariDataSource(config);
  }

  @AfterEach
  void close() {
    pool.close();
  }

  @Test
  void shipments_are_chosen_joined_and_finished_by_own_sql() throws Exception {
    TableSpec stored =
        Table.of(ShipmentJob.class).spec().keeping(column -> !column.name().equals("address"));
    run(Dialects.sqlite().ddl(stored).toArray(String[]::new));
    run(
        "alter table shipment_jobs add paused integer not null default 0",
        "create table orders (no integer primary key, address text, shipped_in integer)",
        "insert into orders values (7, '12 Elm Street', null), (8, '1 Oak Road', null)",
        "insert into shipment_jobs (order_no, paused) values (7, 0), (8, 1)");
    LinkedBlockingQueue<String> addresses = new LinkedBlockingQueue<>();
    Subscription shipments =
        OwnSql.shipments(
            (job, delivery) -> {
              addresses.add(job.address());
              return Outcome.ack();
            });
    try (Rowqueue rowqueue = Rowqueue.on(pool).listener(listener).subscribe(shipments).start()) {
      assertThat(settled.poll(30, TimeUnit.SECONDS)).isEqualTo(Settled.ACKED);
    }
    assertThat(addresses).containsExactly("12 Elm Street");
    assertThat(value("select shipped_in from orders where no = 7")).isEqualTo("1");
    assertThat(value("select group_concat(order_no) from shipment_jobs")).isEqualTo("8");
  }

  @Test
  void code_drops_a_shipment() throws Exception {
    run(Dialects.sqlite().ddl(Table.of(ShipmentJob.class).spec()).toArray(String[]::new));
    run("insert into shipment_jobs (order_no, address) values (7, 'nowhere')");
    Subscription shipments =
        Subscription.of("shipments", ShipmentJob.class)
            .statements(OwnSql.counted())
            .handle((job, delivery) -> Outcome.drop());
    try (Rowqueue rowqueue = Rowqueue.on(pool).listener(listener).subscribe(shipments).start()) {
      assertThat(settled.poll(30, TimeUnit.SECONDS)).isEqualTo(Settled.DROPPED);
    }
    assertThat(value("select count(*) from shipment_jobs")).isEqualTo("0");
  }

  @Test
  void notices_are_inserted_once_and_audited_by_a_wrapped_dialect() throws Exception {
    run(Dialects.sqlite().ddl(Table.of(NoticeJob.class).spec()).toArray(String[]::new));
    run("create unique index once on notice_jobs (channel, payload)");
    LinkedBlockingQueue<String> sent = new LinkedBlockingQueue<>();
    Subscription notices =
        Subscription.of("email", NoticeJob.class)
            .codec(Codecs.text())
            .handle(
                (text, delivery) -> {
                  sent.add(text);
                  return Outcome.ack();
                });
    try (Rowqueue rowqueue = Rowqueue.on(pool).start()) {
      for (String text : List.of("paid", "paid", "refused")) {
        OwnSql.once(rowqueue).publishMessage(text, PublishOptions.to("email"));
      }
    }
    try (Rowqueue rowqueue = OwnSql.audited(pool, notices)) {
      assertThat(List.of(sent.take(), sent.take())).containsExactly("paid", "refused");
    } // close() drains, so both are settled
    assertThat(value("select group_concat(payload) from notice_jobs where channel = 'audit'"))
        .isEqualTo("paid,refused");
  }

  private void run(String... statements) throws SQLException {
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  private String value(String sql) throws SQLException {
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      return rows.getString(1);
    }
  }
}
