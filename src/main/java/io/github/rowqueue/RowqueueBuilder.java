package io.github.rowqueue;

import io.github.rowqueue.dialect.Dialect;
import io.github.rowqueue.dialect.Dialects;
import io.github.rowqueue.error.AlreadySubscribedException;
import io.github.rowqueue.error.StartException;
import io.github.rowqueue.internal.publish.Route;
import io.github.rowqueue.internal.publish.RouteTable;
import io.github.rowqueue.internal.subscriber.EngineSettings;
import io.github.rowqueue.internal.subscriber.Threads;
import io.github.rowqueue.publish.AfterCommit;
import io.github.rowqueue.publish.ListenNotify;
import io.github.rowqueue.subscribe.RowqueueListener;
import io.github.rowqueue.subscribe.Subscription;
import io.github.rowqueue.table.Durations;
import io.github.rowqueue.table.Table;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.ThreadFactory;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Collects what one {@link Rowqueue} runs and how; every method says its default. Not thread-safe.
 */
public final class RowqueueBuilder {

  private final @Nullable DataSource given;
  private final @Nullable String jdbcUrl;
  private final List<Subscription> subscriptions = new ArrayList<>();
  private final List<StartAction> onStart = new ArrayList<>();
  private Duration lease = Duration.ofSeconds(30);
  private Duration pollInterval = Duration.ofSeconds(1);
  private Optional<Duration> statementTimeout = Optional.empty();
  private Duration drainTimeout = Duration.ofSeconds(30);
  private OptionalInt connections = OptionalInt.empty();
  private Optional<InstantSource> clock = Optional.empty();
  private final List<Route<?>> routes = new ArrayList<>();
  private Optional<AfterCommit> afterCommit = Optional.empty();
  private RowqueueListener listener = new RowqueueListener() {};
  private ThreadFactory workers = Threads.platform();
  private Optional<ListenNotify> listenNotify = Optional.empty();
  private BiFunction<String, String, Dialect> dialects = Dialects::forProduct;

  RowqueueBuilder(DataSource dataSource) {
    this.given = Objects.requireNonNull(dataSource, "dataSource");
    this.jdbcUrl = null;
  }

  RowqueueBuilder(String jdbcUrl) {
    this.given = null;
    this.jdbcUrl = Objects.requireNonNull(jdbcUrl, "jdbcUrl");
  }

  /** Adds subscriptions; none are needed to publish only. */
  public RowqueueBuilder subscribe(Subscription... more) {
    subscriptions.addAll(List.of(more));
    return this;
  }

  /**
   * Leads a name to the table of {@code rowClass}, for what is published to it, and for
   * subscriptions by it: none by default. In a table with groups the name is the group.
   *
   * <p>Of several routes that fit a name the exact one counts, then the longest prefix, then {@code
   * *}; of two with one pattern the later.
   *
   * @param pattern a name, a prefix such as {@code reports.*}, or {@code *}
   * @throws IllegalArgumentException if the pattern is empty or has a star elsewhere
   */
  public <R> RowqueueBuilder route(String pattern, Class<R> rowClass) {
    routes.add(new Route<>(pattern, Table.of(rowClass), Optional.of(rowClass)));
    return this;
  }

  /** As {@link #route(String, Class)}, to a table described by hand. */
  public <R> RowqueueBuilder route(String pattern, Table<R> table) {
    routes.add(new Route<>(pattern, Objects.requireNonNull(table, "table"), Optional.empty()));
    return this;
  }

  /** How long a claimed row is held without an extension: 30 s by default, at least 1 s. */
  public RowqueueBuilder lease(Duration lease) {
    this.lease = Durations.lease(lease);
    return this;
  }

  /** How long a subscription waits when it found no more rows: 1 s by default. */
  public RowqueueBuilder pollInterval(Duration interval) {
    this.pollInterval = Durations.positive(interval, "pollInterval");
    return this;
  }

  /** The bound of one statement: by default the smaller of 10 s and a quarter of the lease. */
  public RowqueueBuilder statementTimeout(Duration timeout) {
    this.statementTimeout = Optional.of(Durations.positive(timeout, "statementTimeout"));
    return this;
  }

  /** How long {@code close()} waits for handlers before it interrupts them: 30 s by default. */
  public RowqueueBuilder drainTimeout(Duration timeout) {
    this.drainTimeout = Durations.positive(timeout, "drainTimeout");
    return this;
  }

  /** The size of the pool, where it is not HikariCP's and cannot be read: unknown by default. */
  public RowqueueBuilder connections(int connections) {
    if (connections < 1) {
      throw new IllegalArgumentException("connections must be at least 1, not " + connections);
    }
    this.connections = OptionalInt.of(connections);
    return this;
  }

  /**
   * The service's own clock, taken as it is: by default the host's clock, aligned with the
   * database's.
   */
  public RowqueueBuilder clock(InstantSource clock) {
    this.clock = Optional.of(clock);
    return this;
  }

  /**
   * Changes the dialect of the database that was found, such as {@code ours -> new
   * AuditDialect(ours)} for a {@link io.github.rowqueue.dialect.ForwardingDialect}: unchanged by
   * default.
   */
  public RowqueueBuilder dialect(UnaryOperator<Dialect> change) {
    Objects.requireNonNull(change, "change");
    this.dialects =
        (product, version) ->
            Objects.requireNonNull(
                change.apply(Dialects.forProduct(product, version)), "the changed dialect");
    return this;
  }

  /**
   * The service's own dialect, for a database Rowqueue has none for: by default the database is
   * asked what it is.
   */
  public RowqueueBuilder dialect(Dialect own) {
    Objects.requireNonNull(own, "own");
    this.dialects = (product, version) -> own;
    return this;
  }

  /** Sees what happens: nothing by default. */
  public RowqueueBuilder listener(RowqueueListener listener) {
    this.listener = Objects.requireNonNull(listener, "listener");
    return this;
  }

  /**
   * How the service runs something after the commit of a transaction of its own, so that rows
   * published in it wake their subscriptions at once: by default they wait for {@link
   * Rowqueue#wake}, or the next poll.
   */
  public RowqueueBuilder afterCommit(AfterCommit hook) {
    this.afterCommit = Optional.of(hook);
    return this;
  }

  /**
   * Wakes the subscriptions of other processes by PostgreSQL's NOTIFY when rows are published, and
   * listens for theirs on one connection that is kept: off by default. As {@link
   * #listenNotify(ListenNotify)} with {@link ListenNotify#defaults()}.
   */
  public RowqueueBuilder listenNotify() {
    return listenNotify(ListenNotify.defaults());
  }

  /**
   * As {@link #listenNotify()}, otherwise than by default. {@code start()} refuses databases
   * without LISTEN and NOTIFY, and tables whose name with its schema is longer than a channel may
   * be, 63 bytes. With all notifications lost, rows are found by the poll interval.
   */
  public RowqueueBuilder listenNotify(ListenNotify how) {
    this.listenNotify = Optional.of(how);
    return this;
  }

  /**
   * Makes the threads handlers run on: daemon platform threads by default. On Java 21 and later
   * {@code Thread.ofVirtual().factory()} gives virtual ones; the number in use is bounded by the
   * workers either way.
   */
  public RowqueueBuilder threads(ThreadFactory factory) {
    this.workers = Objects.requireNonNull(factory, "factory");
    return this;
  }

  /**
   * Runs before the start check, on a connection in autocommit mode; a service may create its table
   * there.
   */
  public RowqueueBuilder onStart(StartAction action) {
    onStart.add(Objects.requireNonNull(action, "action"));
    return this;
  }

  /**
   * Connects, runs the start actions, checks everything, and starts claiming.
   *
   * @throws AlreadySubscribedException if two subscriptions read one queue; nothing was asked of
   *     the database
   * @throws StartException with all problems of all subscriptions, or because the database is away;
   *     nothing runs
   */
  public Rowqueue start() {
    Startup startup = startup();
    Pool pool = pool();
    try {
      return startup.start(pool, onStart);
    } catch (RuntimeException | Error refused) {
      pool.close();
      throw refused;
    }
  }

  /**
   * As {@link Rowqueue#check}, with this builder's settings and dialect. The start actions do not
   * run.
   */
  public CheckReport check() {
    Startup startup = startup();
    Pool pool = pool();
    try {
      return startup.check(pool);
    } finally {
      pool.close();
    }
  }

  private Startup startup() {
    EngineSettings settings =
        new EngineSettings(
            lease,
            pollInterval,
            statementTimeout,
            drainTimeout,
            connections,
            clock,
            listener,
            workers,
            listenNotify);
    return Startup.of(settings, subscriptions, RouteTable.of(routes), afterCommit, dialects);
  }

  private Pool pool() {
    return given != null ? Pool.of(given) : Pool.build(Objects.requireNonNull(jdbcUrl));
  }

  /** What a service does with the database before Rowqueue looks at it. */
  @FunctionalInterface
  public interface StartAction {
    /**
     * Runs once per {@code start()}. What it raises stops the start, and a transaction it has begun
     * and not ended is rolled back then.
     *
     * @throws SQLException stops the start
     */
    void run(Connection connection) throws SQLException;
  }
}
