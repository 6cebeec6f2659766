package io.github.rowqueue.internal.form;

import io.github.rowqueue.dialect.Event;
import io.github.rowqueue.internal.jdbc.RawRow;
import io.github.rowqueue.internal.jdbc.RowId;
import io.github.rowqueue.table.Role;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The lanes whose head this process has just given back to be claimed at once, and for how long its
 * own claims pass over them: 50 ms, doubling up to a second until that head ends otherwise. Beside
 * busy lanes such a head would come back at the pace of those (SPEC 13, 20); other processes claim
 * it as they like. Thread-safe.
 */
final class LaneRests {

  private static final Duration SHORTEST = Duration.ofMillis(50);
  private static final Duration LONGEST = Duration.ofSeconds(1);

  /** Of more lanes than this those that rest the longest are forgotten, and not paced. */
  private static final int MOST = 1024;

  private final Optional<Role> lane;
  private final boolean delays;
  private final LongSupplier nanoTime;
  private final Map<RowId, Rest> rests =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<RowId, Rest> eldest) {
          return size() > MOST;
        }
      };

  /**
   * No lane rests.
   *
   * @param lane the role of the column whose values are lanes; empty if heads are not claimed by
   *     their lanes
   * @param delays whether a row can be told to come back later
   */
  LaneRests(Optional<Role> lane, boolean delays, LongSupplier nanoTime) {
    this.lane = lane;
    this.delays = delays;
    this.nanoTime = nanoTime;
  }

  static LaneRests of(FormContext context) {
    Optional<Role> lane =
        context.subscription().servesAllGroups()
            ? Optional.of(Role.GROUP)
            : Optional.of(Role.PARTITION_KEY).filter(key -> context.table().spec().fifoKeys());
    return new LaneRests(lane, context.table().spec().has(Role.RETRY_AFTER), System::nanoTime);
  }

  /** To be told before {@code row} can be claimed again. */
  synchronized void settling(RawRow row, Settlement settlement) {
    RowId mark = mark(row);
    if (mark == null) {
      return;
    }
    Rest before = rests.remove(mark);
    Event.Kind kind = settlement.event().kind();
    boolean delayed = delays && !settlement.delay().isZero();
    if (kind == Event.Kind.RETRY || (kind == Event.Kind.RETRY_AFTER && !delayed)) {
      Duration length = before == null ? SHORTEST : doubled(before.length());
      rests.put(mark, new Rest(nanoTime.getAsLong() + length.toNanos(), length));
    }
  }

  private static Duration doubled(Duration length) {
    Duration doubled = length.multipliedBy(2);
    return doubled.compareTo(LONGEST) > 0 ? LONGEST : doubled;
  }

  /** Whether claims pass over {@code lane}. */
  synchronized boolean isResting(Object lane) {
    Rest rest = rests.get(RowId.of(lane));
    return rest != null && rest.until() - nanoTime.getAsLong() > 0;
  }

  /** For how long claims pass over the lane of {@code row} from now on. */
  synchronized Duration left(RawRow row) {
    RowId mark = mark(row);
    Rest rest = mark == null ? null : rests.get(mark);
    return rest == null
        ? Duration.ZERO
        : Duration.ofNanos(Math.max(0, rest.until() - nanoTime.getAsLong()));
  }

  private @Nullable RowId mark(RawRow row) {
    return lane.flatMap(role -> Optional.ofNullable(row.cell(role))).map(RowId::of).orElse(null);
  }

  private record Rest(long until, Duration length) {}
}
