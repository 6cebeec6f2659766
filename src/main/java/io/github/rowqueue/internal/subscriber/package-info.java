/**
 * The threads of a running subscription. Claimed rows come in from a form; handler calls go out,
 * and their outcomes return to the form as settlements. Open {@code SubscriberLoop} first, then
 * {@code RowRun}, which is the way of one row.
 */
@NullMarked
package io.github.rowqueue.internal.subscriber;

import org.jspecify.annotations.NullMarked;
