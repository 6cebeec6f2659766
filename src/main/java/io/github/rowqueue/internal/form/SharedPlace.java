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
    KeySession session = session();
    int room = Math.min(limit, MOST_KEYS - session.size());
    if (room <= 0) {
      return List.of();
    }
    List<AdvisoryRow> rows = new ArrayList<>();
    for (KeyClaim.Taken taken : session.claim(claim, room)) {
      AdvisoryRow entered = row.apply(taken, new SessionHold(session, taken.key(), true));
      session.enter(entered);
      rows.add(entered);
    }
    return rows;
  }

  /** The session with the fewest keys; a new one while there are fewer than there may be. */
  private synchronized KeySession session() {
    sessions.stream().filter(session -> !session.isAlive()).forEach(KeySession::close);
    sessions.removeIf(session -> !session.isAlive());
    Optional<KeySession> idlest = sessions.stream().min(Comparator.comparingInt(KeySession::size));
    boolean enough = sessions.size() >= most || idlest.filter(one -> one.size() == 0).isPresent();
    if (idlest.isPresent() && enough) {
      return idlest.get();
    }
    try {
      KeySession opened = new KeySession(context, locks);
      sessions.add(opened);
      return opened;
    } catch (StatementException none) {
      LOG.debug("{}: no further session for its keys", context.where(), none);
      return idlest.orElseThrow(() -> none);
    }
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
