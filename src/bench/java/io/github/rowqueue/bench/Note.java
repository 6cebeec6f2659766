package io.github.rowqueue.bench;

/** The small message of every row: the key it belongs to, and its number there. */
public record Note(int key, int number) {}
