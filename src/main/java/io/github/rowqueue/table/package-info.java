/**
 * A description of a queue table. An annotated record class or the calls of a builder come in; one
 * checked, immutable {@code TableSpec} of columns and their roles goes out, and annotations are
 * read nowhere else. Open {@code TableSpec} first; its types are safe for use by many threads.
 */
@NullMarked
package io.github.rowqueue.table;

import org.jspecify.annotations.NullMarked;
