package io.github.rowqueue.examples.docs;

import io.github.rowqueue.Rowqueue;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.Subscription;

/** Books postings by account. */
interface Ledger {

  /**
   * Books the posting; repeated for the same id it changes nothing.
   *
   * @return whether the account may fall so low
   */
  boolean book(long id, String account, long cents);

  // snippet:subscription
  static Subscription postings(Ledger ledger) {
    return Subscription.of("postings", Posting.class)
        .workers(16) // sixteen accounts at a time, one posting of each
        .maxAttempts(5) // then the account waits
        .handle(
            (posting, delivery) -> {
              boolean booked = ledger.book(posting.id(), posting.account(), posting.cents());
              return booked ? Outcome.ack() : Outcome.deadLetter("overdrawn"); // waits at once
            });
  }

  // end

  // snippet:release
  /** Lets the postings of an account go on, once somebody has looked at the one that failed. */
  static boolean goOn(Rowqueue rowqueue, String account) {
    return rowqueue.release("postings", account);
  }
  // end
}
