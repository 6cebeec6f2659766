package io.github.rowqueue.codec;

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
