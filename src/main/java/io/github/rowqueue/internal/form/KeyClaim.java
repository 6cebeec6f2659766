package io.github.rowqueue.internal.form;

import io.github.rowqueue.dialect.AdvisoryClaim;
import io.github.rowqueue.dialect.Failure;
import io.github.rowqueue.dialect.Param.Meaning;
import io.github.rowqueue.error.StatementException;
import io.github.rowqueue.internal.jdbc.RawRow;
import io.github.rowqueue.internal.jdbc.RowId;
import io.github.rowqueue.internal.jdbc.Session;
import io.github.rowqueue.internal.jdbc.Values;
import io.github.rowqueue.internal.jdbc.Values.Token;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads candidates in claim order and takes those whose key it gets: a lock first, then a take that
 * sees what the last holder of the key has written (B90). A key that is held is passed over, and
 * where the rows of such keys fill what was read, the next read leaves them out. Thread-safe.
 */
final class KeyClaim {

  private static final Logger LOG = LoggerFactory.getLogger(KeyClaim.class);

  /** How many keys a read leaves out at most. */
  private static final int MOST_EXCLUDED = 512;

  private final FormContext context;
  private final AdvisoryClaim claim;
  private final ClaimRunner take;
  private final RowFetch fetch;
  private final KeysHere here;
  private final AtomicInteger running = new AtomicInteger();

  KeyClaim(FormContext context, AdvisoryClaim claim, KeysHere here) {
    this.context = context;
    this.claim = claim;
    this.take = new ClaimRunner(claim.take(), context.table());
    this.fetch = new RowFetch(context);
    this.here = here;
  }

  /**
   * A row that was taken, and the key that was locked for it.
   *
   * @param row the row as it was before
   * @param key the key as the candidates gave it
   */
  record Taken(RawRow row, String key) {}

  private record Candidate(RowId id, String key) {}

  /**
   * Takes up to {@code limit} rows.
   *
   * @param together whether one transaction takes them all, else one each
   */
  List<Taken> run(Session session, KeyLocker locks, int limit, boolean together) {
    running.incrementAndGet();
    try {
      return new Run(session, locks, limit, together).run();
    } finally {
      running.decrementAndGet();
    }
  }

  /** One claim, by one thread. */
  private final class Run {

    private final Session session;
    private final KeyLocker locks;
    private final int limit;
    private final boolean together;
    private final Values values = new Values();
    private final Set<RowId> seen = new HashSet<>();
    private final Set<String> refused = new HashSet<>();
    private final List<Taken> taken = new ArrayList<>();
    private boolean begun;

    Run(Session session, KeyLocker locks, int limit, boolean together) {
      this.session = session;
      this.locks = locks;
      this.limit = limit;
      this.together = together;
      values.set(Meaning.GROUP, context.subscription().name()).set(Meaning.NOW, context.now());
      values.set(Meaning.ATTEMPT_ROOM, SettlementValues.attemptRoom(context));
    }

    List<Taken> run() {
      try {
        look();
        if (begun) {
          session.commit();
        }
        return taken;
      } catch (StatementException failure) {
        boolean kept = !together && !taken.isEmpty();
        if (kept && context.database().classify(failure) != Failure.CONNECTION) {
          LOG.warn("{}: a claim took fewer rows than it might", context.where(), failure);
          return taken;
        }
        undo();
        throw failure;
      } catch (RuntimeException | Error defect) {
        undo();
        throw defect;
      }
    }

    /** Rows taken each on their own keep the attempt that was counted, as after a crash. */
    private void undo() {
      session.rollback();
      taken.forEach(row -> giveBack(row.key()));
    }

    private void look() {
      int others = here.size() + running.get() - 1; // whose rows still stand before those behind
      for (int window = limit + others; ; window = Math.min(window, 1 << 20) * 2) {
        List<Candidate> found = candidates(window);
        boolean more = false;
        for (Candidate candidate : found) {
          if (!seen.add(candidate.id())) {
            continue;
          }
          more = true;
          if (!refused.contains(candidate.key()) && tryTake(candidate) && taken.size() == limit) {
            return;
          }
        }
        if (found.size() < window || !more || refused.size() > MOST_EXCLUDED) {
          return;
        }
      }
    }

    private List<Candidate> candidates(int window) {
      values.set(Meaning.LIMIT, window);
      int excluded = refused.isEmpty() ? 0 : Integer.highestOneBit(refused.size() * 2 - 1);
      values.keys(List.copyOf(refused));
      return session.all(
          claim.candidates(excluded),
          context.table(),
          values,
          rows -> new Candidate(RowId.of(rows.getObject(1)), String.valueOf(rows.getString(2))));
    }

    private boolean tryTake(Candidate candidate) {
      String key = candidate.key();
      if (!here.enter(key)) {
        refused.add(key);
        return false;
      }
      boolean locked = false;
      boolean took = false;
      try {
        locked = locks.lock(key);
        if (!locked) {
          refused.add(key);
          return false;
        }
        Optional<RawRow> row = take(candidate);
        row.ifPresent(found -> taken.add(new Taken(found, key)));
        took = row.isPresent();
        return took;
      } finally {
        if (!took && locked) {
          giveBack(key);
        } else if (!took) {
          here.refused(key);
        }
      }
    }

    private void giveBack(String key) {
      try {
        locks.unlock(key);
      } finally {
        here.leave(key);
      }
    }

    private Optional<RawRow> take(Candidate candidate) {
      Values row = values.forRows(List.of(Token.of(candidate.id())));
      row.keys(List.of(candidate.key()));
      boolean transaction = together || take.needsTransaction() || fetch.isOwn();
      if (!transaction) {
        return takeAtOnce(row);
      }
      if (together) {
        if (!begun) {
          session.begin();
          begun = true;
        }
        return fetch.fetch(session, take.run(session, row, 1)).stream().findFirst();
      }
      return takeAlone(row);
    }

    /** One statement, which the session may have wrapped in a transaction for its level. */
    private Optional<RawRow> takeAtOnce(Values row) {
      try {
        return take.run(session, row, 1).stream().findFirst();
      } finally {
        session.rollback();
      }
    }

    /**
     * In a transaction of its own, which is over before the key is given back: what came after
     * would be undone with it, the return of an own lock or the outcome of an earlier row.
     */
    private Optional<RawRow> takeAlone(Values row) {
      session.begin();
      try {
        List<RawRow> rows = fetch.fetch(session, take.run(session, row, 1));
        if (!rows.isEmpty()) {
          session.commit();
        }
        return rows.stream().findFirst();
      } finally {
        session.rollback(); // of no effect after a commit
      }
    }
  }
}
