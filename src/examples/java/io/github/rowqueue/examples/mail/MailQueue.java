package io.github.rowqueue.examples.mail;

import io.github.rowqueue.examples.mail.Mailer.MailboxFull;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.Subscription;
import java.time.Duration;

/** Mails held by a row lock while they are sent. */
final class MailQueue {

  private MailQueue() {}

  // snippet:subscription
  static Subscription outgoingMails(Mailer mailer, Duration patience) {
    return Subscription.of("outgoing-mails", OutgoingMail.class)
        .workers(4)
        .handle(
            (mail, delivery) -> {
              try {
                mailer.send(mail.recipient(), mail.subject());
                return Outcome.ack();
              } catch (MailboxFull full) {
                return Outcome.retryAfter(patience.multipliedBy(mail.attempt()));
              }
            });
  }
  // end
}
