package io.github.rowqueue.examples.accounts;

/** An amount to be added to an account; the payload of a {@link LedgerPosting}. */
record Posting(String account, long cents) {}
