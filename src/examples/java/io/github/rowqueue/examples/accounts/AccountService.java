package io.github.rowqueue.examples.accounts;

import io.github.rowqueue.Rowqueue;
import io.github.rowqueue.RowqueueBuilder;
import io.github.rowqueue.examples.SqlScript;
import io.github.rowqueue.publish.PublishOptions;
import io.github.rowqueue.subscribe.DeadLetter;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.Subscription;
import javax.sql.DataSource;

/** Sends changes of contacts to a CRM in their order, and applies postings in that of accounts. */
final class AccountService {

  private AccountService() {}

  // snippet:service
  static RowqueueBuilder service(DataSource database, Crm crm, Ledger ledger) {
    return Rowqueue.on(database)
        // The tables, created before the subscriptions check them.
        .onStart(connection -> SqlScript.run(connection, AccountService.class, "schema.sql"))
        .route("crm", CrmChange.class)
        .route("postings", LedgerPosting.class)
        .subscribe(changes(crm), postings(ledger));
  }

  // end

  // snippet:publish
  static void changed(Rowqueue rowqueue, Contact contact) {
    rowqueue.publish("crm", contact);
  }

  static void posted(Rowqueue rowqueue, Posting posting) {
    rowqueue.publish("postings", posting, PublishOptions.NONE.key(posting.account()));
  }

  // end

  // snippet:changes
  static Subscription changes(Crm crm) {
    return Subscription.of("crm", CrmChange.class)
        .payload(Contact.class)
        // A change the CRM refuses three times moves out of the group, which then goes on.
        .maxAttempts(3, DeadLetter.toGroup("crm.parked"))
        .handle(
            (contact, delivery) ->
                // At once: the change keeps its place at the head of the group.
                crm.push(contact) ? Outcome.ack() : Outcome.retry());
  }

  // end

  // snippet:postings
  static Subscription postings(Ledger ledger) {
    return Subscription.of("postings", LedgerPosting.class)
        .payload(Posting.class)
        .workersByKey(4) // the postings of one account on one of four workers
        .handle(
            (posting, delivery) -> {
              ledger.apply(posting);
              return Outcome.ack();
            });
  }
  // end
}
