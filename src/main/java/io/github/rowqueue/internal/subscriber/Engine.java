package io.github.rowqueue.internal.subscriber;

import io.github.rowqueue.error.StatementException;
import io.github.rowqueue.internal.clock.AlignedClock;
import io.github.rowqueue.internal.form.AdvisoryForm;
import io.github.rowqueue.internal.form.ConnectionBudget;
import io.github.rowqueue.internal.form.Form;
import io.github.rowqueue.internal.form.FormContext;
import io.github.rowqueue.internal.form.LeaseForm;
import io.github.rowqueue.internal.form.ParkedHeads;
import io.github.rowqueue.internal.form.Pause;
import io.github.rowqueue.internal.form.RowLockForm;
import io.github.rowqueue.internal.jdbc.Database;
import io.github.rowqueue.internal.jdbc.ReservedSession;
import io.github.rowqueue.internal.jdbc.Session;
import io.github.rowqueue.internal.jdbc.TableBinding;
import io.github.rowqueue.internal.publish.Announcements;
import io.github.rowqueue.internal.publish.NamedPublisher;
import io.github.rowqueue.internal.publish.PublisherContext;
import io.github.rowqueue.subscribe.DeadLetterGroups;
import io.github.rowqueue.subscribe.RowqueueListener;
import io.github.rowqueue.subscribe.Subscription;
import io.github.rowqueue.table.ClaimForm;
import io.github.rowqueue.table.TableName;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Everything that runs for one {@code Rowqueue}: a loop per subscription, the keeper's rounds, the
 * clock, and the threads they share. Thread-safe.
 */
public final class Engine implements Announcements {

  private static final Logger LOG = LoggerFactory.getLogger(Engine.class);

  private final Database database;
  private final EngineSettings settings;
  private final Threads threads;
  private final ReservedSession reserved;
  private final Pause pause = new Pause();
  private final InstantSource clock;
  private final ConnectionBudget budget;
  private final AtomicBoolean closed = new AtomicBoolean();
  private final PublisherContext publishing;
  private final NamedPublisher names;
  private final List<SubscriberLoop> loops = new ArrayList<>();
  private final List<Form> forms = new ArrayList<>();
  private final List<Subscription> subscriptions = new ArrayList<>();
  private final List<ParkedHeads> parked = new ArrayList<>();
  private final Waking waking = new Waking();
  private final int kept;

  private Engine(
      Database database,
      EngineSettings settings,
      List<Subscription> subscriptions,
      PublishingSettings publishing) {
    this.database = database;
    this.settings = settings;
    this.threads = new Threads(settings.workers());
    this.kept = settings.kept(subscriptions);
    this.reserved = new ReservedSession(database, poolSize().orElse(Integer.MAX_VALUE) > 1);
    this.clock = settings.clock().orElseGet(() -> alignedClock(subscriptions));
    this.budget = new ConnectionBudget(connectionsForDeliveries(subscriptions));
    this.publishing =
        new PublisherContext(database, clock, this, publishing.afterCommit(), closed::get);
    this.names = new NamedPublisher(publishing.routes(), publishing.tables(), this.publishing);
  }

  /** Starts all subscriptions; {@code bindings} has the table of each. */
  public static Engine start(
      Database database,
      EngineSettings settings,
      PublishingSettings publishing,
      Map<Subscription, TableBinding> bindings) {
    Engine engine = new Engine(database, settings, List.copyOf(bindings.keySet()), publishing);
    boolean started = false;
    try {
      bindings.forEach((one, table) -> engine.add(one, table, bindings.keySet()));
      started = true;
    } finally {
      if (!started) {
        engine.end();
      }
    }
    engine.takeReserved();
    settings
        .listenNotify()
        .ifPresent(how -> engine.waking.join(database, how, settings.listener()));
    engine.loops.forEach(SubscriberLoop::poke);
    return engine;
  }

  private void takeReserved() {
    if (subscriptions.stream().noneMatch(one -> one.spec().form() == ClaimForm.LEASE)) {
      return;
    }
    try {
      reserved.take();
    } catch (StatementException none) {
      LOG.warn(
          "no connection for settlements and extensions yet; one is taken with the first of them",
          none);
    }
  }

  private void add(Subscription subscription, TableBinding table, Set<Subscription> all) {
    RowqueueListener listener = new SafeListener(settings.listener());
    FormContext context =
        new FormContext(
            subscription,
            table,
            DeadLetterGroups.of(table.spec().table(), all),
            database,
            clock,
            clockCheck(),
            settings.statementTimeout(subscription),
            failure -> listener.failed(subscription.name(), failure),
            pause,
            threads::execute);
    Form form = form(context);
    forms.add(form);
    SubscriptionContext shared =
        new SubscriptionContext(subscription, form, listener, threads, pause, new Replies(names));
    SubscriberLoop loop =
        new SubscriberLoop(shared, form, threads, settings.pollInterval(subscription));
    if (subscription.byKey() && table.spec().form() == ClaimForm.LEASE) {
      watchLanes(loop, settings.lease(subscription));
    } else if (subscription.prefetch() > 0) {
      watchPrefetched(loop, settings.lease(subscription));
    }
    loops.add(loop);
    waking.add(subscription, loop);
    subscriptions.add(subscription);
    parked.add(new ParkedHeads(context));
    LOG.info(
        "{}: {} form, {} workers, on {}",
        subscription.where(),
        table.spec().form(),
        subscription.workers(),
        database.url());
  }

  /** Rows that wait for their key's worker are given back within one lease (SPEC 13, 4). */
  private void watchLanes(SubscriberLoop loop, Duration lease) {
    Duration interval = lease.dividedBy(8);
    threads.repeat(interval, () -> loop.giveBackLate(lease.minus(interval)));
  }

  /**
   * Rows claimed ahead wait for a tenth of a second by the pace of the handlers before them: those
   * that have waited for twenty times that stand behind handlers that hang.
   */
  private void watchPrefetched(SubscriberLoop loop, Duration lease) {
    Duration interval = lease.dividedBy(8);
    Duration patience = PrefetchingWorkers.HORIZON.multipliedBy(20);
    Duration limit = lease.minus(interval);
    Duration shorter = limit.compareTo(patience) < 0 ? limit : patience;
    threads.repeat(interval, () -> loop.giveBackLate(shorter));
  }

  private Form form(FormContext context) {
    if (context.table().spec().form() == ClaimForm.ROW_LOCK) {
      return new RowLockForm(context, budget);
    }
    if (context.table().spec().form() == ClaimForm.ADVISORY) {
      AdvisoryForm form =
          AdvisoryForm.of(
              context,
              settings.lease(context.subscription()),
              budget,
              reserved,
              lockSessions(context.subscription()));
      threads.repeat(AdvisoryForm.checkInterval(), form::check);
      return form;
    }
    LeaseForm form =
        new LeaseForm(context, settings.lease(context.subscription()), reserved, budget);
    threads.repeat(form.keeper().interval(), form.keeper()::round);
    threads.repeat(form.keeper().interval().dividedBy(4), form.keeper()::watch);
    return form;
  }

  /** As many as it wants, as long as the pool has one more. */
  private int lockSessions(Subscription subscription) {
    int wanted = subscription.lockSessions().orElse(0);
    return Math.min(wanted, Math.max(1, poolSize().orElse(Integer.MAX_VALUE) - 1));
  }

  private Runnable clockCheck() {
    return clock instanceof ClockKeeper keeper ? keeper::refresh : () -> {};
  }

  private InstantSource alignedClock(List<Subscription> subscriptions) {
    ClockKeeper keeper =
        new ClockKeeper(new AlignedClock(), database, settings.shortestLease(subscriptions));
    keeper.measure();
    threads.repeat(ClockKeeper.INTERVAL, keeper::measure);
    return keeper;
  }

  /**
   * One connection stays free for the service, and one is kept for settlements and extensions where
   * they run on one that is reserved (B289).
   */
  private int connectionsForDeliveries(List<Subscription> subscriptions) {
    boolean reserves =
        subscriptions.stream().anyMatch(PoolCheck.Uses.of(database.dialect()).reserves());
    int shared = subscriptions.stream().mapToInt(one -> one.lockSessions().orElse(0)).sum();
    return poolSize().stream()
        .map(size -> size - (reserves ? 2 : 1) - shared)
        .findFirst()
        .orElse(Integer.MAX_VALUE);
  }

  private OptionalInt poolSize() {
    OptionalInt all =
        settings.connections().isPresent() ? settings.connections() : database.poolSize();
    return all.isPresent() ? OptionalInt.of(all.getAsInt() - kept) : all;
  }

  /** What publishers share; handlers publish until the last of them has ended. */
  public PublisherContext publishing() {
    return publishing;
  }

  /** Publishes by name. */
  public NamedPublisher names() {
    return names;
  }

  /** How far the database is ahead of this host, if this engine aligns the clock. */
  public Duration clockOffset() {
    return clock instanceof ClockKeeper keeper ? keeper.offset() : Duration.ZERO;
  }

  @Override
  public void written(TableName table, Optional<String> group, Duration delay) {
    waking.written(table, group, delay);
  }

  @Override
  public boolean inTransaction() {
    return waking.inTransaction();
  }

  @Override
  public void writing(Session session, TableName table, Collection<Optional<String>> groups) {
    waking.writing(session, table, groups);
  }

  @Override
  public void writing(Connection connection, TableName table, Collection<Optional<String>> groups)
      throws SQLException {
    waking.writing(connection, table, groups);
  }

  /**
   * Refuses to publish to a table whose notifications could not be sent.
   *
   * @throws io.github.rowqueue.error.DialectException with the reason
   */
  public void requireChannel(TableName table) {
    waking.requireChannel(table);
  }

  /**
   * Frees the parked head of a key.
   *
   * @throws IllegalArgumentException if no such subscription runs here, or its heads do not stay
   */
  public boolean release(String name, Object key) {
    List<Integer> named =
        IntStream.range(0, loops.size())
            .filter(i -> subscriptions.get(i).name().equals(name))
            .boxed()
            .toList();
    if (named.isEmpty()) {
      throw new IllegalArgumentException(
          "no subscription \"%s\" runs here: release a key where its queue is subscribed"
              .formatted(name));
    }
    // Queues of other tables may have the name too; only if none parks, the first says why not.
    boolean parks = named.stream().anyMatch(i -> subscriptions.get(i).parksHeads());
    boolean released = false;
    for (int i : named) {
      if ((!parks || subscriptions.get(i).parksHeads()) && parked.get(i).release(key)) {
        released = true;
        loops.get(i).wake();
      }
    }
    return released;
  }

  /**
   * Wakes the subscriptions of that name, those of other processes too, and those of all groups, of
   * which it may be one.
   */
  public boolean wake(String name) {
    return waking.wake(name);
  }

  /**
   * Stops claiming, drains, and ends the threads.
   *
   * @param end runs when nothing needs the database any more; later than this returns, if handlers
   *     ignore the interrupt
   */
  public ShutdownSummary close(Runnable end) {
    waking.stopListening();
    ShutdownSummary summary = new Drain(loops, settings.drainTimeout(), pause).run();
    closed.set(true);
    waking.stopSending();
    endOnceIdle(end);
    return summary;
  }

  private void end() {
    pause.end();
    threads.close();
    forms.forEach(Form::close);
    reserved.close();
  }

  /**
   * The keeper goes on for rows whose handlers ignored the interrupt; its threads are daemons and
   * end with the JVM.
   */
  private void endOnceIdle(Runnable end) {
    if (loops.stream().allMatch(loop -> loop.rows().isEmpty())) {
      end();
      end.run();
    } else {
      ScheduledFuture<?> unused =
          threads.after(Duration.ofSeconds(1), () -> threads.execute(() -> endOnceIdle(end)));
    }
  }
}
