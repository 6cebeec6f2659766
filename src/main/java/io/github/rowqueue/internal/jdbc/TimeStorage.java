package io.github.rowqueue.internal.jdbc;

import io.github.rowqueue.dialect.Stamp;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import org.jspecify.annotations.Nullable;

/** How a column keeps an instant, always in UTC whatever the zone of the JVM or the session. */
public enum TimeStorage {
  /** A type with an offset: PostgreSQL timestamptz, H2 TIMESTAMP WITH TIME ZONE. */
  OFFSET {
    @Override
    void bind(PreparedStatement statement, int position, Instant value) throws SQLException {
      statement.setObject(position, value.atOffset(ZoneOffset.UTC));
    }

    @Override
    @Nullable Instant read(ResultSet rows, int position) throws SQLException {
      OffsetDateTime value = rows.getObject(position, OffsetDateTime.class);
      return value == null ? null : value.toInstant();
    }
  },

  /** A type without an offset, read as UTC: PostgreSQL timestamp, H2 TIMESTAMP. */
  LOCAL {
    @Override
    void bind(PreparedStatement statement, int position, Instant value) throws SQLException {
      statement.setObject(position, LocalDateTime.ofInstant(value, ZoneOffset.UTC));
    }

    @Override
    @Nullable Instant read(ResultSet rows, int position) throws SQLException {
      return utc(rows.getObject(position, LocalDateTime.class));
    }
  },

  /**
   * DATETIME of MySQL and MariaDB, written as text: the only binding that is exact with both
   * drivers, also with Connector/J on MariaDB, which drops the fraction of a LocalDateTime
   * (measured, DATABASES-mysql section 2).
   */
  LOCAL_AS_TEXT {
    @Override
    void bind(PreparedStatement statement, int position, Instant value) throws SQLException {
      statement.setString(
          position, MYSQL_TEXT.format(LocalDateTime.ofInstant(value, ZoneOffset.UTC)));
    }

    @Override
    @Nullable Instant read(ResultSet rows, int position) throws SQLException {
      return utc(rows.getObject(position, LocalDateTime.class));
    }
  },

  /**
   * SQLite text in the one format whose order is the order of time: three fraction digits and
   * {@code +00:00}.
   */
  TEXT {
    @Override
    void bind(PreparedStatement statement, int position, Instant value) throws SQLException {
      statement.setString(position, text(value));
    }

    @Override
    @Nullable Instant read(ResultSet rows, int position) throws SQLException {
      String value = rows.getString(position);
      if (value == null) {
        return null;
      }
      Instant usual = MillisText.read(value);
      if (usual != null) {
        return usual;
      }
      try {
        return OffsetDateTime.parse(value).toInstant();
      } catch (DateTimeParseException unreadable) {
        throw new SQLException(
            "\"%s\" is not a time like %s".formatted(value, text(Instant.EPOCH)), unreadable);
      }
    }
  },

  /** Milliseconds since the epoch in a BIGINT. */
  MILLIS {
    @Override
    void bind(PreparedStatement statement, int position, Instant value) throws SQLException {
      statement.setLong(position, value.toEpochMilli());
    }

    @Override
    @Nullable Instant read(ResultSet rows, int position) throws SQLException {
      long value = rows.getLong(position);
      return rows.wasNull() ? null : Instant.ofEpochMilli(value);
    }
  };

  private static final DateTimeFormatter MYSQL_TEXT =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSSSSS");

  abstract void bind(PreparedStatement statement, int position, Instant value) throws SQLException;

  abstract @Nullable Instant read(ResultSet rows, int position) throws SQLException;

  /** An instant as a SQLite text column keeps it. */
  public static String text(Instant value) {
    return MillisText.of(value);
  }

  /** What a dialect calls it. */
  Stamp.Kind kind() {
    return switch (this) {
      case OFFSET -> Stamp.Kind.ZONED;
      case LOCAL, LOCAL_AS_TEXT -> Stamp.Kind.UTC;
      case TEXT -> Stamp.Kind.TEXT;
      case MILLIS -> Stamp.Kind.MILLIS;
    };
  }

  private static @Nullable Instant utc(@Nullable LocalDateTime value) {
    return value == null ? null : value.toInstant(ZoneOffset.UTC);
  }
}
