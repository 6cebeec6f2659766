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
import io.github.rowqueue.internal.jdbc.TableBinding;
import io.github.rowqueue.publish.Wakeups;
import io.github.rowqueue.subscribe.DeadLetterGroups;
import io.github.rowqueue.subscribe.RowqueueListener;
import io.github.rowqueue.subscribe.Subscription;
import io.github.rowqueue.table.ClaimForm;
import io.github.rowqueue.table.Role;
import io.github.rowqueue.table.TableName;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ScheduledFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Everything that runs for one {@code Rowqueue}: a loop per subscription, the keeper's rounds, the
 * clock, and the threads they share. Thread-safe.
 */
public final class Engine implements Wakeups {

  private static final Logger LOG = LoggerFactory.getLogger(Engine.class);

  private final Database database;
  private final EngineSettings settings;
  private final Threads threads;
  private final ReservedSession reserved;
  private final Pause pause = new Pause();
  private final InstantSource clock;
  private final ConnectionBudget budget;
  private final List<SubscriberLoop> loops = new ArrayList<>();
  private final List<Form> forms = new ArrayList<>();
  private final List<Subscription> subscriptions = new ArrayList<>();
  private final List<ParkedHeads> parked = new ArrayList<>();

  private Engine(Database database, EngineSettings settings, List<Subscription> subscriptions) {
    this.database = database;
    this.settings = settings;
    this.threads = new Threads(settings.workers());
    this.reserved = new ReservedSession(database, poolSize().orElse(Integer.MAX_VALUE) > 1);
    this.clock = settings.clock().orElseGet(() -> alignedClock(subscriptions));
    this.budget = new ConnectionBudget(connectionsForRowLocks(subscriptions));
  }

  /** Starts all subscriptions; {@code bindings} has the table of each. */
  public static Engine start(
      Database database, EngineSettings settings, Map<Subscription, TableBinding> bindings) {
    Engine engine = new Engine(database, settings, List.copyOf(bindings.keySet()));
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
        new SubscriptionContext(subscription, form, listener, threads, pause);
    SubscriberLoop loop =
        new SubscriberLoop(shared, form, threads, settings.pollInterval(subscription));
    if (subscription.byKey() && table.spec().form() == ClaimForm.LEASE) {
      watchLanes(loop, settings.lease(subscription));
    }
    loops.add(loop);
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

  private Form form(FormContext context) {
    if (context.table().spec().form() == ClaimForm.ROW_LOCK) {
      return new RowLockForm(context, budget);
    }
    if (context.table().spec().form() == ClaimForm.ADVISORY) {
      AdvisoryForm form =
          AdvisoryForm.of(context, budget, reserved, lockSessions(context.subscription()));
      threads.repeat(AdvisoryForm.checkInterval(), form::check);
      return form;
    }
    LeaseForm form = new LeaseForm(context, settings.lease(context.subscription()), reserved);
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
   * One connection stays free for the service, and one is kept for leases where there are any
   * (B289).
   */
  private int connectionsForRowLocks(List<Subscription> subscriptions) {
    boolean leases = subscriptions.stream().anyMatch(one -> one.spec().form() == ClaimForm.LEASE);
    int shared = subscriptions.stream().mapToInt(one -> one.lockSessions().orElse(0)).sum();
    return poolSize().stream()
        .map(size -> size - (leases ? 2 : 1) - shared)
        .findFirst()
        .orElse(Integer.MAX_VALUE);
  }

  private OptionalInt poolSize() {
    return settings.connections().isPresent() ? settings.connections() : database.poolSize();
  }

  /** What "now" is for this {@code Rowqueue}. */
  public InstantSource clock() {
    return clock;
  }

  /** How far the database is ahead of this host, if this engine aligns the clock. */
  public Duration clockOffset() {
    return clock instanceof ClockKeeper keeper ? keeper.offset() : Duration.ZERO;
  }

  @Override
  public void written(TableName table, Optional<String> group, Duration delay) {
    for (int i = 0; i < loops.size(); i++) {
      Subscription subscription = subscriptions.get(i);
      boolean concerned = group.isEmpty() || serves(subscription, group.get());
      if (subscription.spec().table().equals(table) && concerned) {
        loops.get(i).announced(delay);
      }
    }
  }

  private boolean serves(Subscription subscription, String group) {
    if (!subscription.servesAllGroups()) {
      return !subscription.spec().has(Role.GROUP) || group.equals(subscription.name());
    }
    return !DeadLetterGroups.of(subscription.spec().table(), subscriptions).contains(group);
  }

  /**
   * Frees the parked head of a key.
   *
   * @throws IllegalArgumentException if no such subscription runs here, or its heads do not stay
   */
  public boolean release(String name, Object key) {
    boolean found = false;
    boolean released = false;
    for (int i = 0; i < loops.size(); i++) {
      if (subscriptions.get(i).name().equals(name)) {
        found = true;
        released |= parked.get(i).release(key);
      }
    }
    if (!found) {
      throw new IllegalArgumentException(
          "no subscription \"%s\" runs here: release a key where its queue is subscribed"
              .formatted(name));
    }
    if (released) {
      boolean unused = wake(name);
    }
    return released;
  }

  /** Wakes the subscriptions of that name, and those of all groups, of which it may be one. */
  public boolean wake(String name) {
    boolean found = false;
    for (int i = 0; i < loops.size(); i++) {
      Subscription subscription = subscriptions.get(i);
      boolean named = subscription.name().equals(name);
      if (named || (subscription.servesAllGroups() && serves(subscription, name))) {
        loops.get(i).wake();
        found = true;
      }
    }
    return found;
  }

  /**
   * Stops claiming, drains, and ends the threads.
   *
   * @param end runs when nothing needs the database any more; later than this returns, if handlers
   *     ignore the interrupt
   */
  public ShutdownSummary close(Runnable end) {
    ShutdownSummary summary = new Drain(loops, settings.drainTimeout(), pause).run();
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
