package io.github.rowqueue.internal.subscriber;

import io.github.rowqueue.internal.publish.NamedPublisher;
import io.github.rowqueue.internal.publish.NamedPublisher.Prepared;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.Outcome.Reply;
import java.sql.Connection;
import java.util.List;
import org.jspecify.annotations.Nullable;

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
  void publish(WorkInProgress work, @Nullable Outcome outcome) {
    List<Prepared> prepared = prepare(work, outcome);
    if (prepared.isEmpty()) {
      return;
    }
    boolean shared = work.row().withAck(session -> prepared.forEach(reply -> reply.write(session)));
    if (shared) {
      work.onAcked(() -> prepared.forEach(reply -> reply.wake().run()));
    } else {
      names.write(prepared);
    }
  }

  /**
   * Publishes the replies of an ack on {@code connection}, which its handler had: they take effect
   * with what it wrote.
   *
   * @throws RuntimeException if one cannot be published, and the ack must not be written
   */
  void publish(Connection connection, WorkInProgress work, @Nullable Outcome outcome) {
    prepare(work, outcome).forEach(reply -> reply.write(connection));
  }

  /** All of them, before the first is written. */
  private List<Prepared> prepare(WorkInProgress work, @Nullable Outcome outcome) {
    return outcome instanceof Outcome.Ack ack && !ack.replies().isEmpty() && !work.isLost()
        ? ack.replies().stream().map(this::prepare).toList()
        : List.of(); // a lost row is delivered again, and so are its replies
  }

  private Prepared prepare(Reply reply) {
    return names.prepare(reply.name(), List.of(reply.message()), reply.options());
  }
}
