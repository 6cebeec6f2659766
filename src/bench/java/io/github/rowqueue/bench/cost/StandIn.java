package io.github.rowqueue.bench.cost;

import java.io.PrintWriter;
import java.lang.invoke.MethodHandle;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Logger;
import javax.sql.DataSource;

/**
 * A pool, a driver and a server with one lease table, {@code messages}, all in memory: rows are
 * counted, not kept. It answers at once and allocates next to nothing. Thread-safe.
 */
final class StandIn implements DataSource {

  /** No attempt or limit is as large as an id. */
  private static final int FIRST_ID = 1_000_000;

  private static final int IDS = 1 << 16;
  private static final MethodHandle CONNECTION = Completed.constructor(StandInConnection.class);

  /** Made beforehand: a driver's boxes are not the library's. */
  private final Long[] ids = new Long[IDS];

  private final ConcurrentMap<String, Plan> plans = new ConcurrentHashMap<>();
  private final AtomicLong published = new AtomicLong();
  private final AtomicLong claimed = new AtomicLong();
  private final AtomicLong settled = new AtomicLong();
  private final Object change = new Object();
  private volatile long awaited = Long.MAX_VALUE;

  StandIn() {
    for (int i = 0; i < IDS; i++) {
      ids[i] = (long) FIRST_ID + i;
    }
  }

  Plan plan(String sql) {
    Plan known = plans.get(sql);
    return known == null ? plans.computeIfAbsent(sql, Plan::of) : known;
  }

  /** Makes {@code rows} more rows due. */
  void publish(int rows) {
    published.addAndGet(rows);
  }

  /** Takes up to {@code limit} of the rows that are due; their numbers begin with the result. */
  long claim(long limit, int[] taken) {
    while (true) {
      long first = claimed.get();
      int rows = (int) Math.min(limit, published.get() - first);
      if (claimed.compareAndSet(first, first + rows)) {
        taken[0] = rows;
        return first;
      }
    }
  }

  /** The id of a row; ids come again after many rows. */
  Long id(long number) {
    return ids[(int) (number & (IDS - 1))];
  }

  void settle(int rows) {
    if (settled.addAndGet(rows) >= awaited) {
      synchronized (change) {
        change.notifyAll();
      }
    }
  }

  /** Waits until all rows that were published are settled. */
  void awaitSettled() throws InterruptedException {
    synchronized (change) {
      awaited = published.get();
      while (settled.get() < awaited) {
        change.wait();
      }
      awaited = Long.MAX_VALUE;
    }
  }

  @Override
  public Connection getConnection() throws SQLException {
    try {
      return (StandInConnection) CONNECTION.invokeExact(this);
    } catch (Throwable impossible) {
      throw new SQLException(impossible);
    }
  }

  @Override
  public Connection getConnection(String user, String password) throws SQLException {
    return getConnection();
  }

  @Override
  public PrintWriter getLogWriter() throws SQLException {
    throw new SQLException("no log");
  }

  @Override
  public void setLogWriter(PrintWriter out) {}

  @Override
  public void setLoginTimeout(int seconds) {}

  @Override
  public int getLoginTimeout() {
    return 0;
  }

  @Override
  public Logger getParentLogger() {
    return Logger.getLogger("bench");
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    throw new SQLException("wraps nothing");
  }

  @Override
  public boolean isWrapperFor(Class<?> type) {
    return false;
  }
}
