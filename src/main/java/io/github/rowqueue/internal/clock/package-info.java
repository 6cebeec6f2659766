/**
 * Time and waiting as seams. A duration or an instant comes in; the end of a wait, or the reason
 * why it ended early, goes out. Open {@code Pause} first: nothing else in Rowqueue waits for time
 * to pass.
 */
@NullMarked
package io.github.rowqueue.internal.clock;

import org.jspecify.annotations.NullMarked;
