/**
 * Statements run on a connection: borrow, bind, execute, read rows. In come a dialect's statements
 * and values, out come raw rows and update counts; the only package that touches {@code java.sql}
 * for the queue's statements. Start with {@link io.github.rowqueue.internal.jdbc.Database}.
 * Sessions belong to one thread, everything else is thread-safe.
 */
@NullMarked
package io.github.rowqueue.internal.jdbc;

import org.jspecify.annotations.NullMarked;
