package io.github.rowqueue.examples.docs;

import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.Subscription;
import io.github.rowqueue.table.Table;
import java.io.IOException;

/** Accounts, one of each with the bank at a time. */
interface Syncs {

  /** Fetches what is new in an account; takes minutes. */
  void fetch(String account) throws IOException;

  // snippet:subscription
  static Subscription accounts(Syncs bank) {
    return Subscription.of("account-syncs", Table.of(SyncJob.class))
        .workers(8)
        .handle(
            (job, delivery) -> {
              bank.fetch(job.account()); // nobody else has this account, in any process
              return Outcome.ack();
            });
  }

  // end

  // snippet:sessions
  static Subscription manyAccounts(Syncs bank) {
    return Subscription.of("account-syncs", Table.of(SyncJob.class))
        .workers(50)
        .lockSessions(2) // two connections hold the keys of all fifty
        .interruptOnLoss() // where one of them is lost, its handlers end
        .handle(
            (job, delivery) -> {
              bank.fetch(job.account());
              return Outcome.ack();
            });
  }
  // end
}
