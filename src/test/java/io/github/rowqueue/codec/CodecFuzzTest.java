package io.github.rowqueue.codec;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.CharacterCodingException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whatever bytes come: a message or a failure in words, and an end. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class CodecFuzzTest {

  private static final long SEED = 42;
  private static final int PAYLOADS = 20_000;
  private static final int LARGE = 16 << 20;

  record Email(String to, int size, List<String> tags, Map<String, Object> more) {}

  private static final List<Codec<?>> CODECS =
      List.of(
          Codecs.json(Email.class),
          Codecs.json(Object.class),
          Codecs.json(String.class),
          Codecs.json(int[].class),
          Codecs.text(),
          Codecs.bytes());

  @Test
  void random_bytes_are_a_message_or_a_failure_in_words() {
    Random random = new Random(SEED);
    int read = 0;
    for (int i = 0; i < PAYLOADS; i++) {
      byte[] payload = i % 2 == 0 ? bytes(random) : mutated(random);
      for (Codec<?> codec : CODECS) {
        read += decodes(codec, payload) ? 1 : 0;
      }
    }
    // Else the test would show one of the two only.
    assertThat(read).isBetween(PAYLOADS * 3 / 2, PAYLOADS * CODECS.size() / 2);
  }

  @Test
  void a_text_reads_as_its_bytes_do() throws Exception {
    Random random = new Random(SEED);
    for (int i = 0; i < PAYLOADS; i++) {
      String text = (i % 100 == 0 ? "\uFEFF" : "") + new String(mutated(random), UTF_8);
      for (Codec<?> codec : CODECS) {
        boolean reads = decodes(codec, text.getBytes(UTF_8));
        if (reads) {
          assertThat((Object) codec.decodeText(text)).isEqualTo(codec.decode(text.getBytes(UTF_8)));
        } else {
          assertThatThrownBy(() -> codec.decodeText(text)).message().isNotBlank();
        }
      }
    }
  }

  private static byte[] bytes(Random random) {
    byte[] payload = new byte[random.nextInt(64)];
    random.nextBytes(payload);
    return payload;
  }

  /** A good payload with a few bytes changed, cut or put in twice. */
  private static byte[] mutated(Random random) {
    byte[] payload =
        "{\"to\": \"ann\", \"size\": 7, \"tags\": [\"a\", null], \"more\": {\"x\": 1.5e3, \"ü\": \"\\u00fc\"}}"
            .getBytes(UTF_8);
    for (int changes = random.nextInt(4); changes > 0; changes--) {
      int at = random.nextInt(payload.length);
      switch (random.nextInt(3)) {
        case 0 -> payload[at] = (byte) random.nextInt(256);
        case 1 -> payload = Arrays.copyOf(payload, at + 1);
        default -> payload = joined(payload, Arrays.copyOfRange(payload, at, payload.length));
      }
    }
    return payload;
  }

  private static byte[] joined(byte[] one, byte[] other) {
    byte[] both = Arrays.copyOf(one, one.length + other.length);
    System.arraycopy(other, 0, both, one.length, other.length);
    return both;
  }

  /** Whether it is read; an Error passes through and fails the test. */
  private static boolean decodes(Codec<?> codec, byte[] payload) {
    try {
      assertThat((Object) codec.decode(payload)).as(codec::toString).isNotNull();
      return true;
    } catch (Exception refused) {
      assertThat(refused.toString()).as(codec::toString).isNotBlank();
      return false;
    }
  }

  @Test
  void json_of_any_depth_is_refused_before_the_stack_ends() {
    for (String open : List.of("[", "{\"a\":", "[{\"a\":")) {
      for (String close : List.of("", "]", "}")) {
        byte[] payload = (open.repeat(100_000) + close.repeat(100_000)).getBytes(UTF_8);
        for (Class<?> type : List.of(Object.class, Map.class, Email.class, List.class)) {
          assertThatThrownBy(() -> Codecs.json(type).decode(payload))
              .isInstanceOf(Exception.class)
              .message()
              .isNotBlank();
        }
      }
    }
    assertThatThrownBy(() -> Codecs.json(Object.class).decode("[".repeat(100_000).getBytes(UTF_8)))
        .hasMessageContaining("nesting depth (1001)");
  }

  @Test
  void a_message_that_is_too_deep_is_not_written() {
    Object deep = List.of();
    for (int i = 0; i < 100_000; i++) {
      deep = List.of(deep);
    }
    Object message = deep;
    assertThatThrownBy(() -> Codecs.json(Object.class).encode(message))
        .isInstanceOf(Exception.class)
        .hasMessageContaining("nesting depth (1001)");
  }

  @Test
  void payloads_of_16_megabytes_come_back_as_they_were() throws Exception {
    byte[] bytes = new byte[LARGE];
    new Random(SEED).nextBytes(bytes);
    assertThat(Codecs.bytes().decode(Codecs.bytes().encode(bytes))).isEqualTo(bytes);
    String text = "ü🦀x".repeat(LARGE / 7);
    assertThat(Codecs.text().decode(Codecs.text().encode(text))).isEqualTo(text);
    Codec<String> json = Codecs.json(String.class);
    assertThat(json.decode(json.encode(text))).isEqualTo(text);
    assertThat(decodes(Codecs.text(), bytes)).isFalse();
    assertThat(decodes(json, bytes)).isFalse();
  }

  @Test
  void nul_characters_come_back() throws Exception {
    String text = "a\0b\0";
    assertThat(Codecs.text().decode(Codecs.text().encode(text))).isEqualTo(text);
    Codec<String> json = Codecs.json(String.class);
    assertThat(json.decode(json.encode(text))).isEqualTo(text);
  }

  @Test
  void half_a_character_is_refused_as_text_and_escaped_as_json() throws Exception {
    List<String> halves = List.of("\ud83d", "a\ude00b", "\ud83dx", "\ude00\ud83d");
    for (String half : halves) {
      assertThatThrownBy(() -> Codecs.text().encode(half))
          .isInstanceOf(CharacterCodingException.class);
      Codec<String> json = Codecs.json(String.class);
      byte[] payload = json.encode(half);
      assertThat(new String(payload, US_ASCII).getBytes(US_ASCII)).isEqualTo(payload);
      assertThat(json.decode(payload)).isEqualTo(half);
    }
  }

  @Test
  void what_follows_the_json_is_not_passed_over() {
    for (String tail : List.of(" x", "{}", "]", "\0")) {
      assertThatThrownBy(() -> Codecs.json(Map.class).decode(("{}" + tail).getBytes(UTF_8)))
          .as(tail)
          .isInstanceOf(Exception.class);
    }
  }
}
