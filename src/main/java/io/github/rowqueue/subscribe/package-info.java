/**
 * What the user writes. A queue table, a handler and settings come in through a builder; an
 * immutable {@code Subscription} goes out that can be inspected without a database. Open {@code
 * Subscription} first; handlers are called by many threads at once, builders belong to one thread.
 */
@NullMarked
package io.github.rowqueue.subscribe;

import org.jspecify.annotations.NullMarked;
