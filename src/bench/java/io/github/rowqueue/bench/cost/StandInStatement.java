package io.github.rowqueue.bench.cost;

import java.lang.invoke.MethodHandle;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Keeps its parameters, and does to the counts of the table what its SQL says. */
abstract class StandInStatement implements PreparedStatement {

  private static final MethodHandle ROWS = Completed.constructor(StandInRows.class);
  private static final int FEW = 8;

  private final StandIn database;
  private final StandInConnection connection;
  private final String sql;
  private final Plan plan;
  private @Nullable Object[] parameters = new Object[FEW];
  private long limit;

  StandInStatement(StandIn database, StandInConnection connection, String sql) {
    this.database = database;
    this.connection = connection;
    this.sql = sql;
    this.plan = database.plan(sql);
  }

  @Override
  public ResultSet executeQuery() throws SQLException {
    switch (plan.kind()) {
      case CLAIM -> {
        int[] taken = {0};
        long first = database.claim(limit, taken);
        return rows(first, taken[0], parameters);
      }
      case SETTLE_MANY -> {
        return parameters[plan.firstId()] instanceof StandInArray array
            ? settled(0, array.getArray().length, array.getArray())
            : settled(plan.firstId(), distinctIds(), parameters);
      }
      case CATALOG -> {
        return StandInCatalog.answer(sql);
      }
      default -> {
        return rows(0, 0, parameters);
      }
    }
  }

  private ResultSet settled(int first, int ids, @Nullable Object[] from) throws SQLException {
    database.settle(ids);
    return rows(first, ids, from);
  }

  /** A batch may be filled up by repeating its last id. */
  private int distinctIds() {
    int ids = plan.ids();
    while (ids > 1
        && parameters[plan.firstId() + ids - 1].equals(parameters[plan.firstId() + ids - 2])) {
      ids--;
    }
    return ids;
  }

  private ResultSet rows(long first, int rows, @Nullable Object[] from) throws SQLException {
    try {
      return (StandInRows) ROWS.invokeExact(database, plan, first, rows, from);
    } catch (Throwable impossible) {
      throw new SQLException(impossible);
    }
  }

  @Override
  public int executeUpdate() {
    database.settle(1);
    return 1;
  }

  @Override
  public void setObject(int position, @Nullable Object value) {
    if (position >= parameters.length) {
      parameters = Arrays.copyOf(parameters, position * 2);
    }
    parameters[position] = value;
  }

  @Override
  public void setObject(int position, @Nullable Object value, int type) {
    setObject(position, value);
  }

  @Override
  public void setString(int position, @Nullable String value) {
    setObject(position, value);
  }

  @Override
  public void setInt(int position, int value) {
    setLong(position, value);
  }

  @Override
  public void setLong(int position, long value) {
    if (position == plan.limit()) {
      limit = value;
    }
  }

  @Override
  public void setArray(int position, @Nullable Array value) {
    setObject(position, value);
  }

  @Override
  public Connection getConnection() {
    return connection;
  }

  @Override
  public void setNull(int position, int type) {
    setObject(position, null);
  }

  @Override
  public void setQueryTimeout(int seconds) {}

  @Override
  public void setFetchSize(int rows) {}

  @Override
  public void close() {}
}
