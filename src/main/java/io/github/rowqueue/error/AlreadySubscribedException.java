package io.github.rowqueue.error;

/**
 * Two subscriptions of one {@code Rowqueue} read the same queue. Raised by {@code start()} before
 * any database is asked; open a second {@code Rowqueue}, or raise the workers of the one
 * subscription.
 */
public final class AlreadySubscribedException extends RowqueueException {

  private static final long serialVersionUID = 1L;

  private AlreadySubscribedException(String message) {
    super(message, null);
  }

  /**
   * A subscription to one group beside a subscription to all groups of the table.
   *
   * @param queue the queue, as {@code table[group]}
   * @param all the name of the subscription that serves all groups
   * @param one the name of the subscription that serves this one
   */
  public static AlreadySubscribedException besideAllGroups(String queue, String all, String one) {
    return new AlreadySubscribedException(
        ("queue %s: subscription \"%s\" serves every group of the table but the dead letters, so \"%s\" cannot have this"
                + " one; one Rowqueue opens one subscription per queue: leave out one of the two, or open a second Rowqueue")
            .formatted(queue, all, one));
  }

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
