/**
 * A row class read into a description of its table. In comes an annotated record (or a builder's
 * calls), out goes a {@link io.github.rowqueue.table.TableSpec}, a plain value that knows no
 * database; annotations are read here only. Start with {@link io.github.rowqueue.table.Table}.
 * Builders are not thread-safe, everything else is.
 */
@NullMarked
package io.github.rowqueue.table;

import org.jspecify.annotations.NullMarked;
