package io.github.rowqueue.examples.docs;

import io.github.rowqueue.Rowqueue;
import io.github.rowqueue.publish.PublishOptions;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.Subscription;
import io.github.rowqueue.table.Headers;
import java.time.Instant;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Messages over one headers record, and their headers. */
final class Changes {

  private Changes() {}

  // snippet:messages
  /** A message is its headers record and its own data columns, without a table of its own. */
  record CustomerChange(@Headers ChangeHeaders headers, @Nullable String customer) {}

  record OrderChange(@Headers ChangeHeaders headers, @Nullable Long orderNumber) {}

  // end

  // snippet:subscribe
  static Subscription customers(BiConsumer<String, Map<String, String>> crm) {
    return Subscription.of("customer", CustomerChange.class)
        .handle(
            (change, delivery) -> {
              // {content-type=text/plain, trace=7f3a, changed_at=2026-11-30T12:00:00Z}
              crm.accept(change.customer(), delivery.headers());
              return Outcome.ack();
            });
  }

  // end

  // snippet:publish
  static void publish(Rowqueue rowqueue, Instant changedAt) {
    ChangeHeaders headers = ChangeHeaders.of("customer", null, changedAt);
    rowqueue
        .publisher(CustomerChange.class)
        .publish(
            new CustomerChange(headers, "Ada"),
            PublishOptions.NONE.headers(Map.of("trace", "7f3a"))); // sets the column "trace"
  }

  // end

  // snippet:traced
  static Subscription traced(BiConsumer<Payment, String> bank) {
    return Subscription.of("card", PaymentJob.class)
        .payload(Payment.class)
        .handle(
            (payment, delivery) -> {
              bank.accept(payment, delivery.headers().getOrDefault("trace", "none"));
              return Outcome.ack();
            });
  }

  // end

  // snippet:trace
  static void publish(Rowqueue rowqueue, Payment payment) {
    rowqueue
        .publisher(PaymentJob.class)
        .publishMessage(payment, PublishOptions.to("card").headers(Map.of("trace", "7f3a")));
  }

  // end
}
