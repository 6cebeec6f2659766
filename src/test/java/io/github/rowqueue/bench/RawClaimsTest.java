package io.github.rowqueue.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowqueue.dialect.Claim;
import io.github.rowqueue.dialect.Event;
import io.github.rowqueue.dialect.Param;
import io.github.rowqueue.dialect.Statement;
import io.github.rowqueue.dialect.Write;
import io.github.rowqueue.servers.DatabaseKind;
import io.github.rowqueue.table.TableSpec;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Rowqueue and what is hand-written compare only while both mean the same rows and states. */
class RawClaimsTest {

  private static final TableSpec LEASED = BenchTables.unordered("bench_meaning");
  private static final TableSpec LOCKED = BenchTables.locked("bench_locked");

  private final Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
  private final Instant expiry = now.plusSeconds(30);

  @ParameterizedTest
  @EnumSource(names = {"SQLITE", "H2"})
  void the_lease_claims_take_the_same_rows_and_leave_the_same_state(DatabaseKind kind)
      throws SQLException {
    // On H2 threads choose among the candidates; there are three.
    for (int limit : List.of(kind == DatabaseKind.H2 ? 3 : 2, 100)) {
      try (BenchDatabase database = new BenchDatabase(kind, 2, false);
          Connection connection = database.pool().getConnection()) {
        RawSql sql = new RawSql(kind, database.dialect(), LEASED.table().name());
        mixed(database, connection, LEASED);
        List<Long> byHand = sorted(new RawClaims(connection, sql).claim(limit, expiry).keySet());
        List<String> state = state(database, connection, LEASED);

        mixed(database, connection, LEASED);
        List<Long> byDialect = leased(database, connection, limit);
        assertThat(state).isEqualTo(state(database, connection, LEASED));
        assertThat(byHand).isEqualTo(byDialect);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"SQLITE", "H2"})
  void only_what_is_still_held_is_deleted(DatabaseKind kind) throws SQLException {
    try (BenchDatabase database = new BenchDatabase(kind, 2, false);
        Connection connection = database.pool().getConnection()) {
      RawSql sql = new RawSql(kind, database.dialect(), LEASED.table().name());
      mixed(database, connection, LEASED);
      RawClaims claims = new RawClaims(connection, sql);
      Map<Long, String> mine = claims.claim(100, expiry);
      takenOver(database, connection, 1);
      assertThat(claims.delete(mine.keySet(), expiry)).isEqualTo(mine.size() - 1);
      List<String> state = state(database, connection, LEASED);

      mixed(database, connection, LEASED);
      List<Long> ids = leased(database, connection, 100);
      takenOver(database, connection, 1);
      acknowledge(database, connection, ids);
      assertThat(state).isEqualTo(state(database, connection, LEASED)).hasSize(4);
    }
  }

  @Test
  void the_row_lock_claims_take_the_same_row_and_change_nothing() throws SQLException {
    try (BenchDatabase database = new BenchDatabase(DatabaseKind.H2, 2, false);
        Connection connection = database.pool().getConnection()) {
      RawSql sql = new RawSql(DatabaseKind.H2, database.dialect(), LOCKED.table().name());
      mixed(database, connection, LOCKED);
      List<String> before = state(database, connection, LOCKED);
      List<Long> byHand = List.copyOf(new RawClaims(connection, sql).lockOne().keySet());
      assertThat(state(database, connection, LOCKED)).isEqualTo(before);
      Claim claim = database.dialect().rowLockClaim(LOCKED);
      List<Long> candidates =
          ids(database, connection, claim.candidates().orElseThrow(), 1, List.of());
      assertThat(ids(database, connection, claim.take(1), 1, candidates)).isEqualTo(byHand);
      assertThat(new RawClaims(connection, sql).deleteOne(byHand.get(0))).isEqualTo(1);
      assertThat(state(database, connection, LOCKED)).hasSize(before.size() - 1);
    }
  }

  /** Rows 1, 2 and 4 are due; one is delayed, one leased, one under a lease that has run out. */
  private void mixed(BenchDatabase database, Connection connection, TableSpec spec)
      throws SQLException {
    database.create(spec);
    Instant past = now.minusSeconds(60);
    insert(database, connection, spec, past, 0, null);
    insert(database, connection, spec, past, 2, null);
    insert(database, connection, spec, now.plusSeconds(600), 0, null);
    insert(database, connection, spec, past.plusSeconds(1), 1, null);
    if (spec.equals(LEASED)) {
      insert(database, connection, spec, past, 1, now.plusSeconds(600));
      insert(database, connection, spec, past, 1, now.minusSeconds(1));
    }
  }

  private static void insert(
      BenchDatabase database,
      Connection connection,
      TableSpec spec,
      Instant due,
      int attempt,
      @Nullable Instant leased)
      throws SQLException {
    boolean leases = spec.equals(LEASED);
    String sql =
        "insert into %s (%s) values (%s)"
            .formatted(
                database.dialect().quote(spec.table().name()),
                quoted(database, leases),
                leases ? "?, ?, ?, ?, ?" : "?, ?, ?, ?");
    try (PreparedStatement prepared = connection.prepareStatement(sql)) {
      prepared.setObject(1, database.time(due));
      prepared.setInt(2, attempt);
      prepared.setString(3, "k1");
      prepared.setString(4, "{\"key\":1,\"number\":1}");
      if (leases) {
        prepared.setObject(5, leased == null ? null : database.time(leased));
      }
      assertThat(prepared.executeUpdate()).isEqualTo(1);
    }
  }

  private static String quoted(BenchDatabase database, boolean leases) {
    List<String> columns = new ArrayList<>(List.of("retry_after", "attempt", "account", "payload"));
    if (leases) {
      columns.add("locked_until");
    }
    return String.join(", ", columns.stream().map(database.dialect()::quote).toList());
  }

  /** What the library's own claim takes, on this connection. */
  private List<Long> leased(BenchDatabase database, Connection connection, int limit)
      throws SQLException {
    Claim claim = database.dialect().leaseClaim(LEASED);
    List<Long> named = new ArrayList<>();
    if (claim.candidates().isPresent()) {
      named.addAll(ids(database, connection, claim.candidates().get(), limit, List.of()));
    }
    List<Long> taken = ids(database, connection, claim.take(named.size()), limit, named);
    if (claim.stamps()) {
      update(database, connection, claim.stamp(taken.size()), taken);
    }
    return sorted(taken);
  }

  private void acknowledge(BenchDatabase database, Connection connection, List<Long> ids)
      throws SQLException {
    Write write = database.dialect().leaseWriteAll(LEASED, Event.ACK, ids.size());
    if (write instanceof Write.LockThenWrite locking) {
      List<Long> held = ids(database, connection, locking.lock(), ids.size(), ids);
      Write again = database.dialect().leaseWriteAll(LEASED, Event.ACK, held.size());
      for (Statement statement : ((Write.LockThenWrite) again).writes()) {
        update(database, connection, statement, held);
      }
    } else {
      update(database, connection, ((Write.Returning) write).statement(), ids);
    }
  }

  /** As another process would, whose lease is another. */
  private void takenOver(BenchDatabase database, Connection connection, long id)
      throws SQLException {
    String sql =
        "update %s set %s = ?, %s = 9 where %s = ?"
            .formatted(
                database.dialect().quote(LEASED.table().name()),
                database.dialect().quote("locked_until"),
                database.dialect().quote("attempt"),
                database.dialect().quote("id"));
    try (PreparedStatement prepared = connection.prepareStatement(sql)) {
      prepared.setObject(1, database.time(expiry.plus(Duration.ofSeconds(5))));
      prepared.setLong(2, id);
      assertThat(prepared.executeUpdate()).isEqualTo(1);
    }
  }

  private List<Long> ids(
      BenchDatabase database,
      Connection connection,
      Statement statement,
      int limit,
      List<Long> named)
      throws SQLException {
    List<Long> ids = new ArrayList<>();
    try (PreparedStatement prepared = prepared(database, connection, statement, limit, named);
        ResultSet rows = prepared.executeQuery()) {
      while (rows.next()) {
        ids.add(rows.getLong("id"));
      }
    }
    return ids;
  }

  private void update(
      BenchDatabase database, Connection connection, Statement statement, List<Long> named)
      throws SQLException {
    try (PreparedStatement prepared =
        prepared(database, connection, statement, named.size(), named)) {
      if (prepared.execute()) {
        prepared.getResultSet().close();
      }
    }
  }

  private PreparedStatement prepared(
      BenchDatabase database,
      Connection connection,
      Statement statement,
      int limit,
      List<Long> named)
      throws SQLException {
    PreparedStatement prepared = connection.prepareStatement(statement.sql());
    int position = 1;
    for (Param param : statement.params()) {
      prepared.setObject(position++, value(database, param, limit, named));
    }
    return prepared;
  }

  private Object value(BenchDatabase database, Param param, int limit, List<Long> named) {
    return switch (param.meaning()) {
      case NOW -> database.time(now);
      case LEASE_UNTIL, HELD_UNTIL -> database.time(expiry);
      case ATTEMPT_ROOM -> Integer.MAX_VALUE - 1;
      case LIMIT -> limit;
      case ID -> named.get(param.index());
      case HELD_ATTEMPT -> attemptWritten(named.get(param.index()));
      default -> throw new IllegalStateException("no value for " + param);
    };
  }

  /** One more than {@link #mixed} wrote. */
  private static int attemptWritten(long id) {
    return id == 1 ? 1 : id == 2 ? 3 : 2;
  }

  private static List<String> state(BenchDatabase database, Connection connection, TableSpec spec)
      throws SQLException {
    List<String> rows = new ArrayList<>();
    String sql =
        "select * from %s order by 1".formatted(database.dialect().quote(spec.table().name()));
    try (PreparedStatement prepared = connection.prepareStatement(sql);
        ResultSet found = prepared.executeQuery()) {
      while (found.next()) {
        StringBuilder row = new StringBuilder();
        for (int i = 1; i <= found.getMetaData().getColumnCount(); i++) {
          row.append(found.getString(i)).append(' ');
        }
        rows.add(row.toString());
      }
    }
    return rows;
  }

  private static List<Long> sorted(Iterable<Long> ids) {
    List<Long> all = new ArrayList<>();
    ids.forEach(all::add);
    all.sort(Long::compare);
    return all;
  }
}
