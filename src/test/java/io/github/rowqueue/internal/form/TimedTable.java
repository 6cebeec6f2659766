package io.github.rowqueue.internal.form;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.github.rowqueue.dialect.Dialect;
import io.github.rowqueue.dialect.Dialects;
import io.github.rowqueue.dialect.Param;
import io.github.rowqueue.dialect.Param.Meaning;
import io.github.rowqueue.dialect.Statement;
import io.github.rowqueue.internal.jdbc.Database;
import io.github.rowqueue.internal.jdbc.ReservedSession;
import io.github.rowqueue.internal.jdbc.RowId;
import io.github.rowqueue.internal.jdbc.Session;
import io.github.rowqueue.internal.jdbc.TableBinding;
import io.github.rowqueue.internal.jdbc.Values;
import io.github.rowqueue.internal.jdbc.Values.Token;
import io.github.rowqueue.internal.subscriber.StartReport;
import io.github.rowqueue.internal.subscriber.StartupCheck;
import io.github.rowqueue.servers.TestDatabase;
import io.github.rowqueue.servers.TestDatabases;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.Subscription;
import io.github.rowqueue.table.ColumnSpec;
import io.github.rowqueue.table.Role;
import io.github.rowqueue.table.Table;
import io.github.rowqueue.table.TableSpec;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A lease table whose times have one type, and a form on it that runs by the test's clock. */
final class TimedTable implements AutoCloseable {

  static final Duration LEASE = Duration.ofSeconds(30);

  private static final TableSpec SPEC =
      TableSpec.builder("timed")
          .id("id")
          .retryAfter("retry_after")
          .attempt("attempt")
          .lockedUntil("locked_until")
          .processedAt("processed_at")
          .build();

  private final TimeLane lane;
  private final String type;
  private final TestDatabase test;
  private final HikariDataSource pool;
  private final Database database;
  private final ReservedSession reserved;
  private final TableBinding binding;
  private final LeaseForm form;
  private final AtomicInteger readings = new AtomicInteger();
  private volatile Instant now;

  TimedTable(TimeLane lane, String type, Instant now) throws SQLException {
    this.lane = lane;
    this.type = type;
    this.now = now;
    this.test = TestDatabases.create(lane.kind());
    this.pool = lane.pool(test);
    this.database = Database.connect(pool, Dialects::forProduct);
    test.execute(ddl(database.dialect(), type));
    Subscription subscription =
        Subscription.of("timed", Table.of(SPEC, row -> row))
            .handle((message, delivery) -> Outcome.ack());
    StartReport report = StartupCheck.check(database, List.of(subscription));
    assertThat(report.problems()).isEmpty();
    this.binding = report.binding(subscription).orElseThrow();
    this.reserved = new ReservedSession(database, true);
    this.form =
        new LeaseForm(
            new FormContext(
                subscription,
                binding,
                Set.of(),
                database,
                this::read,
                () -> {},
                Duration.ofSeconds(10),
                failure -> {},
                new Pause(),
                Runnable::run),
            LEASE,
            reserved);
  }

  private static String ddl(Dialect dialect, String type) {
    return "create table %s (%s bigint not null primary key, %s %s not null, %s int default 1 not null, %s %4$s null, %s %4$s null)"
        .formatted(
            dialect.quote("timed"),
            dialect.quote("id"),
            dialect.quote("retry_after"),
            type,
            dialect.quote("attempt"),
            dialect.quote("locked_until"),
            dialect.quote("processed_at"));
  }

  private Instant read() {
    readings.incrementAndGet();
    return now;
  }

  /** How often the clock was read since this was last asked. */
  int readings() {
    return readings.getAndSet(0);
  }

  HikariDataSource pool() {
    return pool;
  }

  LeaseForm form() {
    return form;
  }

  void setClock(Instant instant) {
    now = instant;
  }

  Instant now() {
    return now;
  }

  Instant cut(Instant instant) {
    return binding.column(Role.LOCKED_UNTIL).cut(instant);
  }

  /** The end of a lease as the column keeps it: never earlier than asked for. */
  Instant expiry(Instant end) {
    return binding.expiry(end);
  }

  Duration tick() {
    return binding.column(Role.LOCKED_UNTIL).tick();
  }

  /** Rows that become due now. */
  void insert(long... ids) {
    try (Session session = database.open("test", Duration.ofSeconds(10))) {
      for (long id : ids) {
        List<@Nullable Object> values = Arrays.asList(id, now, 1, null, null);
        session.update(
            database.dialect().insert(SPEC, SPEC.columns(), Optional.empty()),
            binding,
            new Values().columns(values));
      }
    }
  }

  /** A row whose time the database writes, and what is stored of it. */
  Instant insertStamped(long id) {
    List<ColumnSpec> columns =
        SPEC.columns().stream().filter(column -> !column.plays(Role.RETRY_AFTER)).toList();
    List<@Nullable Object> values = Arrays.asList(id, null, 1, null, null);
    try (Session session = database.open("test", Duration.ofSeconds(10))) {
      session.update(
          database
              .dialect()
              .insert(SPEC, columns, Optional.of(binding.column(Role.RETRY_AFTER).stamp())),
          binding,
          new Values().columns(values));
    }
    return (Instant) Objects.requireNonNull(stored(RowId.of(id), Role.RETRY_AFTER));
  }

  /** What a column of a row holds; null for null. */
  @Nullable Object stored(ClaimedRow row, Role role) {
    return stored(row.row().id(), role);
  }

  private @Nullable Object stored(RowId id, Role role) {
    Dialect dialect = database.dialect();
    Statement read =
        new Statement(
            "test/read",
            "select %s from %s where %s = ?"
                .formatted(
                    dialect.quote(binding.column(role).column().name()),
                    dialect.quote("timed"),
                    dialect.quote("id")),
            List.of(new Param(Meaning.ID, 0)));
    Values values = new Values().rows(List.of(Token.of(id)));
    try (Session session = database.open("test", Duration.ofSeconds(10))) {
      return session
          .all(
              read,
              binding,
              values,
              rows -> Optional.ofNullable(binding.column(role).read(rows, 1)))
          .get(0)
          .orElse(null);
    }
  }

  /** What a server's own client would show of the expiry of the row {@code id}, in UTC. */
  String shownExpiry(long id) throws SQLException {
    String sql =
        "select %s from %s where %s = %d"
            .formatted(
                lane.utcText(type, database.dialect().quote("locked_until")),
                database.dialect().quote("timed"),
                database.dialect().quote("id"),
                id);
    try (Connection connection = test.dataSource().getConnection();
        java.sql.Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getString(1);
    }
  }

  @Override
  public void close() {
    reserved.close();
    pool.close();
    test.close();
  }
}
