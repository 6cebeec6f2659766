package io.github.rowqueue.subscribe;

/** A queue table, its handler and its settings. A placeholder. */
public interface Subscription {}
