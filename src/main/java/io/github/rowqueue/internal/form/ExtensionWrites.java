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
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The statements that extend leases of one table, each built once. Thread-safe. */
final class ExtensionWrites {

  private final TableBinding table;
  private final Dialect dialect;
  private final WriteRunner runner;
  private final OwnWrites own;
  private final LeaseReader reader;
  private final Map<Integer, Write> batches = new ConcurrentHashMap<>();
  private final Map<Integer, Write.Counted> singles = new ConcurrentHashMap<>();

  ExtensionWrites(FormContext context, OwnWrites own, LeaseReader reader) {
    this.table = context.table();
    this.dialect = context.database().dialect();
    this.runner = new WriteRunner(table);
    this.own = own;
    this.reader = reader;
  }

  /**
   * Extends what carries one of the tokens and nobody locks; returns the ids of those rows. None
   * where the service or its dialect extends row by row.
   */
  Set<RowId> all(Session session, List<Token> tokens, Instant next) {
    if (own.has(Event.EXTEND)) {
      return Set.of();
    }
    Write write =
        batches.computeIfAbsent(
            BatchSize.of(tokens.size()),
            size -> dialect.leaseWriteAll(table.spec(), Event.EXTEND, size));
    return write instanceof Write.Singly
        ? Set.of()
        : new HashSet<>(runner.all(session, write, values(tokens, next)));
  }

  /**
   * A row the batch skipped may be locked by somebody: only a statement that waits can tell (SPEC
   * 13, 7).
   */
  boolean one(Session session, LeasedRow row, Instant next) {
    List<Token> tokens = row.tokensBefore(next);
    if (own.has(Event.EXTEND)) {
      return ownExtend(session, row, tokens, next);
    }
    Write.Counted write =
        singles.computeIfAbsent(
            tokens.size(), size -> dialect.leaseWrite(table.spec(), Event.EXTEND, size));
    return runner.one(session, write, values(tokens, next));
  }

  /** Whether the row carries one of its tokens; waits for nobody who locks it. */
  boolean isThere(Session session, LeasedRow row) {
    return !own.has(Event.EXTEND) && reader.isThere(session, row);
  }

  private boolean ownExtend(Session session, LeasedRow row, List<Token> tokens, Instant next) {
    session.begin();
    boolean extended =
        tokens.stream().anyMatch(token -> own.extend(session, row.row(), token, next));
    if (extended) {
      session.commit();
    } else {
      session.rollback();
    }
    return extended;
  }

  private static Values values(List<Token> tokens, Instant next) {
    return new Values().rows(tokens).set(Meaning.LEASE_UNTIL, next);
  }
}
