/**
 * Payloads turned into messages and back. In come the bytes of a payload column, out go the
 * service's own types; start with {@link io.github.rowqueue.codec.Codec}. All codecs here are
 * thread-safe.
 */
@NullMarked
package io.github.rowqueue.codec;

import org.jspecify.annotations.NullMarked;
