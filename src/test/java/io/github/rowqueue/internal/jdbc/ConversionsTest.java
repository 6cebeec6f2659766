package io.github.rowqueue.internal.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Exact or refused: what drivers give against what components want. */
class ConversionsTest {

  private static final UUID ID = UUID.fromString("12345678-9abc-4def-8123-456789abcdef");

  @Test
  void integers_beyond_2_to_the_53_keep_every_digit() {
    assertThat(Conversions.convert(9_007_199_254_740_993L, Long.class))
        .isEqualTo(9_007_199_254_740_993L);
    assertThat(Conversions.convert(new BigInteger("9007199254740993"), Long.class))
        .isEqualTo(9_007_199_254_740_993L);
    assertThat(Conversions.convert("9007199254740993", BigInteger.class))
        .isEqualTo(new BigInteger("9007199254740993"));
  }

  @Test
  void a_number_that_does_not_fit_is_refused() {
    refused(new BigInteger("18446744073709551615"), Long.class);
    refused(70_000, Short.class);
    refused(new BigDecimal("1.5"), Integer.class);
    refused("five", Integer.class);
  }

  @Test
  void a_number_that_would_take_minutes_to_read_is_refused() {
    assertThatThrownBy(() -> Conversions.convert("9".repeat(10_001), Long.class))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a text of 10001 characters is not read as a number, 10000 are allowed");
    assertThatThrownBy(() -> Conversions.convert("1e300000000", BigInteger.class))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the value is a String that does not fit BigInteger")
        .hasRootCauseMessage("more than 10000 digits");
    String long10 = "9".repeat(10_000);
    assertThat(Conversions.convert(long10, BigInteger.class)).isEqualTo(new BigInteger(long10));
    assertThat(Conversions.convert("1e300000000", BigDecimal.class))
        .isEqualTo(new BigDecimal("1e300000000"));
  }

  @Test
  void a_number_that_would_not_be_read_back_is_not_written() {
    BigInteger tooLong = BigInteger.TEN.pow(10_000);
    for (boolean asText : List.of(true, false)) {
      assertThatThrownBy(() -> Conversions.checkDigits(tooLong, asText))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage(
              "the number has more than the 10000 digits that are read back: keep it as a text or as bytes");
      assertThatCode(() -> Conversions.checkDigits(BigInteger.TEN.pow(9_999), asText))
          .doesNotThrowAnyException();
      assertThatCode(() -> Conversions.checkDigits(new BigDecimal("1e300000000"), asText))
          .doesNotThrowAnyException();
    }
    assertThatThrownBy(() -> Conversions.checkDigits(BigInteger.TWO.pow(40_001), true))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Conversions.checkDigits(new BigDecimal(tooLong), true))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatCode(() -> Conversions.checkDigits(new BigDecimal(tooLong), false))
        .as("the driver hands it out as it is")
        .doesNotThrowAnyException();
  }

  @Test
  void a_uuid_reads_from_its_type_its_bytes_and_its_text() {
    assertThat(Conversions.convert(ID, UUID.class)).isEqualTo(ID);
    assertThat(Conversions.convert(Conversions.bytes(ID), UUID.class)).isEqualTo(ID);
    assertThat(Conversions.convert(ID.toString(), UUID.class)).isEqualTo(ID);
  }

  @Test
  void a_shortened_uuid_is_refused_and_not_completed() {
    refused("1-2-3-4-5", UUID.class);
    refused(new byte[15], UUID.class);
  }

  @Test
  void an_enum_reads_and_writes_by_name() {
    assertThat(Conversions.convert("MONDAY", DayOfWeek.class)).isEqualTo(DayOfWeek.MONDAY);
    assertThat(Conversions.written(DayOfWeek.MONDAY)).isEqualTo("MONDAY");
    refused("monday", DayOfWeek.class);
  }

  @Test
  void a_time_without_an_offset_is_utc() {
    Instant noon = Instant.parse("2026-11-30T12:00:00Z");
    assertThat(Conversions.instant(LocalDateTime.parse("2026-11-30T12:00:00"))).isEqualTo(noon);
    assertThat(Conversions.instant(OffsetDateTime.parse("2026-11-30T13:00:00+01:00")))
        .isEqualTo(noon);
    assertThat(Conversions.convert(noon, LocalDateTime.class))
        .isEqualTo(LocalDateTime.parse("2026-11-30T12:00:00"));
  }

  private static void refused(Object cell, Class<?> type) {
    assertThatThrownBy(() -> Conversions.convert(cell, type))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
