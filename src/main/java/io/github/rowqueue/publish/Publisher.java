package io.github.rowqueue.publish;

/** Rows written for others to handle. A placeholder. */
public interface Publisher {}
