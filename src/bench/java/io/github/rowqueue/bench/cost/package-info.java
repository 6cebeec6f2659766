/**
 * What the library itself costs per message: a subscription on a stand-in for PostgreSQL and its
 * driver that answers from memory. The one exception to the rule that nothing here is mocked.
 */
@NullMarked
package io.github.rowqueue.bench.cost;

import org.jspecify.annotations.NullMarked;
