/**
 * What a user writes: a subscription and its handler. In comes a row class and lambdas, out goes a
 * {@link io.github.rowqueue.subscribe.Subscription}, a value that can be inspected without a
 * database; no I/O here. Start with {@link io.github.rowqueue.subscribe.Subscription#of(String,
 * Class)}; statements of the service's own are {@link io.github.rowqueue.subscribe.OwnStatements}.
 * Builders are not thread-safe, everything else is.
 */
@NullMarked
package io.github.rowqueue.subscribe;

import org.jspecify.annotations.NullMarked;
