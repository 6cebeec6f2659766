package io.github.rowqueue.table;

/**
 * One piece of a lock key: text as it stands, or a column whose value stands in its place.
 *
 * @param text the text, or the column's name
 * @param column whether it is a column
 */
public record LockKeyPart(String text, boolean column) {}
