package io.github.rowqueue.ownership;

import static io.github.rowqueue.ownership.Workbench.GROUP;
import static io.github.rowqueue.ownership.Workbench.await;
import static io.github.rowqueue.ownership.Workbench.jobs;
import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.github.rowqueue.Rowqueue;
import io.github.rowqueue.publish.PublishOptions;
import io.github.rowqueue.servers.DatabaseKind;
import io.github.rowqueue.servers.TestDatabase;
import io.github.rowqueue.servers.TestDatabases;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.OwnStatements;
import io.github.rowqueue.subscribe.Settled;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Drivers that count the rows whose values changed, instead of those that were found. */
final class OwnershipAffectedRowsTest {

  static Stream<DatabaseKind> mySqlFamily() {
    return Workbench.servers().filter(kind -> kind != DatabaseKind.POSTGRESQL);
  }

  @ParameterizedTest
  @MethodSource("mySqlFamily")
  @DisplayName("B71: a lease is confirmed although the confirming write changes no value")
  void an_own_settlement_is_written_where_only_changed_rows_count(DatabaseKind kind)
      throws Exception {
    try (TestDatabase database =
            TestDatabases.create(kind, Map.of("useAffectedRows", String.valueOf(true)));
        HikariDataSource pool = database.pool(4)) {
      database.execute(Workbench.dialect(kind).ddl(Workbench.JOBS).toArray(String[]::new));
      Seen seen = new Seen();
      OwnStatements own = OwnStatements.builder().ack("delete from jobs where id = :id").build();
      try (Rowqueue rowqueue =
          Rowqueue.on(pool)
              .listener(seen)
              .subscribe(jobs().statements(own).handle((message, delivery) -> Outcome.ack()))
              .start()) {
        rowqueue.publisher(Job.class).publishMessage("one", PublishOptions.to(GROUP));
        await("settled", () -> !seen.settled.isEmpty());
      }
      assertThat(seen.settled).containsExactly(Settled.ACKED);
    }
  }
}
