package io.github.rowqueue.internal.form;

import io.github.rowqueue.internal.jdbc.Mark;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * From where claims of one queue read: for each priority the place of the first row of the last
 * claim that took any of it. Nothing that is known here stands before a mark, but rows may of which
 * nobody here knows: those that others give back or publish there. A full claim, which reads from
 * the start, finds them; after one full claim no row is passed over any more that was there.
 *
 * <table>
 * <caption>A claim is full</caption>
 * <tr><th>When</th><th>Because</th></tr>
 * <tr><td>there is no mark</td><td>there is nowhere to start</td></tr>
 * <tr><td>19 times the cost of a full one has passed since the last, or the longest spacing</td><td>full ones may take a
 * twentieth of the time, and where they are dear a quarter</td></tr>
 * <tr><td>the claim before came short</td><td>what is left may stand elsewhere; but full ones that follow each other so take
 * no more than two seconds at once, and a quarter of the time from there on</td></tr>
 * </table>
 *
 * <p>Pure: it is told the time, and knows neither threads nor SQL. Claims of it must not overlap;
 * what becomes claimable here is told from any thread, after it is committed. Thread-safe.
 */
final class LowWaterMark {

  /** Of further priorities nothing is remembered: they are found when those before are empty. */
  static final int MOST_MARKS = 8;

  /** More news than this during one claim are not kept apart. */
  private static final int MOST_NEWS = 256;

  private static final int RARE = 19;
  private static final int OFTEN = 3;

  /** What full claims may cost at once, and the part of the time by which that fills up again. */
  private static final long MOST_CREDIT = Duration.ofSeconds(2).toNanos();

  private static final int REFILL = 4;

  private final long longest;
  private final CostSpacing full = new CostSpacing(1);
  private final TreeMap<Long, Mark> marks = new TreeMap<>();

  /** What was told since the claim under way began, which may not have seen it. */
  private final List<Consumer<LowWaterMark>> news = new ArrayList<>();

  private boolean claiming;
  private boolean cameShort;
  private long credit = MOST_CREDIT;
  private long creditAt;

  /** Marks that are verified after {@code longest} at the latest, as long as that is affordable. */
  LowWaterMark(Duration longest) {
    this.longest = longest.toNanos();
  }

  /**
   * A claim begins.
   *
   * @param now the moment of {@link System#nanoTime}
   * @return the marks it starts from, the most urgent priority first; none if it is to be full
   */
  synchronized List<Mark> begin(long now) {
    claiming = true;
    news.clear();
    boolean toBeFull = (cameShort && mayVerify(now)) || isDue(now);
    return toBeFull ? List.of() : List.copyOf(marks.values());
  }

  private boolean isDue(long now) {
    return full.isDue(now, RARE, Math.max(longest, OFTEN * full.cost()));
  }

  /** Whether a claim from marks that came short may be followed by a full one at once. */
  synchronized boolean mayVerify(long now) {
    long filled = credit + Math.max(0, now - creditAt) / REFILL;
    return Math.min(MOST_CREDIT, filled) > 0;
  }

  private void charge(long from, long to) {
    long filled = credit + Math.max(0, from - creditAt) / REFILL;
    credit = Math.min(MOST_CREDIT, filled) - (to - from);
    creditAt = from;
  }

  /**
   * A claim from marks has taken rows.
   *
   * @param taken where they stand, in claim order; of each priority the first is enough
   * @param cameShort whether it took fewer than it was to take
   */
  synchronized void claimed(List<Mark> taken, boolean cameShort) {
    this.cameShort = cameShort;
    learn(taken);
    retell();
  }

  /**
   * A full claim, from {@code from} to {@code to}, has taken rows, as {@link #claimed}. Behind the
   * last priority of these it has looked only if it came short.
   */
  synchronized void verified(List<Mark> taken, boolean cameShort, long from, long to) {
    full.done(from, to);
    charge(from, to);
    this.cameShort = cameShort;
    learn(taken);
    if (!taken.isEmpty() && !cameShort) {
      marks.tailMap(taken.get(taken.size() - 1).priority(), false).clear();
    }
    while (marks.size() > MOST_MARKS) {
      marks.pollLastEntry();
    }
    retell();
  }

  /** A full claim failed, and the marks are as good as before. */
  synchronized void notVerified(long from, long to) {
    full.failed(from, to);
    charge(from, to);
  }

  /** Where rows stand cannot be told: the next claim is full. */
  synchronized void forget() {
    marks.clear();
  }

  synchronized void end() {
    claiming = false;
    news.clear();
  }

  private void learn(List<Mark> taken) {
    for (int i = taken.size() - 1; i >= 0; i--) { // so that the first of a priority stays
      marks.put(taken.get(i).priority(), taken.get(i));
    }
  }

  /** A claim that has not seen what was told must not move a mark beyond it. */
  private void retell() {
    news.forEach(one -> one.accept(this));
  }

  private void tell(Consumer<LowWaterMark> one) {
    one.accept(this);
    if (claiming && news.size() == MOST_NEWS) {
      news.clear();
      news.add(LowWaterMark::forget);
    } else if (claiming) {
      news.add(one);
    }
  }

  /** A row that stands at {@code place} is claimable again, or may be. */
  synchronized void returned(Mark place) {
    tell(all -> all.lower(place));
  }

  /**
   * A row of {@code priority} was published here.
   *
   * @param earliest a time before which it is not due; null in a table without due times, where
   *     later rows have greater ids
   */
  synchronized void published(long priority, @Nullable Instant earliest) {
    tell(all -> all.enter(priority, earliest));
  }

  private void enter(long priority, @Nullable Instant earliest) {
    if (earliest != null || !marks.containsKey(priority)) {
      lower(new Mark(priority, earliest, null));
    }
  }

  private void lower(Mark place) {
    Mark mark = marks.get(place.priority());
    if (mark == null) { // rows less urgent than an unknown one are left to a full claim
      marks.tailMap(place.priority(), false).clear();
      return;
    }
    OptionalInt order = place.compare(mark);
    if (order.isEmpty()) {
      marks.tailMap(place.priority(), true).clear();
    } else if (order.getAsInt() < 0) {
      marks.put(place.priority(), place);
    }
  }

  /** The marks, for tests. */
  synchronized Map<Long, Mark> marks() {
    return Map.copyOf(marks);
  }
}
