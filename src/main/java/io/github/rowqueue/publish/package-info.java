/**
 * Rows written for others to handle. In come rows or messages, and the caller's connection if it
 * wants its own transaction; out goes an inserted row, and a wake-up of this process once it is
 * committed. Start with {@link io.github.rowqueue.publish.Publisher}. Thread-safe.
 */
@NullMarked
package io.github.rowqueue.publish;

import org.jspecify.annotations.NullMarked;
