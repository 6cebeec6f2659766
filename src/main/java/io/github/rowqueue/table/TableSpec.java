package io.github.rowqueue.table;

/** One queue table: its columns and the role of each. A placeholder. */
public interface TableSpec {}
