package io.github.rowqueue.examples.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.github.rowqueue.Rowqueue;
import io.github.rowqueue.dialect.Dialects;
import io.github.rowqueue.subscribe.Delivery;
import io.github.rowqueue.subscribe.RowqueueListener;
import io.github.rowqueue.subscribe.Settled;
import io.github.rowqueue.table.Table;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The ledger of docs/order.md: an account waits behind the posting that failed. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class LedgerExampleTest {

  @Test
  void an_account_waits_behind_its_failed_posting_until_it_is_released(@TempDir Path folder)
      throws Exception {
    LinkedBlockingQueue<String> booked = new LinkedBlockingQueue<>();
    LinkedBlockingQueue<Settled> settled = new LinkedBlockingQueue<>();
    AtomicBoolean covered = new AtomicBoolean();
    Ledger ledger =
        (id, account, cents) -> {
          boolean allowed = cents > 0 || covered.get();
          if (allowed) {
            booked.add(account + " " + cents);
          }
          return allowed;
        };
    try (HikariDataSource pool = pool(folder);
        Rowqueue rowqueue = start(pool, ledger, settled)) {
      publish(rowqueue, "ada", -5);
      assertThat(settled.poll(60, TimeUnit.SECONDS)).isEqualTo(Settled.PARKED);
      publish(rowqueue, "ada", 7);
      publish(rowqueue, "bob", 3);
      assertThat(booked.poll(60, TimeUnit.SECONDS)).isEqualTo("bob 3");
      covered.set(true);
      assertThat(Ledger.goOn(rowqueue, "bob")).isFalse();
      assertThat(Ledger.goOn(rowqueue, "ada")).isTrue();
      assertThat(booked.poll(60, TimeUnit.SECONDS)).isEqualTo("ada -5");
      assertThat(booked.poll(60, TimeUnit.SECONDS)).isEqualTo("ada 7");
    }
  }

  private static HikariDataSource pool(Path folder) throws SQLException {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl("jdbc:sqlite:" + folder.resolve("ledger.db"));
    HikariDataSource pool = new HikariDataSource(config);
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement()) {
      for (String sql : Dialects.sqlite().ddl(Table.of(Posting.class).spec())) {
        statement.execute(sql);
      }
    }
    return pool;
  }

  private static Rowqueue start(
      HikariDataSource pool, Ledger ledger, LinkedBlockingQueue<Settled> settled) {
    RowqueueListener listener =
        new RowqueueListener() {
          @Override
          public void settled(Delivery delivery, Settled how) {
            settled.add(how);
          }
        };
    return Rowqueue.on(pool).listener(listener).subscribe(Ledger.postings(ledger)).start();
  }

  private static void publish(Rowqueue rowqueue, String account, long cents) {
    rowqueue
        .publisher(Posting.class)
        .publish(new Posting(0, account, Instant.EPOCH, 1, null, null, cents));
  }
}
