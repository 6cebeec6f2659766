package io.github.rowqueue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.rowqueue.dialect.Dialect;
import io.github.rowqueue.dialect.Dialects;
import io.github.rowqueue.error.AlreadySubscribedException;
import io.github.rowqueue.error.StartException;
import io.github.rowqueue.servers.DatabaseKind;
import io.github.rowqueue.servers.TestDatabase;
import io.github.rowqueue.servers.TestDatabases;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.Subscription;
import io.github.rowqueue.table.Attempt;
import io.github.rowqueue.table.Generated;
import io.github.rowqueue.table.Group;
import io.github.rowqueue.table.Headers;
import io.github.rowqueue.table.Id;
import io.github.rowqueue.table.LastError;
import io.github.rowqueue.table.LockedUntil;
import io.github.rowqueue.table.PartitionKey;
import io.github.rowqueue.table.Payload;
import io.github.rowqueue.table.Priority;
import io.github.rowqueue.table.ProcessedAt;
import io.github.rowqueue.table.QueueTable;
import io.github.rowqueue.table.RetryAfter;
import io.github.rowqueue.table.Table;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CheckTest {

  @QueueTable("every_role")
  record EveryRole(
      @Id @Generated long id,
      @Group String grp,
      @PartitionKey @Nullable String account,
      @Priority @Generated int priority,
      @RetryAfter @Generated Instant retryAfter,
      @Attempt @Generated int attempt,
      @LockedUntil @Nullable Instant lockedUntil,
      @ProcessedAt @Nullable Instant processedAt,
      @Headers @Nullable Map<String, String> headers,
      @Payload String payload,
      @LastError @Nullable String lastError,
      String customer,
      @Nullable Long amount) {}

  private static final Subscription EVERY_ROLE =
      Subscription.of("eu", EveryRole.class)
          .codec(String::new)
          .handle((message, delivery) -> Outcome.ack());

  @ParameterizedTest
  @EnumSource(DatabaseKind.class)
  void the_ddl_of_a_description_makes_its_check_clean(DatabaseKind kind) throws SQLException {
    try (TestDatabase database = TestDatabases.create(kind)) {
      for (String statement : dialect(database).ddl(Table.of(EveryRole.class).spec())) {
        database.execute(statement);
      }
      CheckReport report = Rowqueue.check(database.dataSource(), EVERY_ROLE);
      assertThat(report.problems()).isEmpty();
      assertThat(report.warnings()).isEmpty();
      assertThat(report.isClean()).isTrue();
    }
  }

  @Test
  void an_empty_database_is_told_what_it_lacks_in_words_and_in_json() throws Exception {
    try (TestDatabase database = TestDatabases.create(DatabaseKind.H2)) {
      CheckReport report = Rowqueue.check(database.dataSource(), EVERY_ROLE);
      assertThat(report.isClean()).isFalse();
      assertThat(report.problems()).hasSize(1);
      assertThat(report.problems().get(0).toString())
          .startsWith("subscription \"eu\", table every_role (record EveryRole): ")
          .contains("create table \"every_role\"");
      JsonNode json = new ObjectMapper().readTree(report.toJson());
      assertThat(json.at("/problems/0/where").asText())
          .isEqualTo("subscription \"eu\", table every_role (record EveryRole)");
      assertThat(json.at("/problems/0/ddl/0").asText()).startsWith("create table");
      assertThat(json.at("/clean").asBoolean()).isFalse();
    }
  }

  @Test
  void two_subscriptions_of_one_queue_are_refused_before_the_database_is_asked() {
    assertThat(
            catchThrowableOfType(
                AlreadySubscribedException.class,
                () -> Rowqueue.on("jdbc:nothing:at-all").subscribe(EVERY_ROLE, EVERY_ROLE).start()))
        .hasMessageStartingWith("queue every_role[eu]: subscription \"eu\" reads it already");
  }

  @Test
  void an_address_nobody_serves_is_refused_with_what_to_check() {
    assertThat(
            catchThrowableOfType(
                StartException.class, () -> Rowqueue.on("jdbc:nothing:at-all").start()))
        .hasMessageStartingWith("Rowqueue cannot start: no connection pool for this JDBC URL: ")
        .hasMessageEndingWith("is the driver on the class path?");
  }

  private static Dialect dialect(TestDatabase database) throws SQLException {
    try (Connection connection = database.dataSource().getConnection()) {
      DatabaseMetaData metaData = connection.getMetaData();
      return Dialects.forProduct(
          metaData.getDatabaseProductName(), metaData.getDatabaseProductVersion());
    }
  }
}
