package io.github.rowqueue.subscribe;

import io.github.rowqueue.codec.Codec;
import io.github.rowqueue.codec.Codecs;
import io.github.rowqueue.table.Durations;
import io.github.rowqueue.table.Table;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Collects the settings of a subscription; every method says its default. Not thread-safe. What
 * only makes sense together with the table (a lease on a table without {@code @LockedUntil}, a cap
 * without {@code @Attempt}) is checked by {@code start()}, which reports all problems at once.
 *
 * @param <M> the message the handler takes: the row, or what {@link #payload} and {@link #codec}
 *     make of its payload
 */
public final class SubscriptionBuilder<M> {

  /** More workers, or more messages in a batch, than any process serves. */
  private static final int MOST = 10_000;

  final String name;
  final @Nullable Table<?> table;
  final @Nullable Class<?> messageType;
  final boolean allGroups;
  @Nullable Codec<?> codec;
  private @Nullable Integer anyWorkers;
  private @Nullable Integer keyWorkers;
  @Nullable Duration lease;
  @Nullable Duration pollInterval;
  @Nullable Duration statementTimeout;
  @Nullable Duration handlerTimeout;
  Backoff backoff = Backoff.exponential(Duration.ofSeconds(1), Duration.ofMinutes(5), 0.2);
  Backoff errorBackoff = Backoff.exponential(Duration.ofMillis(100), Duration.ofSeconds(30), 0.2);
  private @Nullable FailurePolicy failurePolicy;
  int maxAttempts;
  @Nullable DeadLetter deadLetter;
  boolean interruptOnLoss;
  int lockSessions;
  @Nullable Integer prefetch;
  OwnStatements statements = OwnStatements.NONE;

  SubscriptionBuilder(String name, Table<?> table, boolean allGroups) {
    this(name, Objects.requireNonNull(table, "table"), null, allGroups);
  }

  /** A subscription by name; {@code messageType} may be left open. */
  SubscriptionBuilder(String name, @Nullable Class<M> messageType) {
    this(name, null, messageType, false);
  }

  private SubscriptionBuilder(
      String name, @Nullable Table<?> table, @Nullable Class<?> messageType, boolean allGroups) {
    if (Objects.requireNonNull(name, "name").isEmpty()) {
      throw new IllegalArgumentException(
          "a subscription's name is empty; it selects the group, or labels the table");
    }
    this.name = name;
    this.table = table;
    this.messageType = messageType;
    this.allGroups = allGroups;
  }

  /**
   * The payload is JSON, read as {@code type} by {@link Codecs#json(Class)}; needed where the table
   * has a payload.
   */
  public <T> SubscriptionBuilder<T> payload(Class<T> type) {
    return codec(Codecs.json(type));
  }

  /** The payload is read by {@code codec}; a lambda will do. */
  @SuppressWarnings(
      "unchecked") // the builder only carries M to handle(); its fields do not hold an M
  public <T> SubscriptionBuilder<T> codec(Codec<T> codec) {
    this.codec = Objects.requireNonNull(codec, "codec");
    return (SubscriptionBuilder<T>) this;
  }

  /**
   * How many deliveries may be in work at a time: 1 by default, and never more in a FIFO group
   * ({@link io.github.rowqueue.table.Group#fifo()}); of a subscription to all groups it is the
   * number of groups in work at a time. Any worker takes any row; see {@link #workersByKey} for
   * workers that keep an order.
   *
   * @throws IllegalArgumentException below 1 or above 10000, and beside {@link #workersByKey}
   */
  public SubscriptionBuilder<M> workers(int workers) {
    this.anyWorkers = bounded("workers", workers);
    refuseBoth();
    return this;
  }

  /**
   * How many deliveries may be in work at a time, of which each worker takes the rows of some
   * partition keys, one after the other in claim order; rows of different keys run side by side
   * (B123). Needs a {@code @PartitionKey} column. A null key has no order: any worker takes it.
   *
   * <p>The order holds within this subscription: a row that is retried comes back later, and others
   * of its key pass it meanwhile; and another process that serves the queue may take the next row
   * of a key.
   *
   * <p>In the lease form rows wait for the worker of their key, up to five times {@code workers}
   * (times the size of a batch) with those in work, with their leases extended, and are given back
   * when they have waited for a lease. In the row lock form each of them holds a connection, and
   * there are never more than {@code workers}; a batch is refused there.
   *
   * @throws IllegalArgumentException below 1 or above 10000, and beside {@link #workers}
   */
  public SubscriptionBuilder<M> workersByKey(int workers) {
    this.keyWorkers = bounded("workersByKey", workers);
    refuseBoth();
    return this;
  }

  /**
   * Deliveries of the advisory form share {@code sessions} connections that hold their lock keys,
   * instead of one connection each; by default each has its own. For many workers and handlers that
   * take long: a connection then costs no worker, but the statements of all deliveries on a session
   * go one after the other. Needs an {@code @Attempt} column.
   *
   * <p>When a session is lost, every delivery whose key it held is lost: {@link Delivery#isLost()}
   * turns true, {@link Delivery#onLost} actions run, its row may be delivered again at once, and
   * its outcome is not written. Of no effect on SQLite and H2, which hold no session.
   *
   * @throws IllegalArgumentException below 1 or above 10000
   */
  public SubscriptionBuilder<M> lockSessions(int sessions) {
    this.lockSessions = bounded("lockSessions", sessions);
    return this;
  }

  /**
   * How many rows may be claimed ahead of the workers, leased and waiting in this process, so that
   * a worker finds its next row without a claim: {@value Subscription#DEFAULT_PREFETCH} by default,
   * 0 for none. Of the lease form, for queues without an order.
   *
   * <p>It is a bound: no more rows wait than the workers get through within 100 ms by the pace of
   * their handlers, so that handlers of 100 ms and more leave rows to other processes, and none
   * wait before the first handler has ended. Rows that wait are extended like those in work. They
   * are given back, their attempt included, when the {@code Rowqueue} closes, or when they have
   * waited for 2 s (or seven eighths of the lease, if that is shorter); then none are claimed ahead
   * until a handler ends. A crash costs those that wait one attempt too, so that nothing is claimed
   * ahead with a cap of one attempt.
   *
   * <p>Where rows may wait, outcomes are settled together with others, while their worker goes on
   * to its next row; a worker does not wait for the settlement of its row.
   *
   * @throws IllegalArgumentException below 0 or above 10000
   */
  public SubscriptionBuilder<M> prefetch(int rows) {
    if (rows < 0 || rows > MOST) {
      throw new IllegalArgumentException(
          "prefetch must lie between 0 and %d, not %d".formatted(MOST, rows));
    }
    this.prefetch = rows;
    return this;
  }

  private static int bounded(String setting, int workers) {
    if (workers < 1 || workers > MOST) {
      throw new IllegalArgumentException(
          "%s must lie between 1 and %d, not %d".formatted(setting, MOST, workers));
    }
    return workers;
  }

  private void refuseBoth() {
    if (anyWorkers != null && keyWorkers != null) {
      throw new IllegalArgumentException(
          "subscription \"%s\": workers(%d) lets any worker take any row, workersByKey(%d) keeps the rows of a key on one: set only one of them"
              .formatted(name, anyWorkers, keyWorkers));
    }
  }

  int workers() {
    if (keyWorkers != null) {
      return keyWorkers;
    }
    return anyWorkers != null ? anyWorkers : 1;
  }

  boolean byKey() {
    return keyWorkers != null;
  }

  /**
   * How long a claimed row is held without an extension: by default the {@code Rowqueue}'s, 30 s;
   * at least 1 s.
   */
  public SubscriptionBuilder<M> lease(Duration lease) {
    this.lease = Durations.lease(lease);
    return this;
  }

  /**
   * How long the subscription waits when it found no more rows: by default the {@code Rowqueue}'s,
   * 1 s.
   */
  public SubscriptionBuilder<M> pollInterval(Duration interval) {
    this.pollInterval = Durations.positive(interval, "pollInterval");
    return this;
  }

  /** The bound of one statement: by default the smaller of 10 s and a quarter of the lease. */
  public SubscriptionBuilder<M> statementTimeout(Duration timeout) {
    this.statementTimeout = Durations.positive(timeout, "statementTimeout");
    return this;
  }

  /** After how long a handler is interrupted and its lease no longer extended: never by default. */
  public SubscriptionBuilder<M> handlerTimeout(Duration timeout) {
    this.handlerTimeout = Durations.positive(timeout, "handlerTimeout");
    return this;
  }

  /**
   * How long a row waits after a failed attempt: by default exponential from 1 s to 5 min with 20 %
   * jitter.
   */
  public SubscriptionBuilder<M> backoff(Backoff backoff) {
    this.backoff = Objects.requireNonNull(backoff, "backoff");
    return this;
  }

  /**
   * How long the subscription waits after failed claims: by default exponential from 100 ms to 30
   * s, jitter 20 %.
   */
  public SubscriptionBuilder<M> errorBackoff(Backoff backoff) {
    this.errorBackoff = Objects.requireNonNull(backoff, "errorBackoff");
    return this;
  }

  /** What becomes of a row that failed: by default {@code retryAfter} the declared backoff. */
  public SubscriptionBuilder<M> onFailure(FailurePolicy policy) {
    this.failurePolicy = Objects.requireNonNull(policy, "policy");
    return this;
  }

  /**
   * No cap by default. A row that fails its {@code cap}-th attempt moves to {@code destination};
   * needs {@code @Attempt}.
   */
  public SubscriptionBuilder<M> maxAttempts(int cap, DeadLetter destination) {
    if (cap < 1) {
      throw new IllegalArgumentException("maxAttempts must be at least 1, not " + cap);
    }
    this.maxAttempts = cap;
    return deadLetter(destination);
  }

  /**
   * A cap for keys in order whose head stays when it has failed for good ({@link
   * io.github.rowqueue.table.HeadFailure#PARK}): a row that fails its {@code cap}-th attempt stays
   * the head, and its key waits until {@code Rowqueue.release} frees it. No cap by default; needs
   * {@code @Attempt}, and is refused for any other table, whose rows need a place to go.
   */
  public SubscriptionBuilder<M> maxAttempts(int cap) {
    if (cap < 1) {
      throw new IllegalArgumentException("maxAttempts must be at least 1, not " + cap);
    }
    this.maxAttempts = cap;
    return this;
  }

  /**
   * Where {@link Outcome#deadLetter} moves rows in a subscription without a cap: nowhere by
   * default.
   */
  public SubscriptionBuilder<M> deadLetter(DeadLetter destination) {
    this.deadLetter = Objects.requireNonNull(destination, "destination");
    return this;
  }

  /** Interrupts a handler's thread when its row is lost: off by default. */
  public SubscriptionBuilder<M> interruptOnLoss() {
    this.interruptOnLoss = true;
    return this;
  }

  /** What the service does by statements of its own: nothing by default. */
  public SubscriptionBuilder<M> statements(OwnStatements statements) {
    this.statements = Objects.requireNonNull(statements, "statements");
    return this;
  }

  /** Ends the description with what is done for each message. */
  public Subscription handle(Handler<? super M> handler) {
    Objects.requireNonNull(handler, "handler");
    return handleBatch(
        1,
        (messages, deliveries) ->
            BatchOutcome.all(handler.handle(messages.get(0), deliveries.get(0))));
  }

  /**
   * Ends the description with what is done for lists of up to {@code size} messages of one claim.
   * Each worker takes a list at a time. A row lock batch shares one transaction and one connection;
   * settlements become durable together.
   *
   * @throws IllegalArgumentException if the size is below 1
   */
  @SuppressWarnings(
      "unchecked") // the codec, or the table in row mode, yields just the M this handler takes
  public Subscription handleBatch(int size, BatchHandler<? super M> handler) {
    checkBatch(size);
    return new Subscription(
        this, size, (BatchHandler<Object>) Objects.requireNonNull(handler, "handler"));
  }

  /**
   * Ends the description with what is done for each message in the transaction that settles its
   * row: {@code ack()} commits what the handler wrote on its connection together with the
   * settlement; every other outcome, an exception, and a lost lease roll it back first.
   *
   * <p>In the row lock form this is the claim's transaction. In the lease form it is one of its
   * own, opened before the handler: each delivery in work then holds a connection. In the advisory
   * form it is on the session that holds the key, which {@link #lockSessions} must not share; where
   * the process holds it, one of its own. On SQLite, which has one writer, handlers run one at a
   * time and have half a lease each. Isolation and SQLite mode are the table's.
   */
  public Subscription handleInTransaction(TransactionalHandler<? super M> handler) {
    return handleBatchInTransaction(1, handler);
  }

  /**
   * As {@link #handleInTransaction}, for up to {@code size} messages of one claim in one
   * transaction and one commit. The handler is called for one message after the other, each behind
   * a savepoint of its own: an outcome that rolls back undoes the writes of its message alone. A
   * deadlock or a lost connection undoes all of them, and their rows come back.
   *
   * @throws IllegalArgumentException if the size is below 1
   */
  @SuppressWarnings(
      "unchecked") // the codec, or the table in row mode, yields just the M this handler takes
  public Subscription handleBatchInTransaction(int size, TransactionalHandler<? super M> handler) {
    checkBatch(size);
    return new Subscription(
        this, size, (TransactionalHandler<Object>) Objects.requireNonNull(handler, "handler"));
  }

  private static void checkBatch(int size) {
    if (size < 1 || size > MOST) {
      throw new IllegalArgumentException(
          "a batch holds between 1 and %d messages, not %d".formatted(MOST, size));
    }
  }

  FailurePolicy failurePolicy() {
    Backoff declared = backoff;
    return failurePolicy != null
        ? failurePolicy
        : (failure, delivery) -> Outcome.retryAfter(declared.delay(delivery.attempt().orElse(1)));
  }
}
