package io.github.rowqueue.internal.form;

import io.github.rowqueue.dialect.KeyLocks;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;

/** Each claim has a session of its own, which holds the keys of its rows until the last is over. */
final class SessionPlace implements KeyPlace {

  /** After how long without a statement a session is asked whether it is still there. */
  static final Duration SIGN_OF_LIFE = Duration.ofSeconds(5);

  private final FormContext context;
  private final KeyLocks.OfSession locks;
  private final ConnectionBudget budget;
  private final boolean oneByOne;
  private final Set<KeySession> open = ConcurrentHashMap.newKeySet();

  /**
   * A place.
   *
   * @param oneByOne whether a session holds one key at most, since it might get the lock of another
   *     key that is the same lock to the service's own statements
   */
  SessionPlace(
      FormContext context, KeyLocks.OfSession locks, ConnectionBudget budget, boolean oneByOne) {
    this.oneByOne = oneByOne;
    this.context = context;
    this.locks = locks;
    this.budget = budget;
  }

  @Override
  public boolean claimsSideBySide() {
    return true;
  }

  @Override
  public boolean reserve(Runnable freed) {
    return budget.tryTake(freed);
  }

  @Override
  public void unreserve() {
    budget.giveBack();
  }

  @Override
  public List<AdvisoryRow> claim(
      KeyClaim claim, int limit, BiFunction<KeyClaim.Taken, KeyHold, AdvisoryRow> row) {
    int most = oneByOne ? 1 : limit;
    KeySession session = new KeySession(context, locks);
    List<AdvisoryRow> rows = new ArrayList<>();
    try {
      open.add(session);
      session.onEnd(() -> open.remove(session));
      for (KeyClaim.Taken taken : session.claim(claim, most)) {
        AdvisoryRow entered = row.apply(taken, new SessionHold(session, taken.key(), false));
        session.enter(entered);
        rows.add(entered);
      }
      if (!rows.isEmpty()) { // from here on the reservation is that of the rows
        session.onEnd(
            () -> {
              open.remove(session);
              budget.giveBack();
            });
      }
      return rows;
    } finally {
      if (rows.isEmpty()) {
        session.close();
      }
    }
  }

  @Override
  public void check() {
    open.forEach(session -> session.check(SIGN_OF_LIFE.toNanos()));
  }

  @Override
  public void close() {
    open.forEach(KeySession::close);
  }
}
