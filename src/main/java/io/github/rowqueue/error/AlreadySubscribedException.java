package io.github.rowqueue.error;

/**
 * Two subscriptions of one {@code Rowqueue} read the same queue. Raised by {@code start()} before
 * any database is asked; open a second {@code Rowqueue}, or raise the workers of the one
 * subscription.
 */
public final class AlreadySubscribedException extends RowqueueException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates the exception.
   *
   * @param queue the queue, as {@code table} or {@code table[group]}
   * @param first the name of the subscription that reads it already
   * @param second the name of the subscription that was refused
   */
  public AlreadySubscribedException(String queue, String first, String second) {
    super(
        ("queue %s: subscription \"%s\" reads it already, so \"%s\" cannot; one Rowqueue opens one subscription per"
                + " queue: raise its workers, or open a second Rowqueue")
            .formatted(queue, first, second),
        null);
  }
}
