package io.github.rowqueue.internal.jdbc;

import io.github.rowqueue.table.TableSpec;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.UUID;

/** A table with a column of every type, and a row of it. */
final class AllTypes {

  private AllTypes() {}

  static TableSpec spec(String name) {
    return TableSpec.builder(name)
        .id("id", UUID.class)
        .group("grp")
        .partitionKey("pkey", UUID.class)
        .nullable()
        .priority("priority")
        .retryAfter("retry_after")
        .attempt("attempt", Short.class)
        .lockedUntil("locked_until")
        .processedAt("processed_at", OffsetDateTime.class)
        .headers("headers")
        .nullable()
        .payload("payload")
        .lastError("last_error")
        .column("a_long", Long.class)
        .nullable()
        .column("an_int", Integer.class)
        .nullable()
        .column("a_short", Short.class)
        .nullable()
        .column("a_byte", Byte.class)
        .nullable()
        .column("a_flag", Boolean.class)
        .nullable()
        .column("a_float", Float.class)
        .nullable()
        .column("a_double", Double.class)
        .nullable()
        .column("a_decimal", BigDecimal.class)
        .nullable()
        .column("a_big", BigInteger.class)
        .nullable()
        .column("a_text", String.class)
        .nullable()
        .column("a_char", Character.class)
        .nullable()
        .column("a_uuid", UUID.class)
        .nullable()
        .column("an_instant", Instant.class)
        .nullable()
        .column("an_offset", OffsetDateTime.class)
        .nullable()
        .column("a_local", LocalDateTime.class)
        .nullable()
        .column("a_date", LocalDate.class)
        .nullable()
        .column("a_time", LocalTime.class)
        .nullable()
        .column("an_enum", DayOfWeek.class)
        .nullable()
        .column("some_bytes", byte[].class)
        .nullable()
        .jsonColumn("some_json", int[].class)
        .nullable()
        .build();
  }

  static Object[] values() {
    Instant winter = Instant.parse("2026-10-25T00:30:00.123Z");
    return new Object[] {
      UUID.fromString("ffffffff-0000-4000-8000-00000000000f"),
      "Orders ü",
      UUID.fromString("00000000-0000-4000-8000-00000000000a"),
      -5,
      Instant.parse("2026-03-29T01:30:00.456Z"),
      (short) 3,
      winter,
      winter.atOffset(ZoneOffset.UTC),
      Map.of("trace", "a\"ü"),
      "{\"a\": \"ü\"}".getBytes(java.nio.charset.StandardCharsets.UTF_8),
      "it broke",
      9_007_199_254_740_993L,
      Integer.MIN_VALUE,
      Short.MAX_VALUE,
      (byte) -7,
      true,
      1.5f,
      0.1,
      new BigDecimal("12345678901234567890.123456789"),
      new BigInteger("12345678901234567890"),
      "a '\"\\ text",
      'ß',
      UUID.fromString("12345678-9abc-4def-8123-456789abcdef"),
      winter,
      winter.atOffset(ZoneOffset.UTC),
      LocalDateTime.parse("2026-03-29T02:30:00.789"),
      LocalDate.parse("2026-03-29"),
      LocalTime.parse("02:30:15"),
      DayOfWeek.MONDAY,
      new byte[] {0, -1, 39, 92},
      new int[] {1, 2}
    };
  }
}
