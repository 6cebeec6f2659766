package io.github.rowqueue.examples.accounts;

/** The service's own books. Thread-safe. */
@FunctionalInterface
interface Ledger {

  /** Applies a posting; applying it a second time changes nothing. */
  void apply(Posting posting);
}
