package io.github.rowqueue.subscribe;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** One claimed row in a handler's hands. Thread-safe; means nothing after the handler returned. */
public interface Delivery {

  /** The name of the subscription that claimed the row. */
  String subscription();

  /** The row's id as the driver gave it, such as a {@code Long}. */
  Object id();

  /**
   * The row's group, which is the subscription's name unless that serves all groups; empty in a
   * table without groups.
   */
  Optional<String> group();

  /**
   * The number of this delivery: 1 for the first (B151). Empty where the table has no attempt
   * column, or the row's attempt cannot be read.
   */
  OptionalLong attempt();

  /**
   * The row's partition key as the driver gave it, such as a {@code String}; empty without a
   * partition key column, for null, and if it cannot be read (B122).
   */
  Optional<Object> partitionKey();

  /**
   * The row's headers, in the order of the JSON object or of the columns; empty where the table has
   * neither a headers column nor columns of headers. Built on first use and then kept, so headers
   * nobody reads cost nothing. Not modifiable.
   *
   * @throws io.github.rowqueue.error.DecodeException if the headers column holds anything else than
   *     a JSON object of texts: a failed attempt of this row, unless the handler catches it
   */
  Map<String, String> headers();

  /**
   * Whether the row is no longer held: the lease ran out or another holder took it. Once true it
   * stays true, and no outcome of this delivery takes effect. Always false in the row lock form,
   * where the transaction holds the row.
   */
  boolean isLost();

  /**
   * Runs {@code action} once, on a library thread, when the row is lost; at once if it already is.
   * Actions must be quick: leases of other deliveries wait for them.
   */
  void onLost(Runnable action);
}
