package io.github.rowqueue.internal.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.entry;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HeaderTextsTest {

  @Test
  void members_come_in_their_order_and_nulls_are_left_out() {
    assertThat(read("{\"z\": \"1\", \"a\": null, \"b\": \"\"}"))
        .containsExactly(entry("z", "1"), entry("b", ""));
    assertThat(read("null")).isEmpty();
    assertThat(read(" {} ")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[]|the JSON is an array, where headers are an object of texts",
        "7|the JSON is a number, where headers are an object of texts",
        "\"a\"|the JSON is a text, where headers are an object of texts",
        "true|the JSON is true or false, where headers are an object of texts",
        "''|the JSON is empty, where headers are an object of texts",
        "{\"a\": 1}|header a is a number, where a text is needed",
        "{\"a\": {}}|header a is an object, where a text is needed",
        "{\"a\": false}|header a is true or false, where a text is needed"
      })
  void anything_else_than_an_object_of_texts_is_refused(String json, String problem) {
    assertThatIllegalArgumentException().isThrownBy(() -> read(json)).withMessage(problem);
  }

  @Test
  void what_is_no_json_is_refused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> read("{\"a\""))
        .withMessageStartingWith("not JSON: Unexpected end-of-input");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> read("{} x"))
        .withMessageStartingWith("not JSON: ");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> read("[".repeat(100_000)))
        .withMessageStartingWith("not JSON: Document nesting depth (1001)");
  }

  @Test
  @DisplayName("B193: numbers are decimal text, times RFC 3339 with their seconds")
  void values_of_columns_are_texts() {
    assertThat(HeaderTexts.of(7L)).isEqualTo("7");
    assertThat(HeaderTexts.of(new BigDecimal("1E+3"))).isEqualTo("1000");
    assertThat(HeaderTexts.of(true)).isEqualTo("true");
    assertThat(HeaderTexts.of(Instant.EPOCH)).isEqualTo("1970-01-01T00:00:00Z");
    assertThat(HeaderTexts.of(LocalDateTime.of(2026, 1, 2, 3, 4)))
        .isEqualTo("2026-01-02T03:04:00Z");
    assertThat(HeaderTexts.of(OffsetDateTime.parse("2026-01-02T03:04:00.5+02:00")))
        .isEqualTo("2026-01-02T03:04:00.5+02:00");
    assertThat(HeaderTexts.of(Thread.State.NEW)).isEqualTo("NEW");
  }

  @Test
  void texts_are_values_of_columns() {
    String text = "2026-01-02T03:04:00+02:00";
    assertThat(HeaderTexts.parsed(text, Instant.class))
        .isEqualTo(Instant.parse("2026-01-02T01:04:00Z"));
    assertThat(HeaderTexts.parsed(text, LocalDateTime.class))
        .isEqualTo(LocalDateTime.of(2026, 1, 2, 1, 4));
    assertThat(HeaderTexts.parsed(text, OffsetDateTime.class))
        .isEqualTo(OffsetDateTime.parse(text));
    assertThat(HeaderTexts.parsed("7", Integer.class)).isEqualTo(7);
    assertThat(HeaderTexts.parsed("NEW", Thread.State.class)).isEqualTo(Thread.State.NEW);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> HeaderTexts.parsed("today", Instant.class))
        .withMessage("\"today\" is no such time");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> HeaderTexts.parsed("today", java.time.LocalDate.class))
        .withMessage("\"today\" is no such time");
  }

  @SuppressWarnings("unchecked") // what is read holds texts alone
  private static Map<String, String> read(String json) {
    return Conversions.convert(json, Map.class);
  }
}
