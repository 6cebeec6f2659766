package io.github.rowqueue.bench;

import io.github.rowqueue.table.TableSpec;

/** A way to drain a table. */
interface Contender {

  String name();

  /** The table it drains, and its indexes. */
  TableSpec spec();

  /** Whether it keeps the rows of a key in their order. */
  boolean ordered();

  /** Drains the table, telling {@code handled}, until every row is settled. */
  double drain(BenchDatabase database, int workers, Handled handled) throws Exception;
}
