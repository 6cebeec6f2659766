package io.github.rowqueue.internal.form;

import io.github.rowqueue.internal.jdbc.RawRow;
import io.github.rowqueue.internal.jdbc.Session;
import io.github.rowqueue.internal.jdbc.Values;
import java.util.List;

/** A whole claim of the lease form, with its transactions and its guards. */
interface Taking {

  /**
   * Takes up to {@code limit} rows, in the order of their delivery; nothing is left open on the
   * session.
   */
  List<RawRow> take(Session session, Values values, int limit);

  /**
   * Tells whom to wake after a claim that has found too few rows, and has not looked everywhere.
   */
  default void onRest(Runnable wake) {
    // Most claims look everywhere.
  }
}
