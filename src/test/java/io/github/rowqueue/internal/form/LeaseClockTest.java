package io.github.rowqueue.internal.form;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.github.rowqueue.table.Role;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** When the lease form reads the clock, and how often a row settles. */
class LeaseClockTest {

  private static final Instant NOW = Instant.parse("2026-01-01T10:00:00Z");

  @Test
  @DisplayName(
      "B66, B139: the clock is read once for a claim, and once more for the mark of an acknowledgement")
  void a_statement_has_one_now() throws SQLException {
    try (TimedTable table = new TimedTable(TimeLane.H2, "timestamp", NOW)) {
      table.insert(1);
      int unused = table.readings();
      ClaimedRow row = table.form().claim(1).get(0);
      assertThat(table.readings()).isOne();
      Instant acked = NOW.plusSeconds(5);
      table.setClock(acked);
      assertThat(row.settle(Settlement.ACK).kind()).isEqualTo(SettleResult.Kind.DONE);
      assertThat(table.readings()).isOne();
      assertThat(table.stored(row, Role.PROCESSED_AT)).isEqualTo(acked);
    }
  }

  @Test
  @DisplayName("B147: a delivery settles once")
  void a_second_settlement_is_refused() throws SQLException {
    try (TimedTable table = new TimedTable(TimeLane.H2, "timestamp", NOW)) {
      table.insert(1);
      ClaimedRow row = table.form().claim(1).get(0);
      assertThat(row.settle(Settlement.retry(null)).kind()).isEqualTo(SettleResult.Kind.DONE);
      assertThatIllegalStateException()
          .isThrownBy(() -> row.settle(Settlement.ACK))
          .withMessage("row 1 is settled already: one delivery has one outcome");
    }
  }

  @Test
  @DisplayName("B67: the time a claim waits for the pool does not shorten the lease")
  void a_lease_begins_when_the_connection_is_in_hand() throws Exception {
    try (TimedTable table = new TimedTable(TimeLane.H2, "timestamp", NOW)) {
      table.insert(1);
      List<Connection> lent = new ArrayList<>();
      for (int i = 0; i < table.pool().getMaximumPoolSize(); i++) {
        lent.add(table.pool().getConnection());
      }
      CompletableFuture<ClaimedRow> claim =
          CompletableFuture.supplyAsync(() -> table.form().claim(1).get(0));
      while (table.pool().getHikariPoolMXBean().getThreadsAwaitingConnection() == 0) {
        Thread.onSpinWait();
      }
      Instant later = NOW.plus(Duration.ofMinutes(5));
      table.setClock(later);
      for (Connection connection : lent) {
        connection.close();
      }
      ClaimedRow row = claim.get(30, TimeUnit.SECONDS);
      assertThat(table.stored(row, Role.LOCKED_UNTIL)).isEqualTo(later.plus(TimedTable.LEASE));
    }
  }
}
