package io.github.rowqueue;

/** Subscriptions running on one data source. A placeholder. */
public interface Rowqueue {}
