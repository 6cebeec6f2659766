/**
 * How a claimed row is held and given back, one class per form. In comes a table bound to a
 * database, out come {@link io.github.rowqueue.internal.form.ClaimedRow}s that carry the proof that
 * they are held and settle themselves. Start with {@link io.github.rowqueue.internal.form.Form}.
 * Thread-safe.
 */
@NullMarked
package io.github.rowqueue.internal.form;

import org.jspecify.annotations.NullMarked;
