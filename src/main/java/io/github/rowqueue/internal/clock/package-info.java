/**
 * What "now" is on this host: the host's clock aligned with the database's. In comes a measured
 * offset, out come instants that never jump back by a re-measurement. Start with {@link
 * io.github.rowqueue.internal.clock.AlignedClock}. Thread-safe.
 */
@NullMarked
package io.github.rowqueue.internal.clock;

import org.jspecify.annotations.NullMarked;
