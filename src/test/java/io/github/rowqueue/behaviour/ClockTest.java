package io.github.rowqueue.behaviour;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowqueue.Rowqueue;
import io.github.rowqueue.codec.Codecs;
import io.github.rowqueue.publish.PublishOptions;
import io.github.rowqueue.publish.Publisher;
import io.github.rowqueue.servers.DatabaseKind;
import io.github.rowqueue.subscribe.Delivery;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.RowqueueListener;
import io.github.rowqueue.subscribe.Settled;
import io.github.rowqueue.subscribe.Subscription;
import io.github.rowqueue.table.QueueClock;
import io.github.rowqueue.table.Table;
import io.github.rowqueue.table.TableSpec;
import io.github.rowqueue.table.TableSpecBuilder;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ClockTest {

  /** A clock no statement on the database's clock may show anything of. */
  private static final Instant LONG_AGO = Instant.parse("2000-01-01T00:00:00Z");

  private static final long YEAR = 365L * 24 * 3600;

  @ParameterizedTest
  @DisplayName("B204: by a service's clock an hour behind, a row due now is not claimed")
  @EnumSource(DatabaseKind.class)
  void a_service_clock_is_taken_as_it_is(DatabaseKind kind) throws Exception {
    Instant now = Instant.now();
    AtomicReference<Instant> clock = new AtomicReference<>(now.minusSeconds(3600));
    Queue<String> handled = new ConcurrentLinkedQueue<>();
    AtomicInteger emptyClaims = new AtomicInteger();
    TableSpec spec = jobs().lockedUntil("locked_until").build();
    try (QueueFixture fixture = new QueueFixture(kind, 3)) {
      fixture.createTable(spec);
      Rowqueue rowqueue =
          fixture.start(
              fixture
                  .rowqueue(acking(spec, handled))
                  .clock(clock::get)
                  .listener(
                      new RowqueueListener() {
                        @Override
                        public void claimed(String subscription, int rows) {
                          emptyClaims.addAndGet(rows == 0 ? 1 : 0);
                        }
                      }));
      Publisher<?> publisher = rowqueue.publisher(Table.of(spec, row -> row));
      publisher.publishMessage("due now", PublishOptions.delayed(Duration.ofHours(1)));
      publisher.publishMessage("due an hour ago", PublishOptions.delayed(Duration.ZERO));
      QueueFixture.await("the row that is due", () -> handled.size() == 1);
      int before = emptyClaims.get();
      QueueFixture.await("two more claims", () -> emptyClaims.get() >= before + 2);
      assertThat(handled).containsExactly("due an hour ago");
      assertThat(rowqueue.clockOffset()).isZero();

      clock.set(now);
      QueueFixture.await("the other row", () -> handled.size() == 2);
    }
  }

  @ParameterizedTest
  @DisplayName("B202, B203: on the database's clock a delay of hours waits hours")
  @EnumSource(value = DatabaseKind.class, mode = EnumSource.Mode.EXCLUDE, names = "SQLITE")
  void a_delay_on_the_databases_clock_is_exact(DatabaseKind kind) throws Exception {
    int jobs = 8; // beyond the driver's threshold for a statement prepared on the server
    AtomicInteger retried = new AtomicInteger();
    TableSpec spec = jobs().clock(QueueClock.DATABASE).build();
    try (QueueFixture fixture = new QueueFixture(kind, 1)) {
      fixture.createTable(spec);
      insert(fixture, jobs);
      fixture.start(
          fixture
              .rowqueue(
                  subscription(spec)
                      .handle(
                          (message, delivery) ->
                              Outcome.retryAfter(Duration.ofHours(Long.parseLong(message)))))
              .clock(() -> LONG_AGO)
              .listener(counting(Settled.RETRIED, retried)));
      QueueFixture.await("all are delayed", () -> retried.get() == jobs);
      for (int hours = 1; hours <= jobs; hours++) {
        assertThat(seconds(fixture, "retry_after", "'%d'".formatted(hours)))
            .as("%d hours", hours)
            .isBetween(hours * 3600 - 120.0, hours * 3600.0);
      }
    }
  }

  @ParameterizedTest
  @DisplayName("B202: on the database's clock a row is marked by it; B205: a delay saturates")
  @EnumSource(value = DatabaseKind.class, mode = EnumSource.Mode.EXCLUDE, names = "SQLITE")
  void a_mark_and_an_endless_delay_on_the_databases_clock(DatabaseKind kind) throws Exception {
    AtomicInteger settled = new AtomicInteger();
    TableSpec spec = jobs().clock(QueueClock.DATABASE).processedAt("processed_at").build();
    try (QueueFixture fixture = new QueueFixture(kind, 2)) {
      fixture.createTable(spec);
      insert(fixture, 2);
      fixture.start(
          fixture
              .rowqueue(
                  subscription(spec)
                      .handle(
                          (message, delivery) ->
                              message.equals("1")
                                  ? Outcome.ack()
                                  : Outcome.retryAfter(Duration.ofSeconds(Long.MAX_VALUE))))
              .clock(() -> LONG_AGO)
              .listener(counting(null, settled)));
      QueueFixture.await("both are settled", () -> settled.get() == 2);
      assertThat(seconds(fixture, "processed_at", "'1'")).isBetween(-120.0, 0.0);
      assertThat(seconds(fixture, "retry_after", "'2'")).isGreaterThan(270.0 * YEAR);
    }
  }

  /** How far a time lies ahead by the database's own clock. */
  private static double seconds(QueueFixture fixture, String column, String payload)
      throws SQLException {
    String name = fixture.q(column);
    String ahead =
        switch (fixture.database().kind()) {
          case POSTGRESQL -> "extract(epoch from %s - clock_timestamp())".formatted(name);
          case MYSQL, MARIADB ->
              "timestampdiff(microsecond, utc_timestamp(6), %s) / 1000000".formatted(name);
          case H2 ->
              "extract(epoch from %s) - extract(epoch from current_timestamp)".formatted(name);
          case SQLITE -> throw new IllegalArgumentException("SQLite has no row lock form");
        };
    Object value =
        fixture.value(
            "select %s from %s where %s = %s"
                .formatted(ahead, fixture.q("jobs"), fixture.q("payload"), payload));
    assertThat(value).isInstanceOf(Number.class);
    return ((Number) value).doubleValue();
  }

  private static RowqueueListener counting(Settled wanted, AtomicInteger count) {
    return new RowqueueListener() {
      @Override
      public void settled(Delivery delivery, Settled how) {
        boolean counts = wanted == null ? how != Settled.FAILED : how == wanted;
        count.addAndGet(counts ? 1 : 0);
      }
    };
  }

  private static Subscription acking(TableSpec spec, Queue<String> handled) {
    return subscription(spec)
        .handle(
            (message, delivery) -> {
              handled.add(message);
              return Outcome.ack();
            });
  }

  private static io.github.rowqueue.subscribe.SubscriptionBuilder<String> subscription(
      TableSpec spec) {
    return Subscription.of("jobs", Table.of(spec, row -> row)).codec(Codecs.text());
  }

  private static TableSpecBuilder jobs() {
    return TableSpec.builder("jobs")
        .id("id")
        .generated()
        .retryAfter("retry_after")
        .generated()
        .attempt("attempt")
        .generated()
        .payload("payload", String.class);
  }

  private static void insert(QueueFixture fixture, int jobs) throws SQLException {
    for (int i = 1; i <= jobs; i++) {
      fixture.execute(
          "insert into %s (%s) values ('%d')"
              .formatted(fixture.q("jobs"), fixture.q("payload"), i));
    }
  }
}
