package io.github.rowqueue.codec;

import java.nio.charset.StandardCharsets;

/**
 * Reads a payload into a message, and writes a message as a payload. A lambda is enough for a
 * subscription; publishing messages needs {@link #encode} too. Called by several threads at a time.
 *
 * @param <T> the message
 */
@FunctionalInterface
public interface Codec<T> {

  /**
   * Reads {@code payload}; a text, json or jsonb column arrives as its UTF-8 bytes.
   *
   * @throws Exception a failed attempt of this row alone
   */
  T decode(byte[] payload) throws Exception;

  /**
   * Reads the payload of a column that the driver gives as text; by default, its UTF-8 bytes are
   * decoded. A codec that reads text without this detour overrides it, and reads both alike.
   *
   * @throws Exception a failed attempt of this row alone
   */
  default T decodeText(String payload) throws Exception {
    return decode(payload.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Writes {@code message}.
   *
   * @throws UnsupportedOperationException if this codec only reads (a lambda)
   * @throws Exception nothing is published
   */
  default byte[] encode(T message) throws Exception {
    throw new UnsupportedOperationException(
        "this codec only reads; implement Codec.encode to publish messages through it");
  }
}
