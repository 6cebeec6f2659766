package io.github.rowqueue.examples.docs;

/** The message of {@link PaymentJob}. */
record Payment(String account, long cents) {}
