package io.github.rowqueue.examples.docs;

import io.github.rowqueue.subscribe.Delivery;
import java.io.IOException;

/** The other side of the payments. */
interface Bank {

  /** Whether the payment with this key was booked before. */
  boolean isBooked(String key);

  /**
   * Books a payment; called twice with one key it books once.
   *
   * @throws IOException if the bank does not answer
   * @throws AccountClosed if there is nothing to book to
   */
  void book(String key, Payment payment) throws IOException, AccountClosed;

  /** A key that is the same each time the row is delivered. */
  static String key(Delivery delivery) {
    return "payment-" + delivery.id();
  }

  /** There is no such account any more. */
  final class AccountClosed extends Exception {
    private static final long serialVersionUID = 1L;
  }
}
