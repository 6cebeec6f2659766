/**
 * A description turned into SQL text and named parameters, one final class per database. In comes a
 * {@link io.github.rowqueue.table.TableSpec}, out go {@link io.github.rowqueue.dialect.Statement}s,
 * each with a name that is also the path of its golden file; no JDBC here. Start with {@link
 * io.github.rowqueue.dialect.Dialect}, then open the database you came for, or {@link
 * io.github.rowqueue.dialect.ForwardingDialect} to change a statement of one. All types are
 * immutable and thread-safe.
 */
@NullMarked
package io.github.rowqueue.dialect;

import org.jspecify.annotations.NullMarked;
