package io.github.rowqueue.examples.docs;

import io.github.rowqueue.Rowqueue;
import io.github.rowqueue.publish.Publisher;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.Subscription;
import java.time.Duration;
import java.time.Instant;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Moves of one article are booked one after the other, articles side by side. */
final class Stock {

  private Stock() {}

  // snippet:subscription
  static Subscription moves(BiConsumer<@Nullable String, Integer> book) {
    return Subscription.of("stock", StockMove.class)
        .workersByKey(8) // eight moves at a time, never two of one article
        .handlerTimeout(Duration.ofMinutes(1)) // a handler that hangs holds up its article
        .handle(
            (move, delivery) -> {
              book.accept(move.article(), move.pieces());
              return Outcome.ack();
            });
  }

  // end

  // snippet:publish
  static void publish(Rowqueue rowqueue, String article, int... pieces) {
    Publisher<StockMove> publisher = rowqueue.publisher(StockMove.class);
    for (int some : pieces) {
      publisher.publish(new StockMove(0, article, Instant.EPOCH, 1, null, some));
    }
  }
  // end
}
