package io.github.rowqueue.dialect;

import java.util.List;
import java.util.Objects;

/** How a settlement, extension or release is written, and how it tells which rows it changed. */
public sealed interface Write {

  /** The name that logs and exceptions quote. */
  String name();

  /**
   * Waits for a locked row. Run in one transaction; the update count of the last statement says how
   * many rows changed. A count of 0 means that nothing may be committed.
   *
   * @param name the event's name, also where there is no statement
   * @param statements one; or a copy followed by the delete that decides; or none, where the row
   *     stays as it is (a row lock retry without an attempt column, an advisory retry): the end of
   *     the lock gives the row back (B57, B89)
   */
  record Counted(String name, List<Statement> statements) implements Write {
    /** Copies the list. */
    public Counted {
      Objects.requireNonNull(name, "name");
      statements = List.copyOf(statements);
    }

    /** A write named after its last statement, the one whose count decides. */
    public Counted(List<Statement> statements) {
      this(statements.get(statements.size() - 1).name(), statements);
    }

    /** The write {@code name}, which has nothing to write. */
    public static Counted nothing(String name) {
      return new Counted(name, List.of());
    }
  }

  /**
   * Skips locked rows. One statement whose result lists the ids of the rows it changed; a row that
   * is missing there is locked or lost, and only a write of its own can tell.
   *
   * @param statement the statement
   */
  record Returning(Statement statement) implements Write {
    @Override
    public String name() {
      return statement.name();
    }
  }

  /**
   * Skips locked rows. In one transaction {@code lock} lists the ids that carry their tokens and
   * are free, then {@code writes} change just these; they name as many ids as {@code lock} has
   * tokens, so the ids found are repeated to fill them.
   *
   * @param lock the locking read; a plain one where a writer is alone anyway
   * @param writes the write by id, or a copy followed by the delete
   */
  record LockThenWrite(Statement lock, List<Statement> writes) implements Write {
    /** Copies the list. */
    public LockThenWrite {
      writes = List.copyOf(writes);
    }

    @Override
    public String name() {
      return writes.get(writes.size() - 1).name();
    }
  }

  /**
   * No batch: the rows are written one by one, by what {@link Dialect#leaseWrite} says of the same
   * event. For a dialect that changes that statement, and has no need for speed.
   *
   * @param name the event's name
   */
  record Singly(String name) implements Write {
    /** Refuses a missing name. */
    public Singly {
      Objects.requireNonNull(name, "name");
    }
  }
}
