package io.github.rowqueue.codec;

/** A payload to a message and back. A placeholder. */
public interface Codec {}
