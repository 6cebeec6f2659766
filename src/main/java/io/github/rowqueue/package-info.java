/**
 * Task queues in the tables a service already has. Data flows one way:
 *
 * <pre>
 * row class → TableSpec → Dialect → statements → claim form → subscriber loop → handler → settlement
 * </pre>
 *
 * <p>In comes a data source and subscriptions, out goes their work, done. Start reading here:
 * {@link io.github.rowqueue.Rowqueue} is the composition root and the only place that sees
 * everything. Its builder is not thread-safe, {@code Rowqueue} is.
 */
@NullMarked
package io.github.rowqueue;

import org.jspecify.annotations.NullMarked;
