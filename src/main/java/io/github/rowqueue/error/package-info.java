/**
 * What can go wrong, as types. A subscription, a table, a row and a cause come in; an exception
 * goes out whose text says where it happened, what happened and what to do next. Open {@code
 * RowqueueException} first; every other type is one of its kinds, and all are immutable.
 */
@NullMarked
package io.github.rowqueue.error;

import org.jspecify.annotations.NullMarked;
