package io.github.rowqueue.internal.form;

import io.github.rowqueue.dialect.Dialect;
import io.github.rowqueue.dialect.Event;
import io.github.rowqueue.dialect.Param.Meaning;
import io.github.rowqueue.dialect.Write;
import io.github.rowqueue.internal.jdbc.RowId;
import io.github.rowqueue.internal.jdbc.Session;
import io.github.rowqueue.internal.jdbc.TableBinding;
import io.github.rowqueue.internal.jdbc.Values;
import io.github.rowqueue.internal.jdbc.Values.Token;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The statements that extend leases of one table, each built once. Thread-safe. */
final class ExtensionWrites {

  private final TableBinding table;
  private final Dialect dialect;
  private final WriteRunner runner;
  private final Map<Integer, Write> batches = new ConcurrentHashMap<>();
  private final Map<Integer, Write.Counted> singles = new ConcurrentHashMap<>();

  ExtensionWrites(FormContext context) {
    this.table = context.table();
    this.dialect = context.database().dialect();
    this.runner = new WriteRunner(table);
  }

  /** Extends what carries one of the tokens and nobody locks; returns the ids of those rows. */
  Set<RowId> all(Session session, List<Token> tokens, Instant next) {
    Write write =
        batches.computeIfAbsent(
            BatchSize.of(tokens.size()),
            size -> dialect.leaseWriteAll(table.spec(), Event.EXTEND, size));
    return runner.all(session, write, values(tokens, next));
  }

  /**
   * A row the batch skipped may be locked by somebody: only a statement that waits can tell (SPEC
   * 13, 7).
   */
  boolean one(Session session, LeasedRow row, Instant next) {
    List<Token> tokens = row.tokensBefore(next);
    Write.Counted write =
        singles.computeIfAbsent(
            tokens.size(), size -> dialect.leaseWrite(table.spec(), Event.EXTEND, size));
    return runner.one(session, write, values(tokens, next));
  }

  private static Values values(List<Token> tokens, Instant next) {
    return new Values().rows(tokens).set(Meaning.LEASE_UNTIL, next);
  }
}
