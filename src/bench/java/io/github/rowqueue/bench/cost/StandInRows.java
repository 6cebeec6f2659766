package io.github.rowqueue.bench.cost;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/** The rows of a claim, or the ids of a settlement. */
abstract class StandInRows implements ResultSet {

  private static final OffsetDateTime DUE =
      OffsetDateTime.of(2026, 1, 1, 0, 0, 0, 0, ZoneOffset.UTC);
  private static final Integer FIRST_ATTEMPT = 1;
  private static final String PAYLOAD = "{\"key\":17,\"number\":4}";

  private final StandIn database;
  private final Plan plan;
  private final long first;
  private final int rows;
  private final @Nullable Object[] parameters;
  private int row = -1;

  StandInRows(StandIn database, Plan plan, long first, int rows, @Nullable Object[] parameters) {
    this.database = database;
    this.plan = plan;
    this.first = first;
    this.rows = rows;
    this.parameters = parameters;
  }

  @Override
  public boolean next() {
    return ++row < rows;
  }

  @Override
  public @Nullable Object getObject(int column) throws SQLException {
    if (plan.kind() == Plan.Kind.SETTLE_MANY) {
      return parameters[(int) first + row];
    }
    return switch (plan.columns().get(column - 1)) {
      case "id" -> database.id(first + row);
      case "retry_after" -> DUE;
      case "attempt" -> FIRST_ATTEMPT;
      case "locked_until" -> parameters[plan.held()];
      case "payload" -> PAYLOAD;
      default ->
          throw new SQLException("the stand-in has no column " + plan.columns().get(column - 1));
    };
  }

  @Override
  public <T> T getObject(int column, Class<T> type) throws SQLException {
    return type.cast(getObject(column));
  }

  @Override
  public String getString(int column) throws SQLException {
    return String.valueOf(getObject(column));
  }

  @Override
  public long getLong(int column) throws SQLException {
    return getObject(column) instanceof Number number ? number.longValue() : 0;
  }

  @Override
  public boolean wasNull() {
    return false;
  }

  @Override
  public void close() {}
}
