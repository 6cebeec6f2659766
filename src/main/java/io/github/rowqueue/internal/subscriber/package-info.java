/**
 * The threads: the loop that claims, the run of one row, the extension of leases, the drain. In
 * come forms and subscriptions, out come handler calls and settlements; no SQL here. Start with
 * {@link io.github.rowqueue.internal.subscriber.SubscriberLoop}. Thread-safe.
 */
@NullMarked
package io.github.rowqueue.internal.subscriber;

import org.jspecify.annotations.NullMarked;
