package io.github.rowqueue.internal.form;

import io.github.rowqueue.dialect.Guard;
import io.github.rowqueue.internal.jdbc.RawRow;
import io.github.rowqueue.internal.jdbc.Session;
import io.github.rowqueue.internal.jdbc.Values;
import java.util.List;
import java.util.Optional;

/** How rows are chosen and taken: by Rowqueue's statements, or by the service's own choice. */
interface RowClaim {

  /** Whether it must run in a transaction even in the lease form. */
  boolean needsTransaction();

  /** What must be held before it starts, in a table whose groups keep their order. */
  Optional<Guard> guard();

  /**
   * The transaction of rows it took in the row lock form has ended, and its guard is given back.
   */
  default void over() {
    // Nothing is remembered of them.
  }

  /**
   * Takes up to {@code limit} rows, in the order of their delivery. The caller owns the
   * transaction.
   */
  List<RawRow> run(Session session, Values values, int limit);
}
