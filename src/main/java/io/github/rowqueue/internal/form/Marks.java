package io.github.rowqueue.internal.form;

import io.github.rowqueue.dialect.Event;
import io.github.rowqueue.internal.jdbc.Mark;
import io.github.rowqueue.internal.jdbc.RawRow;
import io.github.rowqueue.table.Role;
import io.github.rowqueue.table.TableSpec;
import java.time.Duration;
import java.time.Instant;

/**
 * The low-water mark of one subscription, and how it hears of what this process writes. What is
 * told comes after the write, whatever became of it: a claim that begins later sees the row, and
 * one under way does not move the mark beyond it. Thread-safe.
 */
final class Marks {

  /** Full claims are at most so far apart, as long as they are cheap (SPEC 13, 21). */
  private static final Duration LONGEST_SPACING = Duration.ofSeconds(5);

  /** How far the clock of the database may be behind the one that is read here. */
  private static final Duration SLACK = Duration.ofMillis(5);

  private final FormContext context;
  private final TableSpec spec;
  private final LowWaterMark mark;

  Marks(FormContext context, Duration lease) {
    this.context = context;
    this.spec = context.table().spec();
    this.mark = new LowWaterMark(lease.compareTo(LONGEST_SPACING) < 0 ? lease : LONGEST_SPACING);
  }

  LowWaterMark mark() {
    return mark;
  }

  /** The row was given back as it was. */
  void released(RawRow row) {
    Mark.of(row, spec).ifPresentOrElse(mark::returned, mark::forget);
  }

  /**
   * The row was settled.
   *
   * @param before an instant before that was written
   */
  void settled(RawRow row, Settlement settlement, Instant before) {
    Event.Kind kind = settlement.event().kind();
    boolean moved = kind == Event.Kind.RETRY_AFTER && spec.has(Role.RETRY_AFTER);
    if (moved) {
      Mark.of(row, spec)
          .ifPresentOrElse(
              place -> mark.published(place.priority(), earliest(before)), mark::forget);
    } else if (kind == Event.Kind.RETRY || kind == Event.Kind.RETRY_AFTER) {
      released(row);
    }
  }

  /**
   * A row was published here.
   *
   * @param priority its priority; 0 where the table has none
   * @param due an instant before which it is not due
   */
  void published(long priority, Instant due) {
    if (spec.has(Role.RETRY_AFTER)) {
      mark.published(priority, earliest(due));
    } else {
      mark.published(priority, null);
    }
  }

  /** A place is behind all rows of its time, and a column may cut what it is given. */
  private Instant earliest(Instant due) {
    Duration tick = context.table().column(Role.RETRY_AFTER).tick();
    return due.minus(SLACK).minus(tick);
  }
}
