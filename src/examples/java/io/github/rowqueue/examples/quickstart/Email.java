package io.github.rowqueue.examples.quickstart;

/** The message: what the payload column holds as JSON. */
record Email(String to, String subject) {}
