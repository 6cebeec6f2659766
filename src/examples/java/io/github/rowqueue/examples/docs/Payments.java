package io.github.rowqueue.examples.docs;

import io.github.rowqueue.error.DecodeException;
import io.github.rowqueue.examples.docs.Bank.AccountClosed;
import io.github.rowqueue.subscribe.Backoff;
import io.github.rowqueue.subscribe.BatchOutcome;
import io.github.rowqueue.subscribe.DeadLetter;
import io.github.rowqueue.subscribe.Delivery;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.Subscription;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Subscriptions of the payments queue. */
final class Payments {

  private Payments() {}

  // snippet:lease
  static Subscription leased(Bank bank) {
    return Subscription.of("card", PaymentJob.class)
        .payload(Payment.class)
        .workers(8)
        .lease(Duration.ofMinutes(1)) // extended every 20 s while the handler runs
        .interruptOnLoss()
        .handle(
            (payment, delivery) -> {
              String key = Bank.key(delivery);
              if (bank.isBooked(key)) {
                return Outcome.ack(); // delivered before, and the crash came after the booking
              }
              bank.book(key, payment);
              return Outcome.ack();
            });
  }

  // end

  // snippet:settlement
  static Subscription settled(Bank bank) {
    return Subscription.of("card", PaymentJob.class)
        .payload(Payment.class)
        .maxAttempts(5, DeadLetter.toGroup("card.parked"))
        .backoff(Backoff.exponential(Duration.ofSeconds(2), Duration.ofMinutes(10), 0.2))
        .onFailure(
            (failure, delivery) ->
                failure instanceof DecodeException
                    ? Outcome.deadLetter("not a payment") // trying again would not help
                    : Outcome.retryAfter(Duration.ofMinutes(1)))
        .handle(
            (payment, delivery) -> {
              if (payment.cents() == 0) {
                return Outcome.drop(); // finished on purpose, without work
              }
              try {
                bank.book(Bank.key(delivery), payment);
                return Outcome.ack();
              } catch (AccountClosed closed) {
                return Outcome.deadLetter("account closed");
              }
            });
  }

  // end

  // snippet:batch
  static Subscription batched(Bank bank) {
    return Subscription.of("card", PaymentJob.class)
        .payload(Payment.class)
        .handleBatch(
            50,
            (payments, deliveries) -> {
              List<Outcome> outcomes = new ArrayList<>();
              for (int i = 0; i < payments.size(); i++) {
                outcomes.add(booked(bank, payments.get(i), deliveries.get(i)));
              }
              return BatchOutcome.each(outcomes); // or BatchOutcome.all(Outcome.ack())
            });
  }

  private static Outcome booked(Bank bank, Payment payment, Delivery delivery) {
    try {
      bank.book(Bank.key(delivery), payment);
      return Outcome.ack();
    } catch (AccountClosed closed) {
      return Outcome.deadLetter("account closed"); // of this payment alone
    } catch (IOException unreachable) {
      return Outcome.retryAfter(Duration.ofMinutes(1));
    }
  }

  // end

  // snippet:tuned
  static Subscription fast(Bank bank) {
    return Subscription.of("card", PaymentJob.class)
        .payload(Payment.class)
        .workers(4)
        .prefetch(1_000) // rows leased ahead, as long as they start within 100 ms
        .handle(
            (payment, delivery) -> {
              bank.book(Bank.key(delivery), payment);
              return Outcome.ack();
            });
  }

  // end
}
