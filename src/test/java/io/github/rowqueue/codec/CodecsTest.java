package io.github.rowqueue.codec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class CodecsTest {

  record Report(String name, int pages) {}

  @Test
  void json_ignores_fields_it_does_not_know() throws Exception {
    Codec<Report> json = Codecs.json(Report.class);
    assertThat(json.decode("{\"name\":\"a\",\"pages\":2,\"new\":true}".getBytes(UTF_8)))
        .isEqualTo(new Report("a", 2));
    assertThat(json.decode(json.encode(new Report("b", 3)))).isEqualTo(new Report("b", 3));
  }

  @Test
  void json_null_is_no_message() {
    assertThatThrownBy(() -> Codecs.json(Report.class).decode("null".getBytes(UTF_8)))
        .hasMessage("the JSON is null, where a Report is needed");
  }

  @Test
  void malformed_text_is_refused_instead_of_replaced() throws Exception {
    assertThatThrownBy(() -> Codecs.text().decode(new byte[] {(byte) 0xC3, 0x28}))
        .isInstanceOf(java.nio.charset.CharacterCodingException.class);
    assertThat(Codecs.text().decode(Codecs.text().encode("grüße"))).isEqualTo("grüße");
  }

  @Test
  void bytes_are_left_as_they_are() throws Exception {
    byte[] raw = {0, (byte) 0xFF, 7};
    assertThat(Codecs.bytes().decode(raw)).isEqualTo(raw);
    assertThat(Codecs.bytes().encode(raw)).isEqualTo(raw);
  }

  @Test
  void a_lambda_only_reads() {
    Codec<Integer> length = payload -> payload.length;
    assertThatThrownBy(() -> length.encode(1))
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessage("this codec only reads; implement Codec.encode to publish messages through it");
  }
}
