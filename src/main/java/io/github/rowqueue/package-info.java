/**
 * Entry point and lifecycle: a {@code DataSource} and subscriptions come in, a running queue goes
 * out, and the only place that sees all other packages. Open {@code Rowqueue} first.
 *
 * <p>The way of the data, each arrow a value that can be printed and asserted on its own:
 *
 * <pre>{@code
 * record class ─read once→ TableSpec ─build at start→ Statement ─prepare→ Form
 *    Form.claim(limit) → ClaimedRow → SubscriberLoop → RowRun → Handler(message, delivery) → Outcome
 *    SettlementRule(Outcome, attempt, cap) → Settlement → Form.settle(ClaimedRow, Settlement)
 * }</pre>
 *
 * <p>{@code Rowqueue} is safe for use by many threads.
 */
@NullMarked
package io.github.rowqueue;

import org.jspecify.annotations.NullMarked;
