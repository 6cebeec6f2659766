package io.github.rowqueue.internal.subscriber;

import io.github.rowqueue.internal.publish.NamedPublisher;
import io.github.rowqueue.internal.publish.NamedPublisher.Prepared;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.Outcome.Reply;
import java.util.List;

/**
 * What handlers publish with their acks: in the transaction of the ack, where the form has one, and
 * else in one of its own before it. Thread-safe.
 */
final class Replies {

  private final NamedPublisher names;

  Replies(NamedPublisher names) {
    this.names = names;
  }

  /**
   * Publishes the replies of an ack, or has its settlement do so.
   *
   * @throws RuntimeException if one cannot be published: none is, and the ack must not be written
   */
  void publish(WorkInProgress work, Outcome outcome) {
    if (!(outcome instanceof Outcome.Ack ack) || ack.replies().isEmpty() || work.isLost()) {
      return; // a lost row is delivered again, and so are its replies
    }
    List<Prepared> prepared = ack.replies().stream().map(this::prepare).toList();
    boolean shared = work.row().withAck(session -> prepared.forEach(reply -> reply.write(session)));
    if (shared) {
      work.onAcked(() -> prepared.forEach(reply -> reply.wake().run()));
    } else {
      names.write(prepared);
    }
  }

  private Prepared prepare(Reply reply) {
    return names.prepare(reply.name(), List.of(reply.message()), reply.options());
  }
}
