package io.github.rowqueue.internal.form;

import io.github.rowqueue.dialect.LaneClaim;
import io.github.rowqueue.dialect.Param.Meaning;
import io.github.rowqueue.internal.jdbc.ColumnBinding;
import io.github.rowqueue.internal.jdbc.RowId;
import io.github.rowqueue.internal.jdbc.Session;
import io.github.rowqueue.internal.jdbc.TableBinding;
import io.github.rowqueue.internal.jdbc.Values;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Finds lanes whose head may be claimed, in turn: each search goes on behind the last lane the one
 * before has used, so that a full lane never keeps others waiting. Thread-safe.
 *
 * <p>An empty table costs one statement, since a search that has closed the circle begins the next
 * one at the start. Where very many lanes wait, searches that find too few follow each other at
 * once until all lanes were passed, and so the end at most twice.
 */
final class LaneScan {

  /** How many lanes one search passes at most; the next goes on from there. */
  static final int MOST_LANES = 10_000;

  private static final int SPARE = 16;
  private static final int MOST_STEPS = 1_000;
  private static final int ENTRIES_PER_LANE = 4;
  private static final int PROBED_AT_A_TIME = 32;
  private static final int MOST_ENTRIES = 8_000;

  private final LaneClaim claim;
  private final TableBinding table;
  private final List<String> excluded;
  private final int mostLanes;
  private volatile Runnable onRest = () -> {};

  /** The last lane used; null for the start. Guarded by this object. */
  private @Nullable Object cursor;

  /**
   * How often searches have come to the end, or begun at the start, since the last row was taken or
   * all lanes were passed. Guarded by this object.
   */
  private int turns;

  /** A scan that leaves out the groups {@code excluded}, where groups are lanes. */
  LaneScan(LaneClaim claim, TableBinding table, List<String> excluded) {
    this(claim, table, excluded, MOST_LANES);
  }

  /** As above, with searches that pass about {@code mostLanes} lanes. */
  LaneScan(LaneClaim claim, TableBinding table, List<String> excluded, int mostLanes) {
    this.claim = claim;
    this.table = table;
    this.excluded = excluded;
    this.mostLanes = mostLanes;
  }

  /** Tells whom to wake after a search that has found too few, and has not looked at all lanes. */
  void onRest(Runnable wake) {
    onRest = wake;
  }

  /**
   * Up to {@code wanted} lanes.
   *
   * @param free whether a lane may be one of them, as far as this process knows
   * @param others how many lanes this process knows to be in work
   */
  List<Object> find(
      Session session, Values values, int wanted, Predicate<Object> free, int others) {
    Search search = begin(wanted, free);
    int steps = Math.min(MOST_STEPS, 2 * wanted + others + SPARE);
    int window = steps * ENTRIES_PER_LANE;
    while (!search.isOver()) {
      List<Found> page = page(session, values, search.at, steps, window);
      int entries = page.stream().mapToInt(Found::entries).sum();
      pass(session, values, search, page, page.size() < steps && entries < window);
      window = Math.min(MOST_ENTRIES, 2 * window);
      steps = Math.min(MOST_STEPS, 2 * steps);
    }
    if (end(search)) {
      onRest.run();
    }
    return search.lanes;
  }

  private void pass(
      Session session, Values values, Search search, List<Found> page, boolean isLast) {
    if (claim.probe().isEmpty() || page.isEmpty()) {
      search.pass(page, isLast);
      return;
    }
    for (int from = 0; from < page.size() && !search.isOver(); from += PROBED_AT_A_TIME) {
      int to = Math.min(page.size(), from + PROBED_AT_A_TIME);
      search.pass(probed(session, values, page.subList(from, to)), isLast && to == page.size());
    }
  }

  /** The lanes of {@code page}, with the answer of the probe. */
  private List<Found> probed(Session session, Values values, List<Found> page) {
    List<Object> lanes =
        page.stream().filter(Found::claimable).map(Found::lane).collect(Collectors.toList());
    if (lanes.isEmpty()) {
      return page;
    }
    int count = Integer.highestOneBit(2 * lanes.size() - 1); // few texts, each prepared once
    lanes.addAll(Collections.nCopies(count - lanes.size(), lanes.get(0)));
    Set<Integer> due =
        Set.copyOf(
            session.all(
                claim.probe().orElseThrow().apply(count),
                table,
                values.copy().lanes(lanes),
                rows -> rows.getInt(1)));
    List<Found> answered = new ArrayList<>();
    int place = 0;
    for (Found found : page) {
      boolean claimable = found.claimable() && due.contains(place++);
      answered.add(new Found(found.lane(), found.entries(), claimable));
    }
    return answered;
  }

  private synchronized Search begin(int wanted, Predicate<Object> free) {
    if (cursor == null) {
      turns++;
    }
    return new Search(cursor, wanted, mostLanes, free);
  }

  /** Whether too few were found, and lanes are left to look at. */
  private synchronized boolean end(Search search) {
    cursor = search.next();
    turns = search.closed ? 0 : turns + search.ends;
    if (search.closed || search.lanes.size() == search.wanted) {
      return false;
    }
    if (turns >= 2) { // passed all, though none of the searches alone
      cursor = null;
      turns = 0;
      return false;
    }
    return true;
  }

  /** A row was taken; the searches that follow are for others. */
  synchronized void taken() {
    turns = 0;
  }

  private List<Found> page(
      Session session, Values values, @Nullable Object after, int steps, int window) {
    Values page = values.copy().excluding(excluded);
    page.set(Meaning.LIMIT, steps).set(Meaning.WINDOW, window);
    page.set(Meaning.AFTER, after);
    ColumnBinding lane = table.lane();
    return session.all(
        claim.scan().statement(after == null, excluded.size()),
        table,
        page,
        rows -> found(lane, rows));
  }

  private static Found found(ColumnBinding column, ResultSet rows) throws SQLException {
    Object lane = column.read(rows, 1);
    if (lane == null) {
      throw new SQLException("a lane came back as null");
    }
    return new Found(lane, rows.getInt(2), rows.getInt(3) == 1);
  }

  /**
   * A lane as the scan found it.
   *
   * @param entries how many entries of the index it stands for
   */
  private record Found(Object lane, int entries, boolean claimable) {}

  /** One way round the circle. */
  private static final class Search {

    private final List<Object> lanes = new ArrayList<>();
    private final Set<RowId> seen = new HashSet<>();
    private final int wanted;
    private final int mostLanes;
    private final Predicate<Object> free;
    private @Nullable Object at;
    private boolean fromStart;
    private boolean closed;
    private int ends;

    Search(@Nullable Object start, int wanted, int mostLanes, Predicate<Object> free) {
      this.at = start;
      this.fromStart = start == null;
      this.wanted = wanted;
      this.mostLanes = mostLanes;
      this.free = free;
    }

    boolean isOver() {
      return closed || lanes.size() == wanted || seen.size() >= mostLanes;
    }

    void pass(List<Found> page, boolean isLast) {
      for (Found found : page) {
        if (!seen.add(RowId.of(found.lane()))) {
          closed = true;
          return;
        }
        at = found.lane();
        if (found.claimable() && free.test(found.lane())) {
          lanes.add(found.lane());
        }
        if (lanes.size() == wanted) {
          return;
        }
      }
      if (isLast || page.isEmpty()) {
        ends++;
        closed = fromStart;
        fromStart = true;
        at = null;
      }
    }

    /** Where the next search begins. */
    @Nullable Object next() {
      return closed ? null : at;
    }
  }
}
