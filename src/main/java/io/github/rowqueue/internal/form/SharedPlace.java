package io.github.rowqueue.internal.form;

import io.github.rowqueue.dialect.KeyLocks;
import io.github.rowqueue.error.StatementException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A few sessions hold the keys of all rows in work, and outlive them. One claim at a time takes
 * rows for all free workers. With a session every row that hangs on it is lost; the next claim
 * opens another.
 */
final class SharedPlace implements KeyPlace {

  private static final Logger LOG = LoggerFactory.getLogger(SharedPlace.class);

  /**
   * Far below what a server has room for: PostgreSQL runs out of memory for locks, for everybody,
   * at some 20 000 (17.5, 200 connections).
   */
  private static final int MOST_KEYS = 1000;

  private final FormContext context;
  private final KeyLocks.OfSession locks;
  private final int most;
  private final List<KeySession> sessions = new ArrayList<>();
  private boolean closed;

  /** When the pool, which had no connection to give, is asked for one again. */
  private volatile long openAt = System.nanoTime();

  SharedPlace(FormContext context, KeyLocks.OfSession locks, int most) {
    this.context = context;
    this.locks = locks;
    this.most = most;
  }

  @Override
  public boolean claimsSideBySide() {
    return false;
  }

  @Override
  public boolean reserve(Runnable freed) {
    return true;
  }

  @Override
  public void unreserve() {
    // The sessions are kept between claims.
  }

  @Override
  public List<AdvisoryRow> claim(
      KeyClaim claim, int limit, BiFunction<KeyClaim.Taken, KeyHold, AdvisoryRow> row) {
    Optional<KeySession> found = session();
    int room = Math.min(limit, MOST_KEYS - found.map(KeySession::size).orElse(MOST_KEYS));
    if (found.isEmpty() || room <= 0) {
      return List.of();
    }
    KeySession session = found.get();
    List<AdvisoryRow> rows = new ArrayList<>();
    for (KeyClaim.Taken taken : session.claim(claim, room)) {
      AdvisoryRow entered = row.apply(taken, new SessionHold(session, taken.key(), true));
      session.enter(entered);
      rows.add(entered);
    }
    return rows;
  }

  /**
   * The session with the fewest keys; a new one while there are fewer than there may be; none after
   * the end. Waits for the pool outside of the guard, and takes a tenth of the time for that where
   * the pool has none to give: rows are claimed on what there is.
   */
  private Optional<KeySession> session() {
    Optional<KeySession> idlest = idlest();
    if (idlest.isPresent() && (isEnough(idlest.get()) || System.nanoTime() - openAt < 0)) {
      return idlest;
    }
    long started = System.nanoTime();
    try {
      return entered(new KeySession(context, locks));
    } catch (StatementException none) {
      long ended = System.nanoTime();
      openAt = ended + 9 * (ended - started);
      LOG.debug("{}: no further session for its keys", context.where(), none);
      return Optional.of(idlest.orElseThrow(() -> none));
    }
  }

  private synchronized Optional<KeySession> idlest() {
    sessions.stream().filter(session -> !session.isAlive()).forEach(KeySession::close);
    sessions.removeIf(session -> !session.isAlive());
    return sessions.stream().min(Comparator.comparingInt(KeySession::size));
  }

  private synchronized boolean isEnough(KeySession idlest) {
    return sessions.size() >= most || idlest.size() == 0;
  }

  private Optional<KeySession> entered(KeySession opened) {
    synchronized (this) {
      if (!closed) {
        sessions.add(opened);
        return Optional.of(opened);
      }
    }
    opened.close();
    return Optional.empty();
  }

  @Override
  public void check() {
    List<KeySession> all;
    synchronized (this) {
      all = closed ? List.of() : List.copyOf(sessions);
    }
    all.forEach(session -> session.check(SessionPlace.SIGN_OF_LIFE.toNanos()));
  }

  @Override
  public synchronized void close() {
    closed = true;
    sessions.forEach(KeySession::close);
    sessions.clear();
  }
}
