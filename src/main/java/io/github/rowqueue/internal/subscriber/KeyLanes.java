package io.github.rowqueue.internal.subscriber;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Keeps the rows of one key on one worker, in claim order (B123): keys are hashed to lanes, one per
 * worker. A row whose lane is in work waits in it. Pure: it is told the time and what happened, and
 * guarded by its owner.
 *
 * <p>A claim cannot choose keys, so rows of a busy lane come with it. What bounds them:
 *
 * <ul>
 *   <li>a claim starts only while some lane has no row at all, and all lanes together hold no more
 *       than {@link Limits#held} rows;
 *   <li>a lane whose rows wait for too long is closed: its rows are given back, and so are those
 *       later claims find for it, until its worker ends. The other lanes go on: claims reach past
 *       up to {@link #FURTHEST} such rows.
 * </ul>
 *
 * <p>A row that is given back while a claim is under way is not among that claim's rows, but later
 * ones of its key may be: they are given back too.
 *
 * @param <R> a row
 */
final class KeyLanes<R> {

  /** How many rows wait at most, on average, behind each lane's row in work. */
  private static final int AHEAD = 4;

  /** How many rows of closed lanes a claim reaches past, to those of the others. */
  private static final int FURTHEST = 500;

  /**
   * What is taken.
   *
   * @param lanes how many workers
   * @param batch how many rows a worker takes at a time
   * @param claim how many rows one claim takes at most
   * @param held how many rows are in work or wait at most
   */
  record Limits(int lanes, int batch, int claim, int held) {

    /** Rows that cost a lease each: some wait, so that lanes find the next one without a claim. */
    static Limits leased(int lanes, int batch) {
      return new Limits(lanes, batch, lanes * batch, (1 + AHEAD) * lanes * batch);
    }

    /** Rows that hold a connection each, and come one to a transaction: never more than workers. */
    static Limits locked(int lanes) {
      return new Limits(lanes, 1, 1, lanes);
    }
  }

  /**
   * Rows that run now.
   *
   * @param lane where
   * @param rows in claim order, no more than a batch
   */
  record Start<R>(int lane, List<R> rows) {}

  /**
   * What becomes of the rows of a claim; those in neither list wait.
   *
   * @param starts those that run now
   * @param refused those to be given back, because their lane is closed
   */
  record Admitted<R>(List<Start<R>> starts, List<R> refused) {}

  /**
   * What a lane does after a run.
   *
   * @param next the rows that run now; empty if the lane has none
   * @param refused those to be given back; {@link KeyLanes#givenBack} is to be told when they are
   * @param opened whether the lane was closed until now
   */
  record Ended<R>(List<R> next, List<R> refused, boolean opened) {}

  private final Limits limits;
  private final Function<R, Optional<Object>> key;
  private final List<Lane<R>> lanes;

  /** The lanes that hold no row, neither in work nor waiting. None of them is closed. */
  private final BitSet empty = new BitSet();

  private int held;
  private int closed;

  /** How many rows of closed lanes the next claim takes with it, to be given back. */
  private int past;

  private int last;

  KeyLanes(Limits limits, Function<R, Optional<Object>> key) {
    this.limits = limits;
    this.key = key;
    this.lanes = Stream.generate(Lane<R>::new).limit(limits.lanes()).toList();
    this.empty.set(0, limits.lanes());
  }

  /** How many rows a claim may take now. */
  int room() {
    if (empty.isEmpty()) {
      return 0;
    }
    int room = Math.min(limits.claim(), Math.max(0, limits.held() - held));
    return room == 0 ? 0 : past + room;
  }

  /** A claim is about to look for rows; {@link #admit} is told of them, and no other runs then. */
  void claimStarts() {
    lanes.forEach(lane -> lane.passed = lane.closed);
  }

  /**
   * The rows of one claim, in claim order, which was over at {@code now}. If it fails, none of them
   * is in a lane.
   */
  Admitted<R> admit(List<R> rows, long now) {
    Set<Integer> woken = new LinkedHashSet<>();
    try {
      return admit(rows, now, woken);
    } catch (RuntimeException | Error defect) {
      forget(rows, woken);
      throw defect;
    }
  }

  private Admitted<R> admit(List<R> rows, long now, Set<Integer> woken) {
    List<R> refused = new ArrayList<>();
    int fromClosed = 0;
    for (R row : rows) {
      OptionalInt lane = laneOf(row);
      // After the first that finds no room none does, so that none passes another of its key.
      boolean toClosed = lane.isEmpty() || mayNotEnter(row, lanes.get(lane.getAsInt()));
      if (toClosed || held >= limits.held()) {
        refused.add(row);
        fromClosed += toClosed ? 1 : 0;
        continue;
      }
      if (empty.get(lane.getAsInt())) {
        woken.add(lane.getAsInt());
        empty.clear(lane.getAsInt());
      }
      lanes.get(lane.getAsInt()).waiting.add(new Waiting<>(row, now));
      held++;
    }
    List<Start<R>> starts =
        woken.stream().map(lane -> new Start<>(lane, take(lanes.get(lane)))).toList();
    reachPast(fromClosed, fromClosed == rows.size());
    return new Admitted<>(starts, refused);
  }

  /**
   * Takes out rows of a claim none of which has started.
   *
   * @param woken the lanes that held no row before it
   */
  void forget(Collection<R> rows, Collection<Integer> woken) {
    for (Lane<R> lane : lanes) {
      int before = lane.waiting.size();
      lane.waiting.removeIf(waiting -> rows.contains(waiting.row()));
      held -= before - lane.waiting.size();
    }
    for (int number : woken) {
      held -= lanes.get(number).inWork;
      lanes.get(number).inWork = 0;
      openIfEmpty(number);
    }
  }

  private boolean mayNotEnter(R row, Lane<R> lane) {
    return lane.closed || (lane.passed && key.apply(row).isPresent());
  }

  /** Rows of closed lanes stand before those of others: the next claim must reach past them. */
  private void reachPast(int rows, boolean all) {
    past = closed == 0 ? 0 : Math.min(FURTHEST, all ? 2 * rows : rows);
  }

  /**
   * A row that must not wait, since it may have killed its process.
   *
   * @return its lane, which is its own now; or none if the lane holds rows: it is closed then, so
   *     that it becomes empty
   */
  OptionalInt admitSuspect(R row) {
    OptionalInt lane = laneOf(row);
    if (lane.isEmpty()) {
      return lane;
    }
    if (!empty.get(lane.getAsInt())) {
      close(lanes.get(lane.getAsInt()));
      return OptionalInt.empty();
    }
    empty.clear(lane.getAsInt());
    lanes.get(lane.getAsInt()).inWork = 1;
    held++;
    return lane;
  }

  /**
   * The rows of a lane that were in work are settled.
   *
   * @param gaveUp whether one of them was given up before it started: those behind it are given
   *     back too, since it would come after them otherwise
   */
  Ended<R> ended(int number, boolean gaveUp) {
    Lane<R> lane = lanes.get(number);
    held -= lane.inWork;
    lane.passed |= gaveUp;
    List<R> refused = gaveUp ? leave(lane) : List.of();
    List<R> next = take(lane);
    return new Ended<>(next, refused, openIfEmpty(number));
  }

  /**
   * The rows that are to be given back because one of their lane has waited for {@code limit}
   * nanoseconds; the lane takes none until its worker ends and {@link #givenBack} is told.
   */
  List<Start<R>> late(long now, long limit) {
    List<Start<R>> late = new ArrayList<>();
    for (int i = 0; i < limits.lanes(); i++) {
      Waiting<R> first = lanes.get(i).waiting.peek();
      if (first != null && now - first.since() >= limit) {
        late.add(new Start<>(i, leave(lanes.get(i))));
      }
    }
    return late;
  }

  /**
   * The rows that were taken out of a lane are given back: until now a later row of their key could
   * have been claimed before them.
   *
   * @return whether the lane was closed until now
   */
  boolean givenBack(int number) {
    lanes.get(number).leaving = false;
    return openIfEmpty(number);
  }

  /** All rows that wait; they wait no more. */
  List<R> drain() {
    List<R> all = new ArrayList<>();
    lanes.forEach(lane -> all.addAll(drain(lane)));
    return all;
  }

  /** A row without a key has no order, so it goes where no other would wait for it. */
  private OptionalInt laneOf(R row) {
    Optional<Object> value = key.apply(row);
    if (value.isPresent()) {
      return OptionalInt.of(Math.floorMod(spread(value.get().hashCode()), limits.lanes()));
    }
    int idle = empty.nextSetBit(0);
    if (idle >= 0) {
      return OptionalInt.of(idle);
    }
    for (int i = 0; i < limits.lanes(); i++) {
      last = (last + 1) % limits.lanes();
      if (!lanes.get(last).closed) {
        return OptionalInt.of(last);
      }
    }
    return OptionalInt.empty();
  }

  /** Numbers in sequence, and multiples of the number of lanes, are spread over all lanes. */
  private static int spread(int hash) {
    int mixed = (hash ^ (hash >>> 16)) * 0x85ebca6b;
    mixed = (mixed ^ (mixed >>> 13)) * 0xc2b2ae35;
    return mixed ^ (mixed >>> 16);
  }

  private List<R> take(Lane<R> lane) {
    List<R> rows = new ArrayList<>();
    lane.inWork = 0;
    while (rows.size() < limits.batch() && !lane.waiting.isEmpty()) {
      rows.add(lane.waiting.element().row());
      lane.waiting.remove();
      lane.inWork++; // one by one: those in neither count would be held for good
    }
    return rows;
  }

  private List<R> drain(Lane<R> lane) {
    List<R> rows = lane.waiting.stream().map(Waiting::row).toList();
    held -= rows.size();
    lane.waiting.clear();
    return rows;
  }

  /** Takes out the rows that wait, and keeps others from passing them. */
  private List<R> leave(Lane<R> lane) {
    List<R> rows = drain(lane);
    if (!rows.isEmpty()) {
      lane.leaving = true;
      close(lane);
    }
    return rows;
  }

  private boolean openIfEmpty(int number) {
    Lane<R> lane = lanes.get(number);
    if (lane.inWork > 0 || lane.leaving) {
      return false;
    }
    boolean opened = lane.closed;
    if (opened) {
      lane.closed = false;
      closed--;
      past = closed == 0 ? 0 : past;
    }
    empty.set(number);
    return opened;
  }

  private void close(Lane<R> lane) {
    lane.passed = true;
    if (!lane.closed) {
      lane.closed = true;
      closed++;
    }
  }

  private record Waiting<R>(R row, long since) {}

  private static final class Lane<R> {
    private final Deque<Waiting<R>> waiting = new ArrayDeque<>(1);
    private int inWork;
    private boolean closed;
    private boolean leaving;

    /** Whether a row of it was given back since the claim under way started. */
    private boolean passed;
  }
}
