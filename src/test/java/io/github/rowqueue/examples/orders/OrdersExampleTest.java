package io.github.rowqueue.examples.orders;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.github.rowqueue.Rowqueue;
import io.github.rowqueue.examples.SqlScript;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.RowqueueListener;
import io.github.rowqueue.subscribe.Subscription;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class OrdersExampleTest {

  private final LinkedBlockingQueue<Long> invoiced = new LinkedBlockingQueue<>();
  private final CountDownLatch firstClaim = new CountDownLatch(1);
  private HikariDataSource pool;
  private Rowqueue rowqueue;
  private OrderService orders;

  @BeforeEach
  void start() throws InterruptedException {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl("jdbc:h2:mem:orders");
    config.setMaximumPoolSize(4);
    pool = new HikariDataSource(config);
    rowqueue =
        Rowqueue.on(pool)
            .pollInterval(Duration.ofHours(1)) // so that only the wake-up can have found a row
            .onStart(connection -> SqlScript.run(connection, OrderService.class, "schema.sql"))
            .subscribe(
                Subscription.of("invoicing", InvoiceJob.class)
                    .handle(
                        (job, delivery) -> {
                          invoiced.add(job.orderNumber());
                          return Outcome.ack();
                        }))
            .listener(
                new RowqueueListener() {
                  @Override
                  public void claimed(String subscription, int rows) {
                    firstClaim.countDown();
                  }
                })
            .start();
    orders = new OrderService(pool, rowqueue);
    assertThat(firstClaim.await(10, TimeUnit.SECONDS)).isTrue();
  }

  @AfterEach
  void stop() {
    rowqueue.close();
    pool.close();
  }

  @Test
  void an_order_that_commits_is_invoiced_at_once() throws Exception {
    orders.place(4711, 1999);

    assertThat(invoiced.poll(10, TimeUnit.SECONDS)).isEqualTo(4711);
  }

  @Test
  void an_order_that_is_refused_leaves_no_job() throws Exception {
    assertThatThrownBy(() -> orders.place(4712, -1)).isInstanceOf(SQLException.class);

    rowqueue.wake("invoicing");
    orders.place(4713, 1);
    assertThat(invoiced.poll(10, TimeUnit.SECONDS)).isEqualTo(4713);
    assertThat(invoiced).isEmpty();
    assertThat(orderCount()).isEqualTo(1);
  }

  @Test
  void an_invoice_is_asked_for_unless_it_is_already() throws Exception {
    assertThat(orders.invoice(4714)).isTrue();
    assertThat(invoiced.poll(10, TimeUnit.SECONDS)).isEqualTo(4714);
  }

  @Test
  void a_wake_up_never_fails_after_a_commit() {
    assertThat(rowqueue.wake("invoicing")).isTrue();
    assertThat(rowqueue.wake("handled elsewhere")).isFalse();

    rowqueue.close();

    assertThat(rowqueue.wake("invoicing")).isFalse();
  }

  private long orderCount() throws SQLException {
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("select count(*) from orders")) {
      assertThat(rows.next()).isTrue();
      return rows.getLong(1);
    }
  }
}
