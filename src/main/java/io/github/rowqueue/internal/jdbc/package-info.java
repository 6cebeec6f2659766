/**
 * Statements run on a connection. A statement of a dialect and the values of its parameters come
 * in; rows as records, or a count of changed rows, go out. Open {@code StatementRunner} first.
 */
@NullMarked
package io.github.rowqueue.internal.jdbc;

import org.jspecify.annotations.NullMarked;
