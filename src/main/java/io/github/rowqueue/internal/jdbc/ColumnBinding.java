package io.github.rowqueue.internal.jdbc;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.rowqueue.dialect.Stamp;
import io.github.rowqueue.table.ColumnSpec;
import io.github.rowqueue.table.Role;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.temporal.ChronoField;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * How the values of one column are bound and read, decided once from the description and the
 * database's own type.
 */
public final class ColumnBinding {

  /** The first and last instants every database's types can hold: times saturate here (B205). */
  private static final Instant EARLIEST = Instant.parse("1000-01-01T00:00:00Z");

  private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59.999999Z");

  private final ColumnSpec column;
  private final ColumnInfo info;
  private final Optional<TimeStorage> time;

  /** Decides the binding of {@code column}, which the database describes as {@code info}. */
  public ColumnBinding(ColumnSpec column, ColumnInfo info, Optional<TimeStorage> time) {
    this.column = column;
    this.info = info;
    this.time = time;
  }

  /** The column. */
  public ColumnSpec column() {
    return column;
  }

  /** How this column keeps instants; empty if it keeps none. */
  public Optional<TimeStorage> time() {
    return time;
  }

  /**
   * Cuts an instant to what the column can hold, so that a value read back equals the value bound
   * (SPEC 3).
   */
  public Instant cut(Instant value) {
    Instant late = value.isAfter(LATEST) ? LATEST : value;
    Instant clamped = late.isBefore(EARLIEST) ? EARLIEST : late;
    long nanos = clamped.getLong(ChronoField.NANO_OF_SECOND);
    return clamped.minusNanos(nanos % tick().toNanos());
  }

  /** The smallest difference between two instants the column can tell apart. */
  public Duration tick() {
    if (time.isPresent() && (time.get() == TimeStorage.MILLIS || time.get() == TimeStorage.TEXT)) {
      return Duration.ofMillis(1);
    }
    long nanos = 1_000_000_000;
    for (int i = 0; i < Math.min(6, info.digits()); i++) {
      nanos /= 10;
    }
    return Duration.ofNanos(nanos);
  }

  /**
   * This column as a statement fills it with the database's time.
   *
   * @throws IllegalStateException if it keeps no instants
   */
  public Stamp stamp() {
    TimeStorage storage =
        time.orElseThrow(() -> new IllegalStateException(column.name() + " keeps no instants"));
    return new Stamp(column, storage.kind(), Math.min(6, info.digits()));
  }

  /** The largest integer that both the column and the component it is read into can hold. */
  public long maximum() {
    return Math.min(IntegerRange.maximum(info), IntegerRange.maximum(column.type()));
  }

  /**
   * The most characters a text column can hold; {@link Integer#MAX_VALUE} where it sets no limit.
   */
  public int maximumLength() {
    return info.family() == TypeFamily.TEXT && info.size() > 0 ? info.size() : Integer.MAX_VALUE;
  }

  /**
   * Reads the raw value: instants for times, text for json, bytes for blobs, what the driver gives
   * for the rest.
   */
  public @Nullable Object read(ResultSet rows, int position) throws SQLException {
    if (time.isPresent()) {
      return time.get().read(rows, position);
    }
    return switch (info.family()) {
      case TEXT, JSON -> rows.getString(position);
      case BINARY -> rows.getBytes(position);
      case DATE -> rows.getObject(position, LocalDate.class);
      case TIME -> rows.getObject(position, LocalTime.class);
      case ARRAY -> Arrays.read(rows, position);
      default ->
          info.jdbcType() == Types.TINYINT ? small(rows, position) : rows.getObject(position);
    };
  }

  /** Connector/J gives a Boolean for TINYINT(1), which would make 1 of an attempt of 5. */
  private static @Nullable Long small(ResultSet rows, int position) throws SQLException {
    long value = rows.getLong(position);
    return rows.wasNull() ? null : value;
  }

  /**
   * What is bound for {@code value}, a value to be published: JSON is written here, and texts are
   * looked at.
   *
   * @throws IllegalArgumentException if the column would not give {@code value} back as it is; the
   *     text follows the column's name
   */
  public Object prepared(Object value, TextLimits limits) {
    if (time.isPresent()) {
      return value;
    }
    if (column.json() || value instanceof Map) {
      return value instanceof Map<?, ?> map && map.isEmpty() && column.plays(Role.HEADERS)
          ? value
          : WrittenText.checked(new Document(Conversions.json(value)), info.family(), limits);
    }
    if (column.plays(Role.HEADERS)) {
      Map<?, ?> unused = Conversions.convert(value, Map.class);
    }
    Conversions.checkDigits(value, info.family() != TypeFamily.DECIMAL);
    return WrittenText.checked(value, info.family(), limits);
  }

  /**
   * PostgreSQL's type for an array of ids as they were read, of which {@code raw} is one: that in
   * which {@link #bindRaw} binds one, so that the index serves.
   */
  String elementType(Object raw) {
    if (raw instanceof Long) {
      return "int8";
    }
    if (raw instanceof Integer) {
      return "int4";
    }
    if (raw instanceof UUID) {
      return "uuid";
    }
    return switch (info.jdbcType()) {
      case Types.CHAR -> "bpchar";
      // Such as an enum. The driver folds a name without quotes (42.7).
      case Types.OTHER -> Arrays.quoted(info.typeName());
      default -> raw instanceof String ? "text" : Arrays.quoted(info.typeName());
    };
  }

  /** Binds an id as it was read, in the type of the column, so that its index serves. */
  void bindRaw(PreparedStatement statement, int position, Object raw) throws SQLException {
    if (raw instanceof String text) {
      bindText(statement, position, text);
    } else if (raw instanceof UUID uuid) {
      bindUuid(statement, position, uuid);
    } else {
      statement.setObject(position, raw);
    }
  }

  /** Binds a value of the service's own, converted to what the column wants. */
  void bind(PreparedStatement statement, int position, @Nullable Object value) throws SQLException {
    if (value instanceof Document document) {
      bindPlain(statement, position, document.json());
    } else if (column.plays(Role.HEADERS)) {
      bindHeaders(statement, position, value);
    } else if (value == null) {
      statement.setNull(position, info.jdbcType());
    } else if (time.isPresent()) {
      time.get().bind(statement, position, cut(Conversions.instant(value)));
    } else if (column.json()) {
      bindPlain(statement, position, Conversions.json(value));
    } else {
      bindPlain(statement, position, value);
    }
  }

  /** No headers are a null (B189), or an object without members where the column takes no null. */
  private void bindHeaders(PreparedStatement statement, int position, @Nullable Object value)
      throws SQLException {
    boolean none = value == null || (value instanceof Map<?, ?> map && map.isEmpty());
    if (none && info.nullable()) {
      statement.setNull(position, info.jdbcType());
    } else if (none) {
      bindPlain(statement, position, "{}");
    } else {
      bindPlain(
          statement,
          position,
          value instanceof Map ? Conversions.json(value) : String.valueOf(value));
    }
  }

  private void bindPlain(PreparedStatement statement, int position, Object value)
      throws SQLException {
    switch (info.family()) {
      case TEXT -> bindText(statement, position, Conversions.written(value));
      case JSON -> bindJson(statement, position, Conversions.written(value));
      case BINARY -> statement.setBytes(position, Conversions.bytes(value));
      case UUID -> bindUuid(statement, position, Conversions.convert(value, UUID.class));
      case INTEGER, DECIMAL, FLOATING -> bindNumber(statement, position, value);
      case ARRAY -> Arrays.bind(statement, position, value, info.typeName());
      case LOOSE -> bindLoose(statement, position, value);
      default -> statement.setObject(position, value);
    }
  }

  private void bindText(PreparedStatement statement, int position, String text)
      throws SQLException {
    switch (info.jdbcType()) {
      // As varchar, PostgreSQL would cast the column instead and leave its index alone, or, for an
      // enum type, find no operator.
      case Types.CHAR, Types.OTHER -> statement.setObject(position, text, info.jdbcType());
      default -> statement.setString(position, text);
    }
  }

  private void bindUuid(PreparedStatement statement, int position, UUID value) throws SQLException {
    if (info.family() == TypeFamily.BINARY) {
      statement.setBytes(position, Conversions.bytes(value));
    } else if (info.family() == TypeFamily.UUID && info.jdbcType() != Types.CHAR) {
      statement.setObject(position, value);
    } else {
      bindText(statement, position, value.toString());
    }
  }

  private void bindJson(PreparedStatement statement, int position, String text)
      throws SQLException {
    switch (info.jdbcType()) {
      // pgjdbc sends a String as varchar, which PostgreSQL does not cast to json; OTHER leaves the
      // type to the server.
      case Types.OTHER -> statement.setObject(position, text, Types.OTHER);
      // H2 takes a String for a JSON string and would quote it; bytes it parses.
      case Types.VARBINARY -> statement.setBytes(position, text.getBytes(UTF_8));
      default -> statement.setString(position, text);
    }
  }

  private static void bindNumber(PreparedStatement statement, int position, Object value)
      throws SQLException {
    if (value instanceof Boolean flag) {
      statement.setInt(position, flag ? 1 : 0);
    } else if (value instanceof BigInteger || value instanceof String) {
      statement.setBigDecimal(position, new BigDecimal(value.toString()));
    } else {
      statement.setObject(position, value);
    }
  }

  private static void bindLoose(PreparedStatement statement, int position, Object value)
      throws SQLException {
    if (value instanceof byte[] bytes) {
      statement.setBytes(position, bytes);
    } else if (value instanceof Number || value instanceof Boolean) {
      bindNumber(statement, position, value);
    } else {
      statement.setString(position, Conversions.written(value));
    }
  }
}
