package io.github.rowqueue.examples.docs;

import io.github.rowqueue.subscribe.DeadLetter;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.Subscription;
import java.io.IOException;

/** The CRM that is told of renamed customers. */
interface Crm {

  /** Takes the new name; repeated for the same customer it changes nothing. */
  void rename(long customer, String name) throws IOException;

  /** A customer's new name. */
  record Renamed(long customer, String name) {}

  // snippet:subscription
  static Subscription changes(Crm crm) {
    return Subscription.of("crm", CrmChange.class)
        .payload(Renamed.class)
        .maxAttempts(20, DeadLetter.toGroup("crm.parked"))
        .onFailure((failure, delivery) -> Outcome.retry()) // keeps its place: later rows wait
        .handle(
            (change, delivery) -> {
              crm.rename(change.customer(), change.name());
              return Outcome.ack();
            });
  }

  // end

  // snippet:all-groups
  static Subscription changesOfEveryTenant(Crm crm) {
    return Subscription.allGroups(CrmChange.class) // a group for each tenant, as rows name them
        .payload(Renamed.class)
        .workers(8) // the number of tenants in work at a time
        .maxAttempts(20, DeadLetter.toGroup("crm.parked"))
        .onFailure((failure, delivery) -> Outcome.retry()) // holds this tenant, and no other
        .handle(
            (change, delivery) -> {
              crm.rename(change.customer(), change.name()); // delivery.group() is the tenant
              return Outcome.ack();
            });
  }
  // end
}
