package io.github.rowqueue.bench;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.rowqueue.servers.DatabaseKind;
import io.github.rowqueue.table.TableSpec;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Hand-written: claim {@code batch} rows by lease, commit, handle, delete them by id and token; or
 * with a batch of {@link #LOCKED} lock one, handle, delete it, commit. On SQLite the threads take
 * turns to write, since there is one writer and its busy handler sleeps.
 */
record RawDrain(String name, TableSpec spec, int batch) implements Contender {

  /** One row at a time, under its row lock. */
  static final int LOCKED = 0;

  private static final Duration LIMIT = Duration.ofMinutes(5);
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
      RawClaims claims = new RawClaims(connection, sql);
      long deadline = System.nanoTime() + LIMIT.toNanos();
      while (!handled.isDone()) {
        if (System.nanoTime() > deadline) {
          throw new IllegalStateException(name + " is not done after " + LIMIT);
        }
        boolean found =
            batch == LOCKED
                ? locked(connection, claims, handled)
                : leased(database, turns, connection, claims, handled);
        if (!found) { // all are in work
          Thread.yield();
        }
      }
    }
  }

  private static boolean locked(Connection connection, RawClaims claims, Handled handled)
      throws SQLException, JsonProcessingException {
    int deleted = 0;
    for (Map.Entry<Long, String> row : claims.lockOne().entrySet()) {
      handled.handle(JSON.readValue(row.getValue(), Note.class));
      deleted += claims.deleteOne(row.getKey());
    }
    connection.commit();
    handled.settled(deleted);
    return deleted > 0;
  }

  private boolean leased(
      BenchDatabase database, Lock turns, Connection connection, RawClaims claims, Handled handled)
      throws SQLException, JsonProcessingException {
    Instant expiry = Instant.now().plus(LEASE).truncatedTo(ChronoUnit.MICROS);
    Map<Long, String> rows = inTurn(database, turns, connection, () -> claims.claim(batch, expiry));
    for (String payload : rows.values()) {
      handled.handle(JSON.readValue(payload, Note.class));
    }
    if (!rows.isEmpty()) {
      handled.settled(
          inTurn(database, turns, connection, () -> claims.delete(rows.keySet(), expiry)));
    }
    return !rows.isEmpty();
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
