package io.github.rowqueue.bench;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.rowqueue.servers.DatabaseKind;
import io.github.rowqueue.table.TableSpec;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Hand-written: claim {@code batch} rows by lease, commit, handle, delete them by id and token. On
 * SQLite the threads take turns to write, since there is one writer and its busy handler sleeps.
 */
record RawDrain(String name, TableSpec spec, int batch) implements Contender {

  private static final Duration LIMIT = Duration.ofMinutes(15);
  private static final Duration LEASE = Duration.ofSeconds(30);
  private static final ObjectMapper JSON = new ObjectMapper();

  @Override
  public boolean ordered() {
    return false;
  }

  @Override
  public double drain(BenchDatabase database, int workers, Handled handled) throws Exception {
    RawSql sql = new RawSql(database.kind(), database.dialect(), spec.table().name());
    Lock turns = new ReentrantLock();
    ExecutorService threads = Executors.newFixedThreadPool(workers);
    try {
      List<Future<?>> all = new ArrayList<>();
      for (int i = 0; i < workers; i++) {
        all.add(
            threads.submit(
                () -> {
                  work(database, sql, turns, handled);
                  return handled;
                }));
      }
      for (Future<?> one : all) {
        one.get();
      }
      return handled.rate(LIMIT);
    } finally {
      threads.shutdownNow();
    }
  }

  private void work(BenchDatabase database, RawSql sql, Lock turns, Handled handled)
      throws SQLException, JsonProcessingException {
    try (Connection connection = database.pool().getConnection()) {
      connection.setAutoCommit(false);
      if (database.kind() != DatabaseKind.SQLITE) {
        connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
      }
      while (!handled.isDone()) {
        Object expiry = database.time(Instant.now().plus(LEASE));
        Map<Long, String> rows =
            inTurn(database, turns, connection, () -> claim(database, connection, sql, expiry));
        if (rows.isEmpty()) { // all are in work
          Thread.yield();
          continue;
        }
        for (String payload : rows.values()) {
          handled.handle(JSON.readValue(payload, Note.class));
        }
        List<Long> ids = List.copyOf(rows.keySet());
        handled.settled(
            inTurn(database, turns, connection, () -> delete(connection, sql, expiry, ids)));
      }
    }
  }

  private Map<Long, String> claim(
      BenchDatabase database, Connection connection, RawSql sql, Object expiry)
      throws SQLException {
    Map<Long, String> rows = new LinkedHashMap<>();
    try (PreparedStatement claim = connection.prepareStatement(sql.claim())) {
      int position = 1;
      if (sql.returning()) {
        claim.setObject(position++, expiry);
      }
      claim.setObject(position++, database.time(Instant.now()));
      claim.setInt(position, batch);
      try (ResultSet found = claim.executeQuery()) {
        while (found.next()) {
          rows.put(found.getLong(1), found.getString(2));
        }
      }
    }
    if (!sql.returning() && !rows.isEmpty()) {
      int unused = write(connection, sql.lease(rows.size()), expiry, List.copyOf(rows.keySet()));
    }
    return rows;
  }

  private static int delete(Connection connection, RawSql sql, Object expiry, List<Long> ids)
      throws SQLException {
    return write(connection, sql.delete(ids.size()), expiry, ids);
  }

  private static int write(Connection connection, String sql, Object expiry, List<Long> ids)
      throws SQLException {
    try (PreparedStatement prepared = connection.prepareStatement(sql)) {
      prepared.setObject(1, expiry);
      for (int i = 0; i < ids.size(); i++) {
        prepared.setLong(i + 2, ids.get(i));
      }
      return prepared.executeUpdate();
    }
  }

  /** What is done in one transaction; again, where the database chose it as a deadlock's victim. */
  private static <T> T inTurn(
      BenchDatabase database, Lock turns, Connection connection, Step<T> step) throws SQLException {
    boolean alone = database.kind() == DatabaseKind.SQLITE;
    while (true) {
      if (alone) {
        turns.lock();
      }
      try {
        T result = step.run();
        connection.commit();
        return result;
      } catch (SQLException failed) {
        connection.rollback();
        if (!"40001".equals(failed.getSQLState())) {
          throw failed;
        }
      } finally {
        if (alone) {
          turns.unlock();
        }
      }
    }
  }

  /** One transaction. */
  private interface Step<T> {
    T run() throws SQLException;
  }
}
