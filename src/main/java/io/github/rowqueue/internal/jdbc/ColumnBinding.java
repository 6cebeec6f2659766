package io.github.rowqueue.internal.jdbc;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.rowqueue.table.ColumnSpec;
import java.nio.ByteBuffer;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
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

  /**
   * The latest instant every database's types can hold: a delay beyond it saturates here (B205).
   */
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
    Instant clamped = value.isAfter(LATEST) ? LATEST : value;
    long nanos = clamped.getLong(ChronoField.NANO_OF_SECOND);
    return clamped.minusNanos(nanos % tick().toNanos());
  }

  /** The smallest difference between two instants the column can tell apart. */
  public Duration tick() {
    if (time.isPresent() && (time.get() == TimeStorage.MILLIS || time.get() == TimeStorage.TEXT)) {
      return Duration.ofMillis(1);
    }
    int digits = Math.max(0, Math.min(6, info.digits()));
    return Duration.ofNanos((long) Math.pow(10, 9 - digits));
  }

  /** The largest integer that both the column and the component it is read into can hold. */
  public long maximum() {
    return Math.min(maximumOfColumn(), maximumOfComponent());
  }

  private long maximumOfColumn() {
    return switch (info.jdbcType()) {
      case Types.TINYINT -> Byte.MAX_VALUE;
      case Types.SMALLINT -> Short.MAX_VALUE;
      case Types.INTEGER -> Integer.MAX_VALUE;
      default -> Long.MAX_VALUE;
    };
  }

  private long maximumOfComponent() {
    if (column.type() == Byte.class) {
      return Byte.MAX_VALUE;
    }
    if (column.type() == Short.class) {
      return Short.MAX_VALUE;
    }
    return column.type() == Integer.class ? Integer.MAX_VALUE : Long.MAX_VALUE;
  }

  /**
   * The most characters a text column can hold; {@link Integer#MAX_VALUE} where it sets no limit.
   */
  public int maximumLength() {
    return switch (info.jdbcType()) {
      case Types.VARCHAR, Types.CHAR, Types.NVARCHAR, Types.NCHAR ->
          info.size() > 0 ? info.size() : Integer.MAX_VALUE;
      default -> Integer.MAX_VALUE;
    };
  }

  /**
   * Reads the raw value: instants for times, text for json, bytes for payloads, what the driver
   * gives for the rest.
   */
  public @Nullable Object read(ResultSet rows, int position) throws SQLException {
    if (time.isPresent()) {
      return time.get().read(rows, position);
    }
    if (column.type() == byte[].class) {
      return isText() ? rows.getString(position) : rows.getBytes(position);
    }
    if (isText() || isJson()) {
      return rows.getString(position);
    }
    return rows.getObject(position);
  }

  /** Binds a value of the service's own, converted to what the column wants. */
  void bind(PreparedStatement statement, int position, @Nullable Object value) throws SQLException {
    if (value == null) {
      statement.setNull(position, isJson() ? Types.OTHER : info.jdbcType());
    } else if (time.isPresent()) {
      time.get().bind(statement, position, cut(instant(value)));
    } else if (value instanceof UUID uuid) {
      bindUuid(statement, position, uuid);
    } else if (value instanceof Enum<?> constant) {
      statement.setString(position, constant.name());
    } else if (isJson() || column.json() || value instanceof Map) {
      bindJson(statement, position, value);
    } else if (value instanceof byte[] bytes) {
      bindBytes(statement, position, bytes);
    } else if (value instanceof String text && isBinary()) {
      statement.setBytes(position, text.getBytes(UTF_8));
    } else if (value instanceof Character character) {
      statement.setString(position, character.toString());
    } else {
      statement.setObject(position, value);
    }
  }

  private void bindUuid(PreparedStatement statement, int position, UUID value) throws SQLException {
    if (isBinary()) {
      statement.setBytes(
          position,
          ByteBuffer.allocate(16)
              .putLong(value.getMostSignificantBits())
              .putLong(value.getLeastSignificantBits())
              .array());
    } else if (isText()) {
      statement.setString(position, value.toString());
    } else {
      statement.setObject(position, value);
    }
  }

  private void bindJson(PreparedStatement statement, int position, Object value)
      throws SQLException {
    String text = jsonText(value);
    if (info.jdbcType() == Types.OTHER && info.typeName().startsWith("json")) {
      // pgjdbc sends a String as varchar, which PostgreSQL does not cast to json; OTHER leaves the
      // type to the server.
      statement.setObject(position, text, Types.OTHER);
    } else if (info.jdbcType() == Types.OTHER) {
      // H2 takes a String for a JSON string and would quote it; bytes it parses.
      statement.setBytes(position, text.getBytes(UTF_8));
    } else {
      statement.setString(position, text);
    }
  }

  private String jsonText(Object value) {
    if (value instanceof byte[] bytes) {
      return new String(bytes, UTF_8);
    }
    return column.json() || value instanceof Map ? Conversions.json(value) : value.toString();
  }

  private void bindBytes(PreparedStatement statement, int position, byte[] value)
      throws SQLException {
    if (isText()) {
      statement.setString(position, new String(value, UTF_8));
    } else {
      statement.setBytes(position, value);
    }
  }

  private static Instant instant(Object value) {
    if (value instanceof Instant instant) {
      return instant;
    }
    if (value instanceof OffsetDateTime time) {
      return time.toInstant();
    }
    if (value instanceof LocalDateTime time) {
      return time.toInstant(ZoneOffset.UTC);
    }
    throw new IllegalArgumentException("not a time: " + value.getClass().getName());
  }

  private boolean isText() {
    return switch (info.jdbcType()) {
      case Types.VARCHAR,
          Types.CHAR,
          Types.LONGVARCHAR,
          Types.NVARCHAR,
          Types.NCHAR,
          Types.CLOB,
          Types.LONGNVARCHAR ->
          true;
      default -> false;
    };
  }

  private boolean isBinary() {
    return switch (info.jdbcType()) {
      case Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY, Types.BLOB -> true;
      default -> false;
    };
  }

  private boolean isJson() {
    return info.typeName().equalsIgnoreCase("json") || info.typeName().equalsIgnoreCase("jsonb");
  }
}
