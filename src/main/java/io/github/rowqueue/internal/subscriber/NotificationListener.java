package io.github.rowqueue.internal.subscriber;

import io.github.rowqueue.internal.clock.Nanos;
import io.github.rowqueue.internal.form.Pause;
import io.github.rowqueue.internal.jdbc.ChannelNames;
import io.github.rowqueue.internal.jdbc.Database;
import io.github.rowqueue.internal.jdbc.Listening;
import io.github.rowqueue.internal.jdbc.Notification;
import io.github.rowqueue.publish.ListenNotify;
import io.github.rowqueue.subscribe.Backoff;
import io.github.rowqueue.subscribe.RowqueueListener;
import io.github.rowqueue.table.TableName;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Listens on one connection for the notifications of all subscribed tables, from a thread of its
 * own. A lost connection is replaced with backoff, and each new one wakes all subscriptions once,
 * since nobody knows what was missed. Thread-safe.
 */
final class NotificationListener implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(NotificationListener.class);

  /**
   * How long one wait for the driver lasts, and so how long {@code close()} may have to wait. It
   * costs the server nothing.
   */
  private static final Duration SLICE = Duration.ofMillis(100);

  /** How long {@code close()} waits for a connection that hangs. */
  private static final Duration LAST = Duration.ofSeconds(5);

  private static final Duration SHORTEST_TIMEOUT = Duration.ofSeconds(1);
  private static final Duration LONGEST_TIMEOUT = Duration.ofSeconds(10);

  /** Whom notifications wake. */
  interface Sleepers {
    /** Wakes the subscriptions of the table in these groups; the empty one stands for all. */
    void told(TableName table, Set<String> groups);

    /** Wakes all. */
    void missed();
  }

  private final Database database;
  private final ChannelNames names;
  private final Set<TableName> tables;
  private final Duration heartbeat;
  private final Backoff backoff;
  private final Sleepers sleepers;
  private final RowqueueListener listener;
  private final Pause pause = new Pause();
  private final Thread thread;

  /** For {@code close()}, where the thread hangs on it. */
  private volatile @Nullable Listening current;

  /** How often in a row it was lost or could not be had; used by the thread alone. */
  private int failures;

  NotificationListener(
      Database database,
      ChannelNames names,
      Set<TableName> tables,
      ListenNotify options,
      Backoff backoff,
      Sleepers sleepers,
      RowqueueListener listener) {
    this.database = database;
    this.names = names;
    this.tables = Set.copyOf(tables);
    this.heartbeat = options.heartbeat();
    this.backoff = backoff;
    this.sleepers = sleepers;
    this.listener = listener;
    this.thread = Threads.dedicated("rowqueue-listener", this::run);
  }

  void start() {
    thread.start();
  }

  private void run() {
    boolean up = false;
    while (!pause.ended()) {
      try {
        Map<String, Set<TableName>> channels = channels();
        try (Listening listening = Listening.open(database, channels.keySet(), timeout())) {
          current = listening;
          up = up(up, channels.keySet());
          listen(listening, channels);
        }
      } catch (RuntimeException | Error lost) { // of whatever kind: the thread must go on
        up = down(up, lost);
      }
    }
  }

  private boolean up(boolean before, Set<String> channels) {
    sleepers.missed();
    if (!before) {
      LOG.info("listens on {} at {}", channels, database.url());
      listener.listening(true);
    }
    return true;
  }

  private boolean down(boolean before, Throwable lost) {
    failures++;
    Duration delay = backoff.delay(failures);
    LOG.warn(
        "the connection that listens is lost or cannot be had, and is tried again in {}; until then subscriptions find rows of other processes by their polls",
        delay,
        lost);
    if (before) {
      listener.listening(false);
    }
    boolean unused = pause.await(delay);
    return false;
  }

  /** Returns when this is closed, or when the connection is to be replaced by a new one. */
  private void listen(Listening listening, Map<String, Set<TableName>> channels) {
    long heard = System.nanoTime();
    while (!pause.ended() && !listening.isOld()) {
      List<Notification> told = listening.await(SLICE);
      if (!told.isEmpty()) {
        heard = System.nanoTime();
        failures = 0;
        wake(told, channels);
      } else if (System.nanoTime() - heard >= Nanos.of(heartbeat)) {
        listening.check();
        heard = System.nanoTime();
        failures = 0; // only now: one that is lost again at once was never back
      }
    }
  }

  /** Each table once, whatever the number of notifications that have come together. */
  private void wake(List<Notification> told, Map<String, Set<TableName>> channels) {
    Map<TableName, Set<String>> groups = new HashMap<>();
    for (Notification one : told) {
      for (TableName table : channels.getOrDefault(one.channel(), Set.of())) {
        groups.computeIfAbsent(table, any -> new HashSet<>()).add(one.payload());
      }
    }
    groups.forEach(sleepers::told);
  }

  private Map<String, Set<TableName>> channels() {
    Map<String, Set<TableName>> channels = new HashMap<>();
    for (TableName table : tables) {
      // One table may be described with its schema and without.
      channels.computeIfAbsent(names.of(table), any -> new HashSet<>()).add(table);
    }
    return channels;
  }

  private Duration timeout() {
    if (heartbeat.compareTo(SHORTEST_TIMEOUT) < 0) {
      return SHORTEST_TIMEOUT;
    }
    return heartbeat.compareTo(LONGEST_TIMEOUT) > 0 ? LONGEST_TIMEOUT : heartbeat;
  }

  /** Listens no more when this returns. */
  @Override
  public void close() {
    pause.end();
    join(thread, LAST);
    Listening hangs = current;
    if (thread.isAlive() && hangs != null) {
      hangs.abort();
    }
  }

  /** Waits for the end of a thread of ours; it is a daemon and may be left. */
  static void join(Thread thread, Duration most) {
    boolean interrupted = false;
    long deadline = System.nanoTime() + Nanos.of(most);
    while (thread.isAlive() && deadline - System.nanoTime() > 0) {
      try {
        TimeUnit.NANOSECONDS.timedJoin(thread, deadline - System.nanoTime());
      } catch (InterruptedException kept) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
