package io.github.rowqueue.table;

/**
 * What the rows of a key do while its first row, the head, waits or has failed for good; see {@link
 * PartitionKey#onHeadFailure()}. It decides the order inside a key, and so the index of the table.
 */
public enum HeadFailure {
  /**
   * The key waits while its head waits; at the cap the head moves to the dead letter, and the key
   * goes on. The order inside a key is priority, id (default).
   */
  BLOCK,
  /**
   * Later rows pass a head that waits: a delay moves it behind the rows that are due earlier. At
   * the cap as {@link #BLOCK}. The order inside a key is priority, retry_after, id. Needs {@link
   * RetryAfter}.
   */
  SKIP,
  /**
   * As {@link #BLOCK}, but at the cap the head stays, and its key waits with it until the service
   * releases it. Needs {@link LockedUntil}, since the head is kept under a lease without end, and a
   * key that is not nullable, since a head is released by its key.
   */
  PARK
}
