/**
 * The benchmarks: contenders side by side in one run, on the servers of the tests. In come
 * arguments, out go RESULT lines and, on request, {@code docs/benchmarks.md}. Start with {@link
 * io.github.rowqueue.bench.Bench}. Compiled with the tests, and never in the jar.
 */
@NullMarked
package io.github.rowqueue.bench;

import org.jspecify.annotations.NullMarked;
