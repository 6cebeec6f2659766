package io.github.rowqueue.internal.form;

import io.github.rowqueue.dialect.Event;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What the rows of one FIFO group must look like after each step of a run, and what broke the rules
 * of such a group. Knows which of its rows are committed, held and merely taken in an open
 * transaction. Used by one thread.
 */
final class GroupLedger {

  static final Duration LEASE = Duration.ofHours(1);

  /** The one key of the group, where rows have keys. */
  static final String KEY = "k";

  private final List<Row> rows = new ArrayList<>();
  private final List<String> steps = new ArrayList<>();
  private final List<String> violations = new ArrayList<>();

  /**
   * Who has an open transaction whose claim found nothing: it may have locked what it looked at.
   */
  private final Set<String> looking = new HashSet<>();

  /** The heads chosen by claims that have not locked them yet. */
  private final Map<String, Row> chosen = new HashMap<>();

  /** Ahead of the database's clock, whatever its zone, so that every row is due. */
  private Instant now = Instant.now().plus(Duration.ofDays(2)).truncatedTo(ChronoUnit.SECONDS);

  Instant now() {
    return now;
  }

  /** Notes a step; time goes on with it, so that each extension ends later than the one before. */
  void step(String what) {
    steps.add(what);
    now = now.plusSeconds(1);
  }

  /** Every lease written until now runs out. */
  void expire() {
    now = now.plus(LEASE.multipliedBy(2));
    step("expire");
  }

  void written(String payload, int priority) {
    rows.add(new Row(payload, priority));
  }

  Row row(String payload) {
    return rows.stream().filter(row -> row.payload.equals(payload)).findFirst().orElseThrow();
  }

  /** A claim has looked for the head, which it locks in a later step: that one, whatever comes. */
  void chose(String claimer, boolean found) {
    Optional<Row> due = dueHead();
    if (found != due.isPresent()) {
      String expected = due.map(row -> row.payload).orElse("none");
      violations.add("%s chose a head: %s, where %s was due".formatted(claimer, found, expected));
    }
    if (found) {
      due.ifPresent(head -> chosen.put(claimer, head));
    } else {
      looking.add(claimer);
    }
  }

  /** A claim has locked a row, or found none; nothing is committed yet. */
  void took(String claimer, boolean suspect, Instant at, @Nullable String payload) {
    Row head = chosen.remove(claimer);
    Optional<Row> next = suspect ? dueSuspect(at) : dueHead();
    String due = Optional.ofNullable(head).or(() -> next).map(row -> row.payload).orElse(null);
    if (!Objects.equals(payload, due)) {
      violations.add("%s took %s, where %s was due".formatted(claimer, payload, due));
    }
    if (payload == null) {
      looking.add(claimer);
    } else {
      row(payload).takenBy = claimer;
    }
  }

  /** The transaction of a claim that found nothing is over. */
  void looked(String claimer) {
    looking.remove(claimer);
  }

  private Stream<Row> unfinished() {
    return rows.stream().filter(row -> !row.finished);
  }

  private Optional<Row> dueHead() {
    boolean held = unfinished().anyMatch(row -> row.leasedUntil != null);
    return unfinished()
        .min(Comparator.comparingInt(row -> row.priority)) // of equals the one written first
        .filter(head -> !held && head.takenBy == null);
  }

  private Optional<Row> dueSuspect(Instant at) {
    return unfinished()
        .filter(row -> row.leasedUntil != null)
        .max(Comparator.comparing(Row::leasedUntil))
        .filter(row -> !row.leasedUntil().isAfter(at) && row.takenBy == null);
  }

  void committed(String claimer, String payload, Instant expiry) {
    holdsAlone(claimer, payload);
    Row row = row(payload);
    if (row.isLive(now)) {
      violations.add("%s took %s from %s, whose lease runs".formatted(claimer, row, row.holder));
    }
    row.takenBy = null;
    row.holder = claimer;
    row.leasedUntil = expiry;
    row.attempt++;
  }

  private void holdsAlone(String claimer, String payload) {
    unfinished()
        .filter(row -> !row.payload.equals(payload) && row.isLive(now))
        .forEach(
            row ->
                violations.add(
                    "two in work: %s of %s beside %s of %s"
                        .formatted(payload, claimer, row.payload, row.holder)));
  }

  /**
   * Whether a write of the row would or might wait for another transaction: one that has taken it,
   * or one that has looked at it in vain (MySQL and MariaDB keep the row locked that a claim found
   * by its id and refused for its lease, until that claim rolls back).
   */
  boolean mayWait(String claimer, String payload) {
    return isTaken(claimer, payload) || looking.stream().anyMatch(other -> !other.equals(claimer));
  }

  private boolean isTaken(String claimer, String payload) {
    String taker = row(payload).takenBy;
    return taker != null && !taker.equals(claimer);
  }

  void extended(String claimer, String payload, boolean changed, Instant expiry) {
    proves(claimer, payload, changed, "extended");
    if (changed) {
      holdsAlone(claimer, payload);
      row(payload).leasedUntil = expiry;
    }
  }

  void settled(String claimer, String payload, boolean changed) {
    proves(claimer, payload, changed, "settled");
    if (changed) {
      row(payload).finished = true;
    }
  }

  /**
   * A token changes its row as long as nobody else has claimed it, and never after that; a write
   * that would wait changes nothing.
   */
  private void proves(String claimer, String payload, boolean changed, String verb) {
    Row row = row(payload);
    boolean holds = !row.finished && claimer.equals(row.holder) && !isTaken(claimer, payload);
    boolean excused = !changed && mayWait(claimer, payload);
    if (holds != changed && !excused) {
      violations.add(
          "%s %s %s: %s, where %s was due".formatted(claimer, verb, payload, changed, holds));
    }
  }

  /** A claim of the row lock form has locked a row, or found none. */
  void locked(String claimer, @Nullable String payload) {
    List<String> inWork =
        unfinished().filter(row -> row.takenBy != null).map(row -> row.payload).toList();
    if (payload != null && !inWork.isEmpty()) {
      violations.add("two in work: %s of %s beside %s".formatted(payload, claimer, inWork));
    }
    took(claimer, false, now, payload);
  }

  /** The transaction that had the row locked is over, and what it wrote, if anything, committed. */
  void unlocked(String payload, Event settlement) {
    Row row = row(payload);
    row.takenBy = null;
    row.finished |= settlement.equals(Event.ACK);
    row.attempt += settlement.equals(Event.RETRY) ? 1 : 0;
  }

  boolean isDone() {
    return unfinished().findAny().isEmpty();
  }

  boolean hasLease() {
    return unfinished().anyMatch(row -> row.leasedUntil != null);
  }

  /** The rows the database must show to all others, as {@code payload attempt leased}. */
  void compare(List<String> committed) {
    List<String> expected = unfinished().map(Row::toString).sorted().toList();
    if (!committed.equals(expected)) {
      violations.add("the table holds %s instead of %s".formatted(committed, expected));
    }
  }

  void violation(String what) {
    violations.add(what);
  }

  List<String> violations() {
    return List.copyOf(violations);
  }

  /** The steps made, in their order. */
  String history() {
    return String.join(", ", steps);
  }

  /** A row of the group. */
  static final class Row {

    private final String payload;
    private final int priority;
    private int attempt = 1;
    private boolean finished;
    private @Nullable String holder;
    private @Nullable String takenBy;
    private @Nullable Instant leasedUntil;

    private Row(String payload, int priority) {
      this.payload = payload;
      this.priority = priority;
    }

    private Instant leasedUntil() {
      return Objects.requireNonNull(leasedUntil);
    }

    private boolean isLive(Instant now) {
      return leasedUntil != null && leasedUntil.isAfter(now);
    }

    @Override
    public String toString() {
      return "%s %d %s".formatted(payload, attempt, leasedUntil == null ? "free" : "leased");
    }
  }
}
