package io.github.rowqueue.dialect;

/** The SQL of one database. A placeholder. */
public interface Dialect {}
