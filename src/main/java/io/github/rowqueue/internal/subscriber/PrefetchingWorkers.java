package io.github.rowqueue.internal.subscriber;

import io.github.rowqueue.internal.clock.Nanos;
import io.github.rowqueue.internal.subscriber.KeyLanes.Admitted;
import io.github.rowqueue.internal.subscriber.KeyLanes.Ended;
import io.github.rowqueue.internal.subscriber.KeyLanes.Start;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.OptionalInt;

/**
 * Workers of which any takes any row, and rows claimed ahead that wait for the first to be free.
 * Thread-safe.
 *
 * <p>How many wait is bounded three times:
 *
 * <ul>
 *   <li>by {@code prefetch};
 *   <li>by what the workers get through within {@link #HORIZON}, judged by the handlers that have
 *       ended: a row must not wait here for long while another process would run it at once;
 *   <li>by the rows that are not settled yet, so that a slow database slows down claims.
 * </ul>
 *
 * <p>A claim starts when a worker is free, or half of the rows that may wait are gone: a claim for
 * each row that started would undo what claiming ahead is for.
 */
final class PrefetchingWorkers implements Workers {

  /** For how long rows may wait, by the pace of the handlers before them. */
  static final Duration HORIZON = Duration.ofMillis(100);

  /** A late handler changes the average by an eighth of how late it was. */
  private static final int SMOOTHING = 8;

  private final int workers;
  private final int batch;
  private final int prefetch;
  private final int most;
  private final Deque<WorkInProgress> waiting = new ArrayDeque<>();

  private int idle;

  /** Rows of this process that are not settled; those that wait among them. */
  private int held;

  /** Rows have waited for too long: none are claimed ahead until a worker ends. */
  private boolean paused;

  /** The next worker that ends is kept free for a suspect. */
  private boolean suspectWaits;

  private boolean mayClaimAhead = true;
  private boolean measured;
  private long nanosPerRun;

  /**
   * Workers that are all idle.
   *
   * @param batch how many rows a worker takes at a time
   * @param prefetch how many rows wait at most
   */
  PrefetchingWorkers(int workers, int batch, int prefetch) {
    this.workers = workers;
    this.idle = workers;
    this.batch = batch;
    this.prefetch = prefetch;
    this.most = 2 * (workers * batch + prefetch);
  }

  @Override
  public synchronized int free() {
    return Math.min(1, room());
  }

  @Override
  public synchronized int rows(int workers) {
    return Math.max(1, room());
  }

  private int room() {
    int ahead = paused || !mayClaimAhead ? 0 : ahead();
    if (idle == 0 && waiting.size() > ahead / 2) {
      return 0;
    }
    int wanted = Math.max(0, idle * batch + ahead - waiting.size());
    int space = most - held;
    return space < Math.min(wanted, most / 4) ? 0 : Math.min(wanted, space);
  }

  /** How many rows may wait; none before a handler has shown how long it takes. */
  private int ahead() {
    if (!measured) {
      return 0;
    }
    long runs = Nanos.of(HORIZON) * workers / Math.max(1, nanosPerRun);
    return (int) Math.min(prefetch, runs * batch);
  }

  @Override
  public void take(int workers) {
    // One claim is in flight at a time, and only its rows tell how many workers it needs.
  }

  @Override
  public void give(int workers, int rows) {
    // A worker is free when it has ended.
  }

  @Override
  public synchronized Admitted<WorkInProgress> admit(List<WorkInProgress> rows) {
    long now = System.nanoTime();
    rows.forEach(row -> row.waitsSince(now));
    waiting.addAll(rows);
    List<Start<WorkInProgress>> starts = new ArrayList<>();
    while (mayStart()) {
      idle--;
      starts.add(new Start<>(0, next()));
    }
    return new Admitted<>(starts, List.of());
  }

  private boolean mayStart() {
    return !waiting.isEmpty() && idle > (suspectWaits ? 1 : 0);
  }

  private List<WorkInProgress> next() {
    if (batch == 1) {
      return List.of(waiting.remove());
    }
    List<WorkInProgress> rows = new ArrayList<>(Math.min(batch, waiting.size()));
    while (rows.size() < batch && !waiting.isEmpty()) {
      rows.add(waiting.remove());
    }
    return rows;
  }

  @Override
  public synchronized void forget(List<WorkInProgress> rows, List<Start<WorkInProgress>> starts) {
    waiting.removeAll(rows);
    idle += starts.size();
  }

  @Override
  public synchronized boolean mayLookForSuspect() {
    suspectWaits = true;
    return idle > 0;
  }

  @Override
  public synchronized void claimAhead(boolean may) {
    mayClaimAhead = may;
  }

  @Override
  public synchronized void lookedInVain() {
    suspectWaits = false;
  }

  @Override
  public synchronized OptionalInt admitSuspect(WorkInProgress row) {
    if (idle == 0) {
      return OptionalInt.empty();
    }
    suspectWaits = false;
    idle--;
    return OptionalInt.of(0);
  }

  @Override
  public synchronized List<WorkInProgress> startWaiting() {
    if (!mayStart()) {
      return List.of();
    }
    idle--;
    return next();
  }

  @Override
  public synchronized void ran(long nanos) {
    nanosPerRun = measured ? nanosPerRun + (nanos - nanosPerRun) / SMOOTHING : nanos;
    measured = true;
  }

  @Override
  public synchronized Ended<WorkInProgress> ended(int lane, boolean gaveUp) {
    paused = false;
    idle++;
    List<WorkInProgress> next = startWaiting();
    return new Ended<>(next, List.of(), false);
  }

  @Override
  public synchronized void entered() {
    held++;
  }

  @Override
  public synchronized boolean left() {
    boolean hadRoom = room() > 0;
    held--;
    return !hadRoom && room() > 0;
  }

  @Override
  public boolean settlesLater() {
    return true;
  }

  @Override
  public synchronized List<Start<WorkInProgress>> late(Duration limit) {
    WorkInProgress first = waiting.peek();
    if (first == null || System.nanoTime() - first.waitsSince() < Nanos.of(limit)) {
      return List.of();
    }
    paused = true;
    return List.of(new Start<>(0, drain()));
  }

  @Override
  public boolean givenBack(int lane) {
    return false;
  }

  @Override
  public synchronized List<WorkInProgress> drain() {
    List<WorkInProgress> rows = List.copyOf(waiting);
    waiting.clear();
    return rows;
  }
}
