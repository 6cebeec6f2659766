package io.github.rowqueue.subscribe;

import io.github.rowqueue.codec.Codec;
import io.github.rowqueue.table.HeadFailure;
import io.github.rowqueue.table.Role;
import io.github.rowqueue.table.Table;
import io.github.rowqueue.table.TableSpec;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * One queue and the handler of its rows: a value. {@link #of(String, Class)} starts, {@link
 * SubscriptionBuilder#handle} ends. Immutable and thread-safe; nothing runs before it is given to a
 * {@code Rowqueue}.
 */
public final class Subscription {

  private final String name;
  private final Table<?> table;
  private final Optional<Codec<?>> codec;
  private final BatchHandler<Object> handler;
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
    this.name = draft.name;
    this.table = draft.table;
    this.codec = Optional.ofNullable(draft.codec);
    this.handler = handler;
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

  /** The table and its row class. */
  public Table<?> table() {
    return table;
  }

  /** The table's description. */
  public TableSpec spec() {
    return table.spec();
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

  /**
   * How many rows a handler is given at a time; 1 without {@link SubscriptionBuilder#handleBatch}.
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

  /** What the service does by statements of its own. */
  public OwnStatements statements() {
    return statements;
  }

  /** How messages begin that concern this subscription: its name and its table. */
  public String where() {
    return "subscription \"%s\", table %s".formatted(name, spec().table());
  }

  @Override
  public String toString() {
    return "Subscription[%s, %d workers]".formatted(where(), workers);
  }
}
