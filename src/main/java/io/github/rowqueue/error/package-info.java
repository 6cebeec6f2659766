/**
 * What can go wrong, as types. It imports nothing of Rowqueue and every other package raises its
 * types. Start with {@link io.github.rowqueue.error.RowqueueException}, the one sealed root. All
 * types are immutable and thread-safe.
 */
@NullMarked
package io.github.rowqueue.error;

import org.jspecify.annotations.NullMarked;
