/**
 * Payloads to messages and back. The bytes or text of a payload column come in and a message of the
 * service's type goes out, or the reverse when a message is published. Open {@code Codec} first; a
 * codec is used by many threads at once and must be safe for that.
 */
@NullMarked
package io.github.rowqueue.codec;

import org.jspecify.annotations.NullMarked;
