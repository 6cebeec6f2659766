package io.github.rowqueue.examples.docs;

import io.github.rowqueue.Rowqueue;
import io.github.rowqueue.publish.PublishOptions;
import io.github.rowqueue.publish.Publisher;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Rows written for the payments queue. */
final class Publishing {

  private Publishing() {}

  // snippet:row
  static void row(Rowqueue rowqueue, byte[] json) {
    Publisher<PaymentJob> payments = rowqueue.publisher(PaymentJob.class);
    payments.publish(
        new PaymentJob(
            0, "card", 0, null, 0, null, null, Map.of("trace", "7f3a"), null, json, 4711, ""));
  }

  // end

  // snippet:messages
  static void messages(Rowqueue rowqueue) {
    Publisher<NoticeJob> notices = rowqueue.publisher(NoticeJob.class);

    notices.publishMessage(new Notice("ada", "paid"), PublishOptions.to("email"));

    notices.publishMessages( // all or none, in one transaction
        List.of(new Notice("bob", "paid"), new Notice("cleo", "refused")),
        PublishOptions.to("email").priority(-1).delay(Duration.ofMinutes(5)));
  }

  // end
}
