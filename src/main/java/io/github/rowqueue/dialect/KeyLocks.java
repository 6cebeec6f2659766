package io.github.rowqueue.dialect;

import java.util.Objects;
import java.util.Optional;

/** What holds a lock key while its row is in work (the advisory form). */
public sealed interface KeyLocks {

  /**
   * A lock of the session, held without a transaction until it is given back or the session ends.
   * Each statement is one row of one number, 1 for yes.
   *
   * @param lock takes {@code KEY} if nobody holds it, this session included; never waits. Where
   *     there is an {@code unlockLast}, a second column tells, as one text, the settings of the
   *     session that a lock has changed
   * @param unlock gives {@code KEY} back; 1 if this session held it, and now does not
   * @param unlockLast as {@code unlock}, of the last key a session holds, and sets the session back
   *     to {@code SETTINGS}, as the lock of its first key has told them; empty if a lock changes
   *     none
   */
  record OfSession(Statement lock, Statement unlock, Optional<Statement> unlockLast)
      implements KeyLocks {
    /** Locks of a session. */
    public OfSession {
      Objects.requireNonNull(lock, "lock");
      Objects.requireNonNull(unlock, "unlock");
      Objects.requireNonNull(unlockLast, "unlockLast");
    }

    /** Locks that change no settings of their session. */
    public OfSession(Statement lock, Statement unlock) {
      this(lock, unlock, Optional.empty());
    }
  }

  /**
   * A name kept by this process, for a database that lives in it and has no locks to lend.
   *
   * @param database yields what the database is kept in, the same for every connection to it: a
   *     file, or a name in memory; empty where it has neither
   */
  record OfProcess(Statement database) implements KeyLocks {
    /** Locks of a process. */
    public OfProcess {
      Objects.requireNonNull(database, "database");
    }
  }
}
