package io.github.rowqueue.internal.form;

import io.github.rowqueue.internal.jdbc.ReservedSession;
import io.github.rowqueue.internal.jdbc.Session;
import io.github.rowqueue.internal.jdbc.WriterLane.Rank;
import java.util.List;
import java.util.function.BiFunction;

/** Keys live in this process (SQLite, H2): a claim takes rows for all free workers at once. */
final class ProcessPlace implements KeyPlace {

  private final FormContext context;
  private final ConnectionBudget budget;
  private final ReservedSession reserved;
  private final ProcessKeys keys;

  /** A place whose handlers have transactions within {@code budget}. */
  ProcessPlace(
      FormContext context, ConnectionBudget budget, ReservedSession reserved, ProcessKeys keys) {
    this.context = context;
    this.budget = budget;
    this.reserved = reserved;
    this.keys = keys;
  }

  @Override
  public boolean claimsSideBySide() {
    return false;
  }

  @Override
  public boolean reserve(Runnable freed) {
    return true;
  }

  @Override
  public void unreserve() {
    // A claim takes its connection only for its statements.
  }

  @Override
  public List<AdvisoryRow> claim(
      KeyClaim claim, int limit, BiFunction<KeyClaim.Taken, KeyHold, AdvisoryRow> row) {
    try (Session session = context.database().open(context.where(), context.statementTimeout())) {
      return context
          .database()
          .lane()
          .write(Rank.CLAIM, () -> claim.run(session, keys, limit, true))
          .stream()
          .map(
              taken ->
                  row.apply(taken, new ProcessHold(context, budget, reserved, keys, taken.key())))
          .toList();
    }
  }

  @Override
  public void check() {
    // There is no session to lose.
  }

  @Override
  public void close() {
    keys.close();
  }
}
