package io.github.rowqueue.internal.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WrittenTextTest {

  private static final TextLimits NO_NUL = TextLimits.of("postgresql");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"\"",
        "\"\\ud83d\\ude80\"",
        "\"\\\\ud83d\"",
        "\"\\uD83D\\uDE80\\n\"",
        "\"\\u0001\"",
        "\"🦀\"",
        "\\",
        "\\u",
        "\\u00"
      })
  void json_whose_escapes_are_whole_is_taken(String json) {
    assertThatCode(() -> WrittenText.checkJson(json, false)).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"\\ud83d\"",
        "\"\\ude80\"",
        "\"\\ud83dx\\ude80\"",
        "\"\\ude80\\ud83d\"",
        "\"\\ud83d\\n\\ude80\"",
        "\"\\\\\\ud83d\"",
        "\"\\ud83d\\ud83d\\ude80\"",
        "\"\\uDFFF\""
      })
  void json_with_the_escape_of_half_a_character_is_refused(String json) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> WrittenText.checkJson(json, true))
        .withMessageMatching(
            "half a character stands at index \\d+ \\(the lone surrogate U\\+D[89A-F]..\\), which"
                + " UTF-8 cannot carry: mend the text, or publish bytes");
  }

  @Test
  void json_with_an_escaped_nul_is_refused_where_it_is_not_kept() {
    String json = "\"a\\u0000\"";
    assertThatCode(() -> WrittenText.checkJson(json, true)).doesNotThrowAnyException();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> WrittenText.checkJson(json, false))
        .withMessage(
            "a NUL character stands at index 2, which this database keeps in no text: mend the"
                + " text, or use a column of bytes");
  }

  @Test
  void an_array_in_a_column_that_keeps_none_is_refused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> WrittenText.checked(new long[] {1}, TypeFamily.JSON, NO_NUL))
        .withMessage(
            "the column keeps no arrays, but the value is a long[]: read it as JSON with @Json");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> WrittenText.checked(new String[] {"a", "b\0"}, TypeFamily.ARRAY, NO_NUL))
        .withMessageStartingWith("a NUL character stands at index 1");
  }

  @Test
  void bytes_are_looked_at_only_on_their_way_into_a_text() {
    byte[] bytes = {(byte) 0xff, 0};
    assertThat(WrittenText.checked(bytes, TypeFamily.BINARY, NO_NUL)).isSameAs(bytes);
    assertThat(WrittenText.checked(bytes, TypeFamily.LOOSE, NO_NUL)).isSameAs(bytes);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> WrittenText.checked(bytes, TypeFamily.TEXT, NO_NUL))
        .withMessage("the 2 bytes are no UTF-8 text");
  }

  @Test
  void bytes_that_are_no_text_are_not_read_as_one() {
    byte[] latin1 = "größe".getBytes(StandardCharsets.ISO_8859_1);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Conversions.convert(latin1, String.class))
        .withMessage("the 5 bytes are no UTF-8 text");
  }
}
