package io.github.rowqueue.internal.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class MillisTextTest {

  private static final DateTimeFormatter BY_THE_JDK =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'+00:00'");

  @Test
  void any_time_is_written_and_read_as_by_the_jdk() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int i = 0; i < 20_000; i++) {
      Instant time =
          Instant.ofEpochMilli(random.nextLong(-62_167_219_200_000L, 253_402_300_800_000L));
      String text = MillisText.of(time);
      assertThat(text)
          .as("seed %d", seed)
          .isEqualTo(BY_THE_JDK.format(LocalDateTime.ofInstant(time, ZoneOffset.UTC)));
      assertThat(MillisText.read(text))
          .as("seed %d, %s", seed, text)
          .isEqualTo(time)
          .isEqualTo(OffsetDateTime.parse(text).toInstant());
    }
  }

  @Test
  void years_of_more_or_less_than_four_digits_are_left_to_the_jdk() {
    for (Instant time :
        List.of(Instant.parse("+12026-01-01T00:00:00Z"), Instant.parse("-0001-01-01T00:00:00Z"))) {
      assertThat(MillisText.of(time))
          .isEqualTo(BY_THE_JDK.format(LocalDateTime.ofInstant(time, ZoneOffset.UTC)));
      assertThat(MillisText.read(MillisText.of(time))).isNull();
    }
  }

  @Test
  void other_shapes_and_days_that_do_not_exist_are_left_to_the_jdk() {
    assertThat(
            List.of(
                "",
                "2026-12-01T08:30:00Z",
                "2026-12-01T08:30:00.123+01:00",
                "2026-12-01 08:30:00.123+00:00",
                "2026-12-01T08:30:00.12x+00:00",
                "2026-02-30T08:30:00.123+00:00",
                "2026-12-01T24:30:00.123+00:00"))
        .allSatisfy(text -> assertThat(MillisText.read(text)).as(text).isNull());
  }
}
