package io.github.rowqueue.internal.publish;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.github.rowqueue.Rowqueue;
import io.github.rowqueue.dialect.Dialects;
import io.github.rowqueue.publish.Publisher;
import io.github.rowqueue.servers.DatabaseKind;
import io.github.rowqueue.servers.TestDatabase;
import io.github.rowqueue.servers.TestDatabases;
import io.github.rowqueue.table.Id;
import io.github.rowqueue.table.LockedUntil;
import io.github.rowqueue.table.Payload;
import io.github.rowqueue.table.QueueTable;
import io.github.rowqueue.table.RetryAfter;
import io.github.rowqueue.table.Table;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName(
    "SPEC 13, rule 17: the time a published row is due is the row's own, or the database's")
class DueTimeTest {

  private static final Instant OWN = Instant.parse("2001-02-03T04:05:06.789Z");

  private final TestDatabase test = TestDatabases.create(DatabaseKind.SQLITE);
  private final HikariDataSource pool = test.pool(2);
  private final Rowqueue rowqueue = Rowqueue.on(pool).clock(() -> Instant.EPOCH).start();

  @QueueTable("dated")
  record Dated(
      @Id long id,
      @RetryAfter Instant retryAfter,
      @LockedUntil @Nullable Instant lockedUntil,
      @Payload String payload) {}

  @BeforeEach
  void createTable() throws SQLException {
    test.execute(Dialects.sqlite().ddl(Table.of(Dated.class).spec()).toArray(String[]::new));
  }

  @AfterEach
  void close() {
    rowqueue.close();
    pool.close();
    test.close();
  }

  @Test
  void rows_with_and_without_a_time_go_out_together_and_in_order() throws SQLException {
    Publisher<Dated> publisher = rowqueue.publisher(Dated.class);
    publisher.publishAll(List.of(row(1, null), row(2, OWN), row(3, OWN), row(4, null)));
    try (Connection connection = pool.getConnection()) {
      publisher.publishAll(connection, List.of(row(5, OWN), row(6, null)));
    }
    assertThat(stored()).hasSize(6);
    assertThat(stored().subList(1, 3)).containsOnly("2001-02-03T04:05:06.789+00:00");
    assertThat(stored().get(4)).isEqualTo("2001-02-03T04:05:06.789+00:00");
    assertThat(List.of(stored().get(0), stored().get(3), stored().get(5)))
        .allMatch(time -> time.compareTo("2026-") > 0 && time.endsWith("+00:00"));
  }

  private static Dated row(long id, @Nullable Instant due) {
    return new Dated(id, due, null, "{}");
  }

  private List<String> stored() throws SQLException {
    List<String> times = new ArrayList<>();
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("select retry_after from dated order by id")) {
      while (rows.next()) {
        times.add(rows.getString(1));
      }
    }
    return times;
  }
}
