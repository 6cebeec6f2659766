package io.github.rowqueue.bench;

import io.github.rowqueue.servers.DatabaseKind;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;

/** How hand-written SQL binds an instant. */
final class RawTime {

  private static final DateTimeFormatter SQLITE =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'+00:00'");

  private RawTime() {}

  static Object of(DatabaseKind kind, Instant instant) {
    LocalDateTime utc =
        LocalDateTime.ofInstant(instant.truncatedTo(ChronoUnit.MICROS), ZoneOffset.UTC);
    return switch (kind) {
      case POSTGRESQL -> utc.atOffset(ZoneOffset.UTC);
      case SQLITE -> SQLITE.format(utc);
      case MYSQL, MARIADB, H2 -> utc;
    };
  }
}
