package io.github.rowqueue.examples.accounts;

/** The other system's API. Thread-safe. */
@FunctionalInterface
interface Crm {

  /** Sends a contact; false if the CRM refuses it. */
  boolean push(Contact contact);
}
