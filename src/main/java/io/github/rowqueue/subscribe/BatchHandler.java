package io.github.rowqueue.subscribe;

import java.util.List;

/**
 * Does the work of several messages at a time.
 *
 * @param <M> the message: the decoded payload, or the row where the table has no payload column
 */
@FunctionalInterface
public interface BatchHandler<M> {

  /**
   * Handles the readable rows of one claim, in claim order; never called with an empty list. A row
   * that cannot be read is settled by the failure policy and missing here (B134).
   *
   * @param messages the messages
   * @param deliveries their deliveries, by position
   * @return one outcome for all, or one for each
   * @throws Exception a failed attempt of every row in the list
   */
  BatchOutcome handle(List<M> messages, List<Delivery> deliveries) throws Exception;
}
