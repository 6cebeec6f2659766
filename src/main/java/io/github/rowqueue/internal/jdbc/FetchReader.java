package io.github.rowqueue.internal.jdbc;

import io.github.rowqueue.table.ColumnSpec;
import io.github.rowqueue.table.TableSpec;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads what a fetch of the service's own yields. Its columns are found by their names and read by
 * the types the result itself says, since they may come from any table.
 */
public final class FetchReader {

  private final TableSpec spec;
  private final boolean sqlite;

  /** Reads columns of {@code spec}. */
  public FetchReader(TableSpec spec, Database database) {
    this.spec = spec;
    this.sqlite = database.product().equals("sqlite");
  }

  /**
   * A fetched row, whose cells stand at the places of the description.
   *
   * @param id which row
   * @param cells its values; null where the queue's own columns stand
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record Fetched(RowId id, @Nullable Object[] cells) {
    /** The claimed row with this message. */
    public RawRow into(RawRow claimed, TableSpec spec) {
      return claimed.with(spec, cells);
    }
  }

  /** The claimed row, whose message could not be fetched. */
  public RawRow without(RawRow claimed, String problem) {
    return claimed.without(spec, problem);
  }

  /** The columns of the description that {@code rows} lacks and should have. */
  public List<String> missing(ResultSet rows) throws SQLException {
    List<String> missing = new ArrayList<>();
    for (ColumnSpec column : wanted()) {
      if (position(rows.getMetaData(), column.name()) == 0) {
        missing.add(column.name());
      }
    }
    return missing;
  }

  private List<ColumnSpec> wanted() {
    return spec.columns().stream()
        .filter(column -> column.equals(spec.id()) || !OwnColumns.isQueues(column))
        .toList();
  }

  /** Reads the row {@code rows} stands on. */
  public Fetched read(ResultSet rows) throws SQLException {
    ResultSetMetaData metaData = rows.getMetaData();
    @Nullable Object[] cells = new @Nullable Object[spec.columns().size()];
    for (int i = 0; i < cells.length; i++) {
      ColumnSpec column = spec.columns().get(i);
      if (!OwnColumns.isQueues(column)) {
        cells[i] = cell(rows, metaData, column);
      }
    }
    Object id = rows.getObject(required(metaData, spec.id()));
    if (id == null) {
      throw new OwnFailure("it returned a row whose %s is null".formatted(spec.id().name()), null);
    }
    return new Fetched(RowId.of(id), cells);
  }

  /** Reads a row that code of the service's own returned, by the names of the columns. */
  public Fetched read(Map<String, ?> row) throws SQLException {
    @Nullable Object[] cells = new @Nullable Object[spec.columns().size()];
    for (int i = 0; i < cells.length; i++) {
      ColumnSpec column = spec.columns().get(i);
      if (!OwnColumns.isQueues(column)) {
        cells[i] = value(row, column);
      }
    }
    Object id = value(row, spec.id());
    if (id == null) {
      throw new OwnFailure("it returned a row whose %s is null".formatted(spec.id().name()), null);
    }
    return new Fetched(RowId.of(id), cells);
  }

  private @Nullable Object value(Map<String, ?> row, ColumnSpec column) throws OwnFailure {
    if (!row.containsKey(column.name())) {
      throw lacks(column);
    }
    Object value = row.get(column.name());
    return value != null && TableBindings.holdsTime(column) ? Conversions.instant(value) : value;
  }

  private @Nullable Object cell(ResultSet rows, ResultSetMetaData metaData, ColumnSpec column)
      throws SQLException {
    int position = required(metaData, column);
    try {
      return sqlite && TableBindings.holdsTime(column)
          ? sqliteTime(rows, position)
          : TableBindings.bind(column, info(metaData, position)).read(rows, position);
    } catch (SQLException | RuntimeException unreadable) {
      if (rows.isClosed() || rows.getStatement().getConnection().isClosed()) {
        throw unreadable;
      }
      return new TableBinding.Unreadable(unreadable);
    }
  }

  private static @Nullable Instant sqliteTime(ResultSet rows, int position) throws SQLException {
    return rows.getObject(position) instanceof Number
        ? TimeStorage.MILLIS.read(rows, position)
        : TimeStorage.TEXT.read(rows, position);
  }

  private ColumnInfo info(ResultSetMetaData metaData, int position) throws SQLException {
    String typeName = String.valueOf(metaData.getColumnTypeName(position));
    int jdbcType = metaData.getColumnType(position);
    // Connector/J says BIT for TINYINT(1), whose value may be 5.
    jdbcType = typeName.toUpperCase(Locale.ROOT).startsWith("TINYINT") ? Types.TINYINT : jdbcType;
    TypeFamily family = sqlite ? TypeFamily.LOOSE : TypeFamily.of(jdbcType, typeName);
    return new ColumnInfo(
        metaData.getColumnLabel(position),
        jdbcType,
        typeName,
        family,
        times(family, jdbcType, typeName),
        0,
        6,
        true,
        null,
        false,
        null,
        false);
  }

  private static @Nullable TimeStorage times(TypeFamily family, int jdbcType, String typeName) {
    if (family != TypeFamily.TIMESTAMP) {
      return jdbcType == Types.BIGINT ? TimeStorage.MILLIS : null;
    }
    boolean offset =
        jdbcType == Types.TIMESTAMP_WITH_TIMEZONE || typeName.equalsIgnoreCase("timestamptz");
    return offset ? TimeStorage.OFFSET : TimeStorage.LOCAL;
  }

  private static int required(ResultSetMetaData metaData, ColumnSpec column) throws SQLException {
    int position = position(metaData, column.name());
    if (position == 0) {
      throw lacks(column);
    }
    return position;
  }

  private static OwnFailure lacks(ColumnSpec column) {
    return new OwnFailure(
        "it returned no column %s: select it under that name".formatted(column.name()), null);
  }

  /** Names that differ in case alone mean one column here, as an unquoted alias is folded. */
  private static int position(ResultSetMetaData metaData, String name) throws SQLException {
    Optional<Integer> folded = Optional.empty();
    for (int i = 1; i <= metaData.getColumnCount(); i++) {
      String label = metaData.getColumnLabel(i);
      if (label.equals(name)) {
        return i;
      }
      if (label.equalsIgnoreCase(name)) {
        folded = Optional.of(i);
      }
    }
    return folded.orElse(0);
  }
}
