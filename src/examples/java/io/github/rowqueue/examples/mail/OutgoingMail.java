package io.github.rowqueue.examples.mail;

import io.github.rowqueue.table.Attempt;
import io.github.rowqueue.table.Generated;
import io.github.rowqueue.table.Id;
import io.github.rowqueue.table.ProcessedAt;
import io.github.rowqueue.table.QueueTable;
import io.github.rowqueue.table.RetryAfter;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** No {@code @Payload}: the row is the message. No {@code @LockedUntil}: the row lock form. */
// snippet:row
@QueueTable("outgoing_mails")
record OutgoingMail(
    @Id @Generated long mailId,
    @RetryAfter @Generated Instant retryAfter,
    @Attempt @Generated int attempt,
    @ProcessedAt @Nullable Instant sentAt, // ack sets it; without it ack deletes the row
    String recipient, // components without a role are the message's data
    String subject) {

  /** A mail to be written: what is generated is left out of the insert, so its value is nothing. */
  static OutgoingMail to(String recipient, String subject) {
    return new OutgoingMail(0, Instant.EPOCH, 0, null, recipient, subject);
  }
}
// end
