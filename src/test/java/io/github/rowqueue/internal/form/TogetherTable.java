package io.github.rowqueue.internal.form;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.github.rowqueue.dialect.Dialect;
import io.github.rowqueue.dialect.Dialects;
import io.github.rowqueue.dialect.Event;
import io.github.rowqueue.dialect.Param;
import io.github.rowqueue.dialect.Param.Meaning;
import io.github.rowqueue.dialect.Statement;
import io.github.rowqueue.faults.FaultyDataSource;
import io.github.rowqueue.internal.jdbc.Database;
import io.github.rowqueue.internal.jdbc.ReservedSession;
import io.github.rowqueue.internal.jdbc.Session;
import io.github.rowqueue.internal.jdbc.TableBinding;
import io.github.rowqueue.internal.jdbc.Values;
import io.github.rowqueue.internal.jdbc.Values.Token;
import io.github.rowqueue.internal.subscriber.StartReport;
import io.github.rowqueue.internal.subscriber.StartupCheck;
import io.github.rowqueue.servers.DatabaseKind;
import io.github.rowqueue.servers.TestDatabase;
import io.github.rowqueue.servers.TestDatabases;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.Subscription;
import io.github.rowqueue.table.Role;
import io.github.rowqueue.table.Table;
import io.github.rowqueue.table.TableName;
import io.github.rowqueue.table.TableSpec;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A lease table and its dead letter, which refuse one error text, and a form on it. */
final class TogetherTable implements AutoCloseable {

  static final Instant NOW = Instant.parse("2026-03-08T02:29:59.600Z");
  static final Duration LEASE = Duration.ofSeconds(30);

  private static final int LONGEST_ERROR = 20;

  /** The text both tables refuse. */
  static final String REFUSED = "refused";

  private static final String JOBS = "together";
  private static final String DEAD = "together_dead";

  private final DatabaseKind kind;
  private final TestDatabase test;
  private final HikariDataSource pool;
  private final FaultyDataSource faults;
  private final Database database;
  private final ReservedSession reserved;
  private final TableBinding binding;
  private final LeaseForm form;
  private volatile Instant now = NOW;

  TogetherTable(DatabaseKind kind) throws SQLException {
    this.kind = kind;
    this.test = TestDatabases.create(kind);
    this.pool = test.pool(4);
    Dialect dialect = Database.connect(pool, Dialects::forProduct).dialect();
    TableSpec spec =
        TableSpec.builder(JOBS)
            .id("id")
            .group("grp")
            .retryAfter("retry_after")
            .attempt("attempt")
            .lockedUntil("locked_until")
            .lastError("last_error")
            .build();
    this.faults =
        new FaultyDataSource(pool, dialect, List.of(spec), List.of(new TableName("", DEAD)));
    this.database = Database.connect(faults, Dialects::forProduct);
    test.execute(ddl(dialect).toArray(String[]::new));
    Subscription subscription =
        Subscription.of("orders", Table.of(spec, row -> row))
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
                () -> now,
                () -> {},
                Duration.ofSeconds(30),
                failure -> {},
                new Pause(),
                Runnable::run),
            LEASE,
            reserved);
  }

  private List<String> ddl(Dialect dialect) {
    List<String> all = new ArrayList<>();
    for (String table : List.of(JOBS, DEAD)) {
      // MySQL knows no checks before 8.0.16.
      String check =
          kind == DatabaseKind.MYSQL
              ? ""
              : ", check (%s <> '%s')".formatted(dialect.quote("last_error"), REFUSED);
      all.add(
          ("create table %s (%s %s primary key, %s varchar(20) %snot null, %s %s not null,"
                  + " %s int default 1 not null, %s %7$s null, %s varchar(%d) null%s)")
              .formatted(
                  dialect.quote(table),
                  dialect.quote("id"),
                  kind == DatabaseKind.SQLITE ? "integer" : "bigint not null",
                  dialect.quote("grp"),
                  binary(),
                  dialect.quote("retry_after"),
                  time(),
                  dialect.quote("attempt"),
                  dialect.quote("locked_until"),
                  dialect.quote("last_error"),
                  LONGEST_ERROR,
                  check));
      if (kind == DatabaseKind.MYSQL) {
        all.add(
            ("create trigger %s_refuses before %s on %s for each row begin"
                    + " if new.last_error = '%s' then signal sqlstate '45000'; end if; end")
                .formatted(table, table.equals(JOBS) ? "update" : "insert", table, REFUSED));
      }
    }
    return all;
  }

  private String binary() {
    return switch (kind) {
      case MYSQL, MARIADB -> "collate utf8mb4_bin ";
      default -> "";
    };
  }

  private String time() {
    return switch (kind) {
      case POSTGRESQL -> "timestamptz";
      case MYSQL, MARIADB -> "datetime(6)";
      case SQLITE -> "text";
      case H2 -> "timestamp with time zone";
    };
  }

  LeaseForm form() {
    return form;
  }

  FaultyDataSource faults() {
    return faults;
  }

  /** Whether a transaction can hold one row; SQLite's hold the database. */
  boolean locksRows() {
    return kind != DatabaseKind.SQLITE;
  }

  /** Whether a batch is a locking read and a write by ids on this database. */
  boolean locksBeforeItWrites() {
    return kind != DatabaseKind.SQLITE && kind != DatabaseKind.POSTGRESQL;
  }

  /** What the last_error column keeps of a text; SQLite's know no length. */
  String kept(String error) {
    String clean = error.replace('\u0000', '\uFFFD');
    return kind == DatabaseKind.SQLITE ? clean : clean.substring(0, LONGEST_ERROR);
  }

  void setClock(Instant instant) {
    now = instant;
  }

  Instant cut(Instant instant) {
    return binding.column(Role.RETRY_AFTER).cut(instant);
  }

  /** Leased rows with the ids from 1 to {@code count}. */
  List<ClaimedRow> claimed(int count) throws SQLException {
    try (Session session = database.open("test", Duration.ofSeconds(10))) {
      for (long id = 1; id <= count; id++) {
        int unused =
            session.update(
                database
                    .dialect()
                    .insert(binding.spec(), binding.spec().columns(), Optional.empty()),
                binding,
                new Values()
                    .columns(
                        Arrays.asList(id, "orders", NOW.minusSeconds(3600), 1, null, "of before")));
      }
    }
    List<ClaimedRow> rows = form.claim(count);
    assertThat(rows).hasSize(count);
    return rows;
  }

  /** Makes a row look as if another process had claimed it since. */
  void lose(ClaimedRow row) throws SQLException {
    test.execute(
        "update %s set %s = %2$s + 1 where %s".formatted(q(JOBS), q("attempt"), isId(row)));
  }

  /** A transaction that holds a row until it is closed. */
  Connection lock(ClaimedRow row) throws SQLException {
    Connection connection = test.dataSource().getConnection();
    connection.setAutoCommit(false);
    try (java.sql.Statement statement = connection.createStatement()) {
      statement.execute("select * from %s where %s for update".formatted(q(JOBS), isId(row)));
    }
    return connection;
  }

  /** The columns of a row but its id, or {@code null}: group, due, attempt, leased until, error. */
  @Nullable List<@Nullable Object> stored(ClaimedRow row, boolean dead) {
    Dialect dialect = database.dialect();
    String columns =
        String.join(
            ", ",
            binding.spec().columns().stream().map(column -> dialect.quote(column.name())).toList());
    Statement read =
        new Statement(
            "test/read",
            "select %s from %s where %s = ?".formatted(columns, q(dead ? DEAD : JOBS), q("id")),
            List.of(new Param(Meaning.ID, 0)));
    try (Session session = database.open("test", Duration.ofSeconds(10))) {
      return session
          .all(read, binding, new Values().rows(List.of(Token.of(row.row().id()))), this::cells)
          .stream()
          .findFirst()
          .orElse(null);
    }
  }

  private List<@Nullable Object> cells(ResultSet rows) throws SQLException {
    List<@Nullable Object> cells = new ArrayList<>();
    for (int i = 1; i < binding.spec().columns().size(); i++) {
      Object cell = binding.column(i).read(rows, i + 1);
      cells.add(cell instanceof Number number ? (Object) number.longValue() : cell);
    }
    return cells;
  }

  /** How a row moves to the dead letter table. */
  static Settlement toTable(@Nullable String reason) {
    return new Settlement(Event.deadLetterTo(new TableName("", DEAD)), Duration.ZERO, null, reason);
  }

  private String isId(ClaimedRow row) {
    return "%s = %s".formatted(q("id"), row.row().id().raw());
  }

  private String q(String name) {
    return database.dialect().quote(name);
  }

  @Override
  public void close() {
    reserved.close();
    pool.close();
    test.close();
  }
}
