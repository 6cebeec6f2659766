package io.github.rowqueue.bench;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;

/** The hand-written statements on one connection, whose transactions are the caller's. */
final class RawClaims {

  /** Where ids are read before, so many for each row wanted, or all threads would want the same. */
  private static final int CANDIDATES = 8;

  private final Connection connection;
  private final RawSql sql;

  RawClaims(Connection connection, RawSql sql) {
    this.connection = connection;
    this.sql = sql;
  }

  /** Leases up to {@code limit} rows until {@code expiry}: their payloads by their ids. */
  Map<Long, String> claim(int limit, Instant expiry) throws SQLException {
    Object until = RawTime.of(sql.kind(), expiry);
    Object now = RawTime.of(sql.kind(), Instant.now());
    if (sql.returning()) {
      return rows(sql.claim(), List.of(until, now, limit));
    }
    Map<Long, String> rows =
        sql.reads() ? named(limit, now) : rows(sql.claim(), List.of(now, limit));
    if (!rows.isEmpty()) {
      int unused = write(sql.lease(rows.size()), until, rows.keySet());
    }
    return rows;
  }

  private Map<Long, String> named(int limit, Object now) throws SQLException {
    List<Long> ids = new ArrayList<>();
    try (PreparedStatement read = connection.prepareStatement(sql.candidates())) {
      bind(read, List.of(now, limit * CANDIDATES));
      try (ResultSet found = read.executeQuery()) {
        while (found.next()) {
          ids.add(found.getLong(1));
        }
      }
    }
    if (ids.isEmpty()) {
      return Map.of();
    }
    int chunks = (ids.size() + limit - 1) / limit;
    int from = ThreadLocalRandom.current().nextInt(chunks) * limit;
    List<Long> mine = ids.subList(from, Math.min(ids.size(), from + limit));
    List<Object> values = new ArrayList<>();
    values.add(now);
    values.addAll(mine);
    return rows(sql.claim(mine.size()), values);
  }

  /** Locks a row of a table without leases. */
  Map<Long, String> lockOne() throws SQLException {
    return rows(sql.lockOne(), List.of(RawTime.of(sql.kind(), Instant.now())));
  }

  int deleteOne(long id) throws SQLException {
    try (PreparedStatement delete = connection.prepareStatement(sql.deleteOne())) {
      delete.setLong(1, id);
      return delete.executeUpdate();
    }
  }

  /** Deletes what was leased until {@code expiry} and still is; tells how many. */
  int delete(Collection<Long> ids, Instant expiry) throws SQLException {
    return write(sql.delete(ids.size()), RawTime.of(sql.kind(), expiry), ids);
  }

  private Map<Long, String> rows(String statement, List<Object> values) throws SQLException {
    Map<Long, String> rows = new LinkedHashMap<>();
    try (PreparedStatement prepared = connection.prepareStatement(statement)) {
      bind(prepared, values);
      try (ResultSet found = prepared.executeQuery()) {
        while (found.next()) {
          rows.put(found.getLong(1), found.getString(2));
        }
      }
    }
    return rows;
  }

  private int write(String statement, Object expiry, Collection<Long> ids) throws SQLException {
    List<Object> values = new ArrayList<>();
    values.add(expiry);
    ids.forEach(values::add);
    try (PreparedStatement prepared = connection.prepareStatement(statement)) {
      bind(prepared, values);
      return prepared.executeUpdate();
    }
  }

  private static void bind(PreparedStatement prepared, List<Object> values) throws SQLException {
    int position = 1;
    for (Object value : values) {
      prepared.setObject(position++, value);
    }
  }
}
