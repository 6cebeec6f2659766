package io.github.rowqueue.subscribe;

import io.github.rowqueue.codec.Codec;
import io.github.rowqueue.codec.Codecs;
import io.github.rowqueue.table.ClaimForm;
import io.github.rowqueue.table.HeadFailure;
import io.github.rowqueue.table.Role;
import io.github.rowqueue.table.Table;
import io.github.rowqueue.table.TableSpec;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * One queue and the handler of its rows: a value. {@link #of(String, Class)} starts, {@link
 * SubscriptionBuilder#handle} ends. Immutable and thread-safe; nothing runs before it is given to a
 * {@code Rowqueue}.
 */
public final class Subscription {

  /** What {@link SubscriptionBuilder#prefetch} is unless it is set. */
  static final int DEFAULT_PREFETCH = 64;

  private final Optional<Integer> prefetch;
  private final String name;
  private final @Nullable Table<?> table;
  private final Optional<Class<?>> messageType;
  private final Optional<Codec<?>> codec;
  private final BatchHandler<Object> handler;
  private final Optional<TransactionalHandler<Object>> transactionalHandler;
  private final int batch;
  private final int workers;
  private final boolean byKey;
  private final boolean allGroups;
  private final Optional<Duration> lease;
  private final Optional<Duration> pollInterval;
  private final Optional<Duration> statementTimeout;
  private final Optional<Duration> handlerTimeout;
  private final Backoff backoff;
  private final Backoff errorBackoff;
  private final FailurePolicy failurePolicy;
  private final OptionalInt maxAttempts;
  private final Optional<DeadLetter> deadLetter;
  private final boolean interruptOnLoss;
  private final OwnStatements statements;
  private final OptionalInt lockSessions;

  Subscription(SubscriptionBuilder<?> draft, int batch, BatchHandler<Object> handler) {
    this(draft, batch, handler, Optional.empty());
  }

  /** A subscription whose handler works in the transaction that settles its rows. */
  Subscription(SubscriptionBuilder<?> draft, int batch, TransactionalHandler<Object> handler) {
    this(draft, batch, Subscription::needsTransaction, Optional.of(handler));
  }

  private Subscription(
      SubscriptionBuilder<?> draft,
      int batch,
      BatchHandler<Object> handler,
      Optional<TransactionalHandler<Object>> transactionalHandler) {
    this.name = draft.name;
    this.table = draft.table;
    this.messageType = Optional.ofNullable(draft.messageType);
    this.codec = Optional.ofNullable(draft.codec);
    this.handler = handler;
    this.transactionalHandler = transactionalHandler;
    this.batch = batch;
    this.workers = draft.workers();
    this.byKey = draft.byKey();
    this.allGroups = draft.allGroups;
    this.lease = Optional.ofNullable(draft.lease);
    this.pollInterval = Optional.ofNullable(draft.pollInterval);
    this.statementTimeout = Optional.ofNullable(draft.statementTimeout);
    this.handlerTimeout = Optional.ofNullable(draft.handlerTimeout);
    this.backoff = new SafeBackoff(draft.backoff);
    this.errorBackoff = new SafeBackoff(draft.errorBackoff);
    this.failurePolicy = draft.failurePolicy();
    this.maxAttempts =
        draft.maxAttempts == 0 ? OptionalInt.empty() : OptionalInt.of(draft.maxAttempts);
    this.deadLetter = Optional.ofNullable(draft.deadLetter);
    this.interruptOnLoss = draft.interruptOnLoss;
    this.statements = draft.statements;
    this.lockSessions =
        draft.lockSessions == 0 ? OptionalInt.empty() : OptionalInt.of(draft.lockSessions);
    this.prefetch = Optional.ofNullable(draft.prefetch);
  }

  private static BatchOutcome needsTransaction(List<Object> messages, List<Delivery> deliveries) {
    throw new IllegalStateException("the handler works in a transaction: it needs a connection");
  }

  /**
   * Starts a subscription to the queue {@code name}: the group of that name, or, in a table without
   * groups, the whole table, which the name then only labels (B2).
   *
   * @param name not empty
   * @param rowClass an annotated record or class
   * @throws io.github.rowqueue.error.TableSpecException listing every rule the class breaks
   */
  public static <R> SubscriptionBuilder<R> of(String name, Class<R> rowClass) {
    return of(name, Table.of(rowClass));
  }

  /**
   * Starts a subscription to a table described by hand; as {@link #of(String, Class)} otherwise.
   */
  public static <R> SubscriptionBuilder<R> of(String name, Table<R> table) {
    return new SubscriptionBuilder<>(name, table, false);
  }

  private Subscription(Subscription named, Table<?> table) {
    this.name = named.name;
    this.table = table;
    this.messageType = named.messageType;
    this.codec =
        named.codec.isEmpty() && table.spec().has(Role.PAYLOAD)
            ? named.messageType.map(Codecs::json)
            : named.codec;
    this.handler = named.handler;
    this.transactionalHandler = named.transactionalHandler;
    this.batch = named.batch;
    this.workers = named.workers;
    this.byKey = named.byKey;
    this.lease = named.lease;
    this.pollInterval = named.pollInterval;
    this.statementTimeout = named.statementTimeout;
    this.handlerTimeout = named.handlerTimeout;
    this.backoff = named.backoff;
    this.errorBackoff = named.errorBackoff;
    this.failurePolicy = named.failurePolicy;
    this.maxAttempts = named.maxAttempts;
    this.deadLetter = named.deadLetter;
    this.interruptOnLoss = named.interruptOnLoss;
    this.statements = named.statements;
    this.allGroups = named.allGroups;
    this.lockSessions = named.lockSessions;
    this.prefetch = named.prefetch;
  }

  /**
   * Starts a subscription to the queue {@code name} of the table that a route of the {@code
   * RowqueueBuilder} leads this name to; as {@link #of(String, Class)} otherwise, with every
   * setting. {@code start()} refuses a name without a route.
   *
   * @param messageType what the handler takes: in a table with a payload what its JSON is read as,
   *     unless {@link SubscriptionBuilder#codec} says otherwise; else the class of the rows
   */
  public static <M> SubscriptionBuilder<M> named(String name, Class<M> messageType) {
    return new SubscriptionBuilder<>(name, Objects.requireNonNull(messageType, "messageType"));
  }

  /**
   * As {@link #named(String, Class)}, for a handler that takes what {@link
   * SubscriptionBuilder#payload} or {@link SubscriptionBuilder#codec} makes of a payload, or any
   * row.
   */
  public static SubscriptionBuilder<Object> named(String name) {
    return new SubscriptionBuilder<>(name, (Class<Object>) null);
  }

  /** Whether the table is that of a route, and still to be found. */
  public boolean isNamed() {
    return table == null;
  }

  /** What a subscription by name declares its messages to be, if it does. */
  public Optional<Class<?>> messageType() {
    return messageType;
  }

  /** This subscription by name on the table its route leads to. */
  public Subscription to(Table<?> table) {
    return new Subscription(this, table);
  }

  /**
   * Starts one subscription to every group of a table whose groups are kept in order ({@link
   * io.github.rowqueue.table.Group#fifo()}): up to {@code workers} groups are in work side by side,
   * each strictly in order, and groups take turns, so that neither a long nor a failing one holds
   * the others. Groups need not be known: a group is served from its first row on.
   *
   * <p>Left out are the groups that are a dead letter of any subscription of the same {@code
   * Rowqueue} on the table. Those may have subscriptions of their own beside this one; any other
   * group may not. {@link Delivery#group()} tells the group of a row.
   *
   * @param rowClass an annotated record or class
   * @throws io.github.rowqueue.error.TableSpecException listing every rule the class breaks
   */
  public static <R> SubscriptionBuilder<R> allGroups(Class<R> rowClass) {
    return allGroups(Table.of(rowClass));
  }

  /**
   * Starts one subscription to every group of a table described by hand; as {@link
   * #allGroups(Class)} otherwise.
   */
  public static <R> SubscriptionBuilder<R> allGroups(Table<R> table) {
    return new SubscriptionBuilder<>(table.spec().table() + "[*]", table, true);
  }

  /**
   * The name, which is the group in a table with groups; {@code table[*]} if this serves all
   * groups.
   */
  public String name() {
    return name;
  }

  /**
   * The table and its row class.
   *
   * @throws IllegalStateException in a subscription by name, whose table only its route knows
   */
  public Table<?> table() {
    if (table == null) {
      throw new IllegalStateException(
          "subscription \"%s\" is by name: its table is that of the route, which start() finds"
              .formatted(name));
    }
    return table;
  }

  /** The table's description. */
  public TableSpec spec() {
    return table().spec();
  }

  /**
   * What names this queue within its database: two subscriptions of one {@code Rowqueue} must
   * differ here.
   */
  public String queue() {
    if (allGroups) {
      return name;
    }
    return spec().has(Role.GROUP)
        ? "%s[%s]".formatted(spec().table(), name)
        : spec().table().toString();
  }

  /** Whether every group of the table is served, each in order; see {@link #allGroups(Class)}. */
  public boolean servesAllGroups() {
    return allGroups;
  }

  /** How payloads are read; empty in row mode. */
  public Optional<Codec<?>> codec() {
    return codec;
  }

  /**
   * The handler, which is given lists of up to {@link #batch} of the messages this subscription
   * decodes.
   */
  public BatchHandler<Object> handler() {
    return handler;
  }

  /** The handler that works in the transaction that settles its row, if it is one that does. */
  public Optional<TransactionalHandler<Object>> transactionalHandler() {
    return transactionalHandler;
  }

  /**
   * How many rows of one claim are handled as one: 1 without {@link
   * SubscriptionBuilder#handleBatch} and {@link SubscriptionBuilder#handleBatchInTransaction}.
   */
  public int batch() {
    return batch;
  }

  /** How many deliveries may be in work at a time. */
  public int workers() {
    return workers;
  }

  /** Whether each worker takes the rows of some partition keys, in claim order. */
  public boolean byKey() {
    return byKey;
  }

  /** The lease, if this subscription sets its own. */
  public Optional<Duration> lease() {
    return lease;
  }

  /** The poll interval, if this subscription sets its own (B48). */
  public Optional<Duration> pollInterval() {
    return pollInterval;
  }

  /** The statement timeout, if this subscription sets its own. */
  public Optional<Duration> statementTimeout() {
    return statementTimeout;
  }

  /** After how long a handler is interrupted and its lease no longer extended; empty for never. */
  public Optional<Duration> handlerTimeout() {
    return handlerTimeout;
  }

  /** How long a row waits after a failed attempt. */
  public Backoff backoff() {
    return backoff;
  }

  /** How long the subscription waits after the n-th failed claim in a row. */
  public Backoff errorBackoff() {
    return errorBackoff;
  }

  /** What becomes of a row whose handler threw or that cannot be read. */
  public FailurePolicy failurePolicy() {
    return failurePolicy;
  }

  /** The cap of attempts; empty for none. */
  public OptionalInt maxAttempts() {
    return maxAttempts;
  }

  /**
   * Whether a row that has failed for good stays the head of its key, which waits with it until it
   * is released.
   */
  public boolean parksHeads() {
    return spec().fifoKeys() && spec().onHeadFailure() == HeadFailure.PARK;
  }

  /** Where rows go at the cap and by {@link Outcome#deadLetter}; empty for nowhere. */
  public Optional<DeadLetter> deadLetter() {
    return deadLetter;
  }

  /** Whether a handler's thread is interrupted when its row is lost. */
  public boolean interruptOnLoss() {
    return interruptOnLoss;
  }

  /** How many sessions hold the lock keys of all deliveries; empty for one each. */
  public OptionalInt lockSessions() {
    return lockSessions;
  }

  /**
   * How many rows may be claimed ahead of the workers; 0 where none are: other forms than the lease
   * form, a single FIFO group, workers by key, a cap of one attempt, and statements of the
   * service's own unless {@link SubscriptionBuilder#prefetch} says otherwise.
   */
  public int prefetch() {
    boolean ordered = byKey || (spec().fifoGroups() && !allGroups);
    boolean own = prefetch.isEmpty() && !statements.events().isEmpty();
    boolean once = maxAttempts.orElse(0) == 1;
    return spec().form() != ClaimForm.LEASE || ordered || own || once
        ? 0
        : prefetch.orElse(DEFAULT_PREFETCH);
  }

  /** Whether {@link SubscriptionBuilder#prefetch} asked for rows ahead. */
  boolean prefetches() {
    return prefetch.orElse(0) > 0;
  }

  /** What the service does by statements of its own. */
  public OwnStatements statements() {
    return statements;
  }

  /** How messages begin that concern this subscription: its name and its table. */
  public String where() {
    return table == null
        ? "subscription \"%s\" by name".formatted(name)
        : "subscription \"%s\", table %s".formatted(name, spec().table());
  }

  @Override
  public String toString() {
    return "Subscription[%s, %d workers]".formatted(where(), workers);
  }
}
