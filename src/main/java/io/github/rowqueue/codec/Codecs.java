package io.github.rowqueue.codec;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The codecs Rowqueue brings: JSON by Jackson Databind (the default), raw bytes, and UTF-8 text.
 */
public final class Codecs {

  private static final ObjectMapper DEFAULT_MAPPER =
      new ObjectMapper()
          .findAndRegisterModules()
          // A rolling deploy adds fields first and reads them later: an unknown field must park
          // nothing (SPEC 6).
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private static final String BYTE_ORDER_MARK = "\uFEFF";

  private Codecs() {}

  /**
   * JSON as {@code type}, by a mapper that ignores unknown fields and finds the Jackson modules on
   * the class path.
   */
  public static <T> Codec<T> json(Class<T> type) {
    return json(type, DEFAULT_MAPPER);
  }

  /** JSON as {@code type}, by the service's own mapper. */
  public static <T> Codec<T> json(Class<T> type, ObjectMapper mapper) {
    Objects.requireNonNull(type, "type");
    Objects.requireNonNull(mapper, "mapper");
    return new JsonCodec<>(type, mapper, mapper.constructType(type));
  }

  /** The payload as it is. */
  public static Codec<byte[]> bytes() {
    return new BytesCodec();
  }

  /**
   * UTF-8 text; malformed bytes are a failed attempt, and half a character (a lone surrogate) is
   * not written, so that nothing is silently replaced.
   */
  public static Codec<String> text() {
    return new TextCodec();
  }

  /** The type is resolved once: Jackson would look it up for each payload. */
  private record JsonCodec<T>(Class<T> type, ObjectMapper mapper, JavaType resolved)
      implements Codec<T> {

    @Override
    public T decode(byte[] payload) throws Exception {
      return notNull(mapper.readValue(payload, resolved));
    }

    @Override
    public T decodeText(String payload) throws Exception {
      // A mark of the byte order is a part of bytes, and none of a text: Jackson refuses it here.
      int begin = payload.startsWith(BYTE_ORDER_MARK) ? 1 : 0;
      return notNull(mapper.readValue(payload.substring(begin), resolved));
    }

    private T notNull(@Nullable T message) {
      if (message == null) {
        throw new IllegalArgumentException(
            "the JSON is null, where a %s is needed".formatted(type.getSimpleName()));
      }
      return message;
    }

    @Override
    public byte[] encode(T message) throws Exception {
      return mapper.writeValueAsBytes(message);
    }
  }

  private record BytesCodec() implements Codec<byte[]> {
    @Override
    public byte[] decode(byte[] payload) {
      return payload;
    }

    @Override
    public byte[] encode(byte[] message) {
      return message;
    }
  }

  private record TextCodec() implements Codec<String> {
    @Override
    public String decode(byte[] payload) throws CharacterCodingException {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(payload)).toString();
    }

    @Override
    public byte[] encode(String message) throws CharacterCodingException {
      ByteBuffer bytes = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(message));
      byte[] payload = new byte[bytes.remaining()];
      bytes.get(payload);
      return payload;
    }
  }
}
