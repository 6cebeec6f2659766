package io.github.rowqueue.internal.jdbc;

/**
 * A value that was written as JSON, on its way into a column.
 *
 * @param json the text
 */
record Document(String json) {}
