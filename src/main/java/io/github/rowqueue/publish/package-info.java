/**
 * Rows written for others to handle. A message and, if the caller wants its own transaction, a
 * connection come in; an inserted row goes out, and a wake-up for this process once it is
 * committed. Open {@code Publisher} first; it is safe for use by many threads.
 */
@NullMarked
package io.github.rowqueue.publish;

import org.jspecify.annotations.NullMarked;
