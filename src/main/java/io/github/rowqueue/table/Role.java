package io.github.rowqueue.table;

/**
 * The job one column does for the queue. Every role but {@link #ID} is optional, and each is a
 * switch: a condition or a write exists only where its column does. The order of the constants is
 * the order of columns in a {@link TableSpec} (B7).
 */
public enum Role {
  /** The row's identity: what settlements address. */
  ID("@Id"),
  /** The queue within the table; a subscription's name selects it. */
  GROUP("@Group"),
  /** The key whose rows keep their order. */
  PARTITION_KEY("@PartitionKey"),
  /** A smaller value is claimed first. */
  PRIORITY("@Priority"),
  /** The moment from which the row may be claimed. */
  RETRY_AFTER("@RetryAfter"),
  /** The number of the next delivery; 1 for a row nobody claimed yet. */
  ATTEMPT("@Attempt"),
  /** The end of the lease; this column selects the lease form. */
  LOCKED_UNTIL("@LockedUntil"),
  /** Set when the row is finished; without it a finished row is deleted. */
  PROCESSED_AT("@ProcessedAt"),
  /** The headers, a JSON object of string values. */
  HEADERS("@Headers"),
  /** The message; without it the row is the message. */
  PAYLOAD("@Payload"),
  /** Why the last attempt failed. */
  LAST_ERROR("@LastError");

  private final String annotation;

  Role(String annotation) {
    this.annotation = annotation;
  }

  /** The annotation that gives a component this role, such as {@code @RetryAfter}; for messages. */
  public String annotation() {
    return annotation;
  }
}
