package io.github.rowqueue.internal.jdbc;

import io.github.rowqueue.dialect.Param;
import io.github.rowqueue.dialect.Param.Meaning;
import io.github.rowqueue.dialect.Statement;
import io.github.rowqueue.table.Role;
import io.github.rowqueue.table.TableSpec;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A description bound to the table the database really has: how each parameter is bound and each
 * row is read.
 */
public final class TableBinding {

  /** Rows sent at a time: a statement's time limit bounds these, and a driver keeps no more. */
  private static final int BATCH = 1000;

  private final TableSpec spec;
  private final List<ColumnBinding> columns;

  /** Binds {@code spec}; {@code columns} stand in the order of its columns. */
  public TableBinding(TableSpec spec, List<ColumnBinding> columns) {
    this.spec = spec;
    this.columns = List.copyOf(columns);
  }

  /** The description. */
  public TableSpec spec() {
    return spec;
  }

  /** The binding of the column at {@code index} of the description. */
  public ColumnBinding column(int index) {
    return columns.get(index);
  }

  /** The binding of the column that plays {@code role}, which the table must have. */
  public ColumnBinding column(Role role) {
    return columns.get(spec.indexOf(role));
  }

  /** The column whose values keep their order each by itself: the partition key, or the group. */
  public ColumnBinding lane() {
    return column(spec.fifoKeys() ? Role.PARTITION_KEY : Role.GROUP);
  }

  /** Binds all parameters of {@code statement}. */
  void bind(PreparedStatement prepared, Statement statement, Values values) throws SQLException {
    int unused = bind(prepared, statement, values, 1);
  }

  /** Binds all parameters of {@code statement} from {@code position} on; tells the next one. */
  int bind(PreparedStatement prepared, Statement statement, Values values, int position)
      throws SQLException {
    int next = position;
    for (Param param : statement.params()) {
      bind(prepared, next++, param, values);
    }
    return next;
  }

  private void bind(PreparedStatement prepared, int position, Param param, Values values)
      throws SQLException {
    switch (param.meaning()) {
      case ID -> column(Role.ID).bindRaw(prepared, position, values.row(param.index()).id().raw());
      case HELD_UNTIL ->
          column(Role.LOCKED_UNTIL).bind(prepared, position, values.row(param.index()).heldUntil());
      case HELD_ATTEMPT -> prepared.setObject(position, values.row(param.index()).heldAttempt());
      case KEY -> prepared.setString(position, values.key(param.index()));
      case SETTINGS -> prepared.setString(position, (String) values.get(param.meaning()));
      case COLUMN -> column(param.index()).bind(prepared, position, values.column(param.index()));
      case LEASE_UNTIL, RELEASE_TO ->
          column(Role.LOCKED_UNTIL).bind(prepared, position, values.get(param.meaning()));
      case LONG_AGO -> column(Role.LOCKED_UNTIL).bind(prepared, position, Instant.MIN);
      case END_OF_TIME -> column(Role.LOCKED_UNTIL).bind(prepared, position, Instant.MAX);
      case NOW, RETRY_AT ->
          column(param.index()).bind(prepared, position, values.get(param.meaning()));
      case GROUP, DESTINATION ->
          column(Role.GROUP).bind(prepared, position, values.get(param.meaning()));
      case ATTEMPT -> column(Role.ATTEMPT).bind(prepared, position, values.get(param.meaning()));
      case LAST_ERROR -> bindError(prepared, position, values.get(param.meaning()));
      case EACH_ERROR -> bindError(prepared, position, each(values, param, Meaning.LAST_ERROR));
      case EACH_RETRY_AT ->
          column(Role.RETRY_AFTER).bind(prepared, position, each(values, param, Meaning.RETRY_AT));
      case EACH_HOLD_UNTIL ->
          column(Role.LOCKED_UNTIL).bind(prepared, position, each(values, param, Meaning.RETRY_AT));
      case LANE -> lane().bindRaw(prepared, position, values.lane(param.index()));
      case AFTER -> lane().bindRaw(prepared, position, required(values, param));
      case EXCLUDED -> lane().bind(prepared, position, values.excluded(param.index()));
      case LIMIT, ATTEMPT_ROOM, DELAY, WINDOW -> prepared.setLong(position, number(values, param));
      case CHANNEL, PAYLOADS ->
          throw new IllegalStateException(param + " is bound by NotifyWriter");
    }
  }

  private static @Nullable Object each(Values values, Param param, Meaning meaning) {
    return values.of(values.row(param.index()).id()).get(meaning);
  }

  private static Object required(Values values, Param param) {
    return Objects.requireNonNull(values.get(param.meaning()), param::toString);
  }

  /** SQL of the service's own may want the text where no column of the table keeps it. */
  private void bindError(PreparedStatement prepared, int position, @Nullable Object error)
      throws SQLException {
    if (spec.has(Role.LAST_ERROR)) {
      column(Role.LAST_ERROR).bind(prepared, position, error);
    } else {
      prepared.setString(position, (String) error);
    }
  }

  /** Binds a null of the right type for each parameter of {@code statement}. */
  void bindNulls(PreparedStatement prepared, Statement statement) throws SQLException {
    int position = 1;
    for (Param param : statement.params()) {
      bindNull(prepared, position++, param);
    }
  }

  private void bindNull(PreparedStatement prepared, int position, Param param) throws SQLException {
    switch (param.meaning()) {
      case ID -> column(Role.ID).bind(prepared, position, null);
      case EACH_RETRY_AT -> column(Role.RETRY_AFTER).bind(prepared, position, null);
      case HELD_UNTIL, EACH_HOLD_UNTIL, LEASE_UNTIL, RELEASE_TO, LONG_AGO, END_OF_TIME ->
          column(Role.LOCKED_UNTIL).bind(prepared, position, null);
      case HELD_ATTEMPT, ATTEMPT -> column(Role.ATTEMPT).bind(prepared, position, null);
      case COLUMN, NOW, RETRY_AT -> column(param.index()).bind(prepared, position, null);
      case GROUP, DESTINATION -> column(Role.GROUP).bind(prepared, position, null);
      case LAST_ERROR, EACH_ERROR -> bindError(prepared, position, null);
      case KEY, SETTINGS -> prepared.setNull(position, Types.VARCHAR);
      case LANE, AFTER, EXCLUDED -> lane().bind(prepared, position, null);
      case LIMIT, ATTEMPT_ROOM, DELAY, WINDOW -> prepared.setNull(position, Types.BIGINT);
      case CHANNEL, PAYLOADS ->
          throw new IllegalStateException(param + " is bound by NotifyWriter");
    }
  }

  /**
   * Executes a write on a connection that is not ours: nothing else is done to it, and its
   * exceptions pass through.
   */
  public void execute(Connection connection, BulkInsert insert, List<Values> rows)
      throws SQLException {
    insert.execute(connection, this, rows, prepared -> {});
  }

  /** As {@link #execute} for one row by one statement; tells how many it changed. */
  public int executeOne(Connection connection, Statement statement, Values row)
      throws SQLException {
    try (PreparedStatement prepared = connection.prepareStatement(statement.sql())) {
      bind(prepared, statement, row);
      return prepared.executeUpdate();
    }
  }

  /** Executes {@code statement} for all rows by the driver's batch, so many at a time. */
  void batch(PreparedStatement prepared, Statement statement, List<Values> rows)
      throws SQLException {
    for (int i = 0; i < rows.size(); i++) {
      bind(prepared, statement, rows.get(i));
      prepared.addBatch();
      if ((i + 1) % BATCH == 0 || i + 1 == rows.size()) {
        prepared.executeBatch();
      }
    }
  }

  private static long number(Values values, Param param) {
    Object value = values.get(param.meaning());
    if (value instanceof Number number) {
      return number.longValue();
    }
    throw new IllegalStateException("%s is not a number: %s".formatted(param, value));
  }

  /**
   * Reads all columns of the row {@code rows} stands on; a column that cannot be read keeps the
   * reason.
   */
  RawRow read(ResultSet rows) throws SQLException {
    int id = spec.indexOf(Role.ID);
    Object raw = rows.getObject(id + 1);
    if (raw == null) {
      throw new SQLException("the id of a row in table %s is null".formatted(spec.table()));
    }
    @Nullable Object[] cells = new @Nullable Object[columns.size()];
    for (int i = 0; i < cells.length; i++) {
      cells[i] = i == id ? raw : cell(rows, i);
    }
    return new RawRow(spec, RowId.of(raw), cells);
  }

  private @Nullable Object cell(ResultSet rows, int index) throws SQLException {
    try {
      return columns.get(index).read(rows, index + 1);
    } catch (SQLException unreadable) {
      if (rows.isClosed() || rows.getStatement().getConnection().isClosed()) {
        throw unreadable;
      }
      return new Unreadable(unreadable);
    } catch (RuntimeException unreadable) {
      return new Unreadable(unreadable);
    }
  }

  /**
   * The expiry to be written for a lease that ends at {@code end}: in the precision of the column,
   * so that the token read back equals the one bound, and never earlier, so that a column of whole
   * seconds shortens no lease (B69).
   */
  public Instant expiry(Instant end) {
    ColumnBinding column = column(Role.LOCKED_UNTIL);
    return column.cut(end.plus(column.tick()).minusNanos(1));
  }

  /**
   * Stands in a cell for a value the driver refused to hand out: a failed attempt of this row
   * alone.
   */
  record Unreadable(Exception reason) {}
}
