package io.github.rowqueue.examples.accounts;

/** A contact as it is from now on; the payload of a {@link CrmChange}. */
record Contact(String name, String email) {}
