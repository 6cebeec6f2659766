package io.github.rowqueue;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.github.rowqueue.codec.Codecs;
import io.github.rowqueue.dialect.Dialects;
import io.github.rowqueue.dialect.OtherTime;
import io.github.rowqueue.internal.jdbc.Database;
import io.github.rowqueue.internal.subscriber.Engine;
import io.github.rowqueue.internal.subscriber.EngineSettings;
import io.github.rowqueue.internal.subscriber.PublishingSettings;
import io.github.rowqueue.internal.subscriber.StartupCheck;
import io.github.rowqueue.internal.subscriber.Threads;
import io.github.rowqueue.servers.DatabaseKind;
import io.github.rowqueue.servers.TestDatabase;
import io.github.rowqueue.servers.TestDatabases;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.RowqueueListener;
import io.github.rowqueue.subscribe.Subscription;
import io.github.rowqueue.table.Table;
import io.github.rowqueue.table.TableSpec;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ClockOffsetTest {

  private static final Duration CLOSE = Duration.ofMinutes(10);
  private static final TableSpec JOBS =
      TableSpec.builder("jobs")
          .id("id")
          .generated()
          .retryAfter("retry_after")
          .attempt("attempt")
          .generated()
          .lockedUntil("locked_until")
          .payload("payload", String.class)
          .build();

  private final CountDownLatch handled = new CountDownLatch(1);
  private final Subscription jobs =
      Subscription.of("jobs", Table.of(JOBS, row -> row))
          .codec(Codecs.text())
          .handle(
              (message, delivery) -> {
                handled.countDown();
                return Outcome.ack();
              });

  @Test
  void a_row_that_is_due_by_the_databases_clock_is_claimed_by_a_host_behind_it() throws Exception {
    Duration skew = Duration.ofHours(3);
    try (TestDatabase test = TestDatabases.create(DatabaseKind.H2);
        HikariDataSource pool = test.pool(3)) {
      test.execute(Dialects.h2().ddl(JOBS).toArray(String[]::new));
      test.execute(
          "insert into \"jobs\" (\"retry_after\", \"payload\") values (dateadd(microsecond, cast(extract(epoch from current_timestamp) * 1000000 as bigint), timestamp '1970-01-01 02:00:00'), 'due')");
      try (Rowqueue rowqueue = start(pool, skew, Optional.empty())) {
        assertThat(handled.await(30, TimeUnit.SECONDS)).isTrue();
        assertThat(rowqueue.clockOffset()).isCloseTo(skew, CLOSE);
      }
    }
  }

  @Test
  void a_clock_of_the_services_own_is_not_aligned() throws Exception {
    try (TestDatabase test = TestDatabases.create(DatabaseKind.H2);
        HikariDataSource pool = test.pool(3)) {
      test.execute(Dialects.h2().ddl(JOBS).toArray(String[]::new));
      Instant own = Instant.parse("2000-01-01T00:00:00Z");
      try (Rowqueue rowqueue = start(pool, Duration.ofHours(3), Optional.of(() -> own))) {
        assertThat(rowqueue.clockOffset()).isZero();
      }
    }
  }

  private Rowqueue start(HikariDataSource pool, Duration skew, Optional<InstantSource> clock)
      throws Exception {
    Database database = Database.connect(pool, (product, version) -> OtherTime.ahead(skew));
    EngineSettings settings =
        new EngineSettings(
            Duration.ofSeconds(30),
            Duration.ofMillis(100),
            Optional.empty(),
            Duration.ofSeconds(30),
            OptionalInt.empty(),
            clock,
            new RowqueueListener() {},
            Threads.platform(),
            Optional.empty());
    return new Rowqueue(
        database,
        Engine.start(
            database,
            settings,
            PublishingSettings.NONE,
            StartupCheck.check(database, List.of(jobs)).orThrow().bindings()),
        () -> {});
  }
}
