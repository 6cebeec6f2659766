package io.github.rowqueue.dialect;

import java.util.Objects;

/**
 * What keeps the claims of one FIFO group apart, so that no two of them choose a head at the same
 * time. It is tried, never waited for, and always in a statement of its own before the claim: a
 * claim that shared its snapshot would see the group as it was before the guard was taken, and
 * lease a second row (29 of 540 on PostgreSQL 17.5).
 *
 * <p>Which of the three a database has decides who gives it back.
 */
public sealed interface Guard {

  /** The statement that is run before the claim: one row, one column. */
  Statement take();

  /**
   * Belongs to the transaction of the claim and ends with it, however it ends.
   *
   * @param take taken in that transaction; yields 1, or 0 if another transaction holds it
   */
  record OfTransaction(Statement take) implements Guard {
    /** A guard of a transaction. */
    public OfTransaction {
      Objects.requireNonNull(take, "take");
    }
  }

  /**
   * Belongs to the session: taken before the claim's transaction, given back after its end. A
   * session that does not confirm that must be closed, or its next borrower would hold the group.
   *
   * @param take yields 1, or 0 if another session holds it
   * @param release yields 1 if this session held it, and now does not
   */
  record OfSession(Statement take, Statement release) implements Guard {
    /** A guard of a session. */
    public OfSession {
      Objects.requireNonNull(take, "take");
      Objects.requireNonNull(release, "release");
    }
  }

  /**
   * Kept in this process, for a database that lives in it and has no locks of its own to lend.
   *
   * @param take yields the name of the guard, the same for every connection to the database
   */
  record OfProcess(Statement take) implements Guard {
    /** A guard of a process. */
    public OfProcess {
      Objects.requireNonNull(take, "take");
    }
  }
}
