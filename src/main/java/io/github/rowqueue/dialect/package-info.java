/**
 * A description turned into SQL. A {@code TableSpec} and a claim form come in; named statements
 * with their text and their parameters by meaning go out, and nothing here ever touches a
 * connection. Open {@code Dialect} first, then the class of your database; all are immutable and
 * safe for many threads.
 */
@NullMarked
package io.github.rowqueue.dialect;

import org.jspecify.annotations.NullMarked;
