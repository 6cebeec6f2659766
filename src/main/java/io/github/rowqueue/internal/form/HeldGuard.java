package io.github.rowqueue.internal.form;

import io.github.rowqueue.dialect.Guard;
import io.github.rowqueue.dialect.Statement;
import io.github.rowqueue.error.StatementException;
import io.github.rowqueue.internal.jdbc.Session;
import io.github.rowqueue.internal.jdbc.TableBinding;
import io.github.rowqueue.internal.jdbc.Values;
import io.github.rowqueue.table.Isolation;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The guard of a FIFO group in this process's hands, and the transaction it was taken for. Given
 * back once, after that transaction has ended; by any thread.
 */
final class HeldGuard {

  private static final Logger LOG = LoggerFactory.getLogger(HeldGuard.class);

  /** The guards this process keeps for databases that live in it. */
  static final Set<String> IN_PROCESS = ConcurrentHashMap.newKeySet();

  private final Runnable giveBack;
  private final AtomicBoolean over = new AtomicBoolean();

  HeldGuard(Runnable giveBack) {
    this.giveBack = giveBack;
  }

  /** Stands where a claim needs no guard, and where it ends with its transaction by itself. */
  static HeldGuard nothingToRelease() {
    return new HeldGuard(() -> {});
  }

  /**
   * Opens the transaction of {@code claim}, under its guard if it has one.
   *
   * @return what is to be released when that transaction has ended; empty if the group is held
   *     elsewhere, and there is nothing to claim
   */
  static Optional<HeldGuard> begin(
      RowClaim claim, Session session, TableBinding table, Values values, Isolation isolation) {
    Optional<Guard> guard = claim.guard();
    if (guard.isPresent()) {
      return tryTake(guard.get(), session, table, values, isolation);
    }
    session.begin(isolation);
    return Optional.of(nothingToRelease());
  }

  /**
   * Tries {@code guard} and opens the claim's transaction: after it, unless the guard is the
   * transaction's own, so that no snapshot is older than the guard.
   *
   * @return empty if another claim or delivery holds the group; a transaction may be open then
   */
  private static Optional<HeldGuard> tryTake(
      Guard guard, Session session, TableBinding table, Values values, Isolation isolation) {
    if (guard instanceof Guard.OfTransaction) {
      session.begin(isolation);
      return isOne(session, guard.take(), table, values)
          ? Optional.of(nothingToRelease())
          : Optional.empty();
    }
    Optional<HeldGuard> held =
        guard instanceof Guard.OfSession ofSession
            ? ofSession(ofSession, session, table, values)
            : ofProcess(session.ask(guard.take(), table, values));
    held.ifPresent(taken -> taken.begin(session, isolation));
    return held;
  }

  private static Optional<HeldGuard> ofSession(
      Guard.OfSession guard, Session session, TableBinding table, Values values) {
    boolean answered = false;
    try {
      boolean taken = isOne(session, guard.take(), table, values);
      answered = true;
      return taken
          ? Optional.of(new HeldGuard(() -> confirm(guard.release(), session, table, values)))
          : Optional.empty();
    } finally {
      if (!answered) { // the server may have given it all the same: a time-out can come after it
        session.abort();
      }
    }
  }

  private static Optional<HeldGuard> ofProcess(String name) {
    return IN_PROCESS.add(name)
        ? Optional.of(new HeldGuard(() -> IN_PROCESS.remove(name)))
        : Optional.empty();
  }

  void begin(Session session) {
    begin(session, Isolation.DEFAULT);
  }

  private void begin(Session session, Isolation isolation) {
    boolean begun = false;
    try {
      session.begin(isolation);
      begun = true;
    } finally {
      if (!begun) {
        releaseAfter(session::rollback);
      }
    }
  }

  /** A session that may still hold the group must not serve anybody else. */
  private static void confirm(
      Statement release, Session session, TableBinding table, Values values) {
    boolean confirmed = false;
    try {
      confirmed = isOne(session, release, table, values);
    } catch (StatementException gone) {
      LOG.debug("{} failed", release.name(), gone);
    } finally {
      if (!confirmed) {
        LOG.debug("{} was not confirmed, so the connection is cut off", release.name());
        session.abort();
      }
    }
  }

  /** As above, of {@code count} guards at once. */
  static void confirmAll(
      Statement release, int count, Session session, TableBinding table, Values values) {
    boolean confirmed = false;
    try {
      confirmed =
          session.askEach(release, table, values).values().stream().filter("1"::equals).count()
              == count;
    } catch (StatementException gone) {
      LOG.debug("{} failed", release.name(), gone);
    } finally {
      if (!confirmed) {
        LOG.debug("{} was not confirmed, so the connection is cut off", release.name());
        session.abort();
      }
    }
  }

  private static boolean isOne(
      Session session, Statement statement, TableBinding table, Values values) {
    return session.ask(statement, table, values).equals("1");
  }

  /** This guard, after which {@code then} runs when it is given back. */
  HeldGuard andThen(Runnable then) {
    return new HeldGuard(
        () -> {
          try {
            release();
          } finally {
            then.run();
          }
        });
  }

  /** Gives the guard back after {@code end}, which ends the transaction, however that goes. */
  void releaseAfter(Runnable end) {
    try {
      end.run();
    } finally {
      release();
    }
  }

  /** Gives the guard back; the transaction it was taken for has ended. */
  void release() {
    if (over.compareAndSet(false, true)) {
      giveBack.run();
    }
  }
}
