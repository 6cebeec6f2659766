package io.github.rowqueue.dialect;

import java.util.List;

/** How a settlement, extension or release is written, and how it tells which rows it changed. */
public sealed interface Write {

  /** The name that logs and exceptions quote. */
  String name();

  /**
   * Waits for a locked row. Run in one transaction; the update count of the last statement says how
   * many rows changed. A count of 0 means that nothing may be committed.
   *
   * @param statements one, or a copy followed by the delete that decides
   */
  record Counted(List<Statement> statements) implements Write {
    /** Copies the list. */
    public Counted {
      statements = List.copyOf(statements);
    }

    @Override
    public String name() {
      return statements.get(statements.size() - 1).name();
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
   * are free, then {@code write} changes just these; it names as many ids as {@code lock} has
   * tokens, so the ids found are repeated to fill it.
   *
   * @param lock the locking read
   * @param write the write by id
   */
  record LockThenWrite(Statement lock, Statement write) implements Write {
    @Override
    public String name() {
      return write.name();
    }
  }
}
