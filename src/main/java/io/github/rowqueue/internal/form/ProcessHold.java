package io.github.rowqueue.internal.form;

import io.github.rowqueue.internal.jdbc.ReservedSession;
import io.github.rowqueue.internal.jdbc.Session;
import io.github.rowqueue.internal.jdbc.WriterLane.Rank;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;

/** A key held by this process, while no connection is. */
final class ProcessHold implements KeyHold {

  private final FormContext context;
  private final ConnectionBudget budget;
  private final ReservedSession reserved;
  private final ProcessKeys keys;
  private final String key;
  private final AtomicBoolean released = new AtomicBoolean();

  ProcessHold(
      FormContext context,
      ConnectionBudget budget,
      ReservedSession reserved,
      ProcessKeys keys,
      String key) {
    this.budget = budget;
    this.context = context;
    this.reserved = reserved;
    this.keys = keys;
    this.key = key;
  }

  @Override
  public String key() {
    return key;
  }

  @Override
  public <T> T use(Function<Session, T> work) {
    return reserved.use(
        context.statementTimeout(),
        session -> context.database().lane().write(Rank.SETTLE, () -> work.apply(session)));
  }

  @Override
  public HandlerSession lend() {
    return BudgetedSession.open(context, budget, "advisory/transaction");
  }

  @Override
  public boolean isOfSession() {
    return false;
  }

  @Override
  public void release() {
    if (released.compareAndSet(false, true)) {
      keys.unlock(key);
    }
  }

  @Override
  public boolean wasHeld() {
    return true;
  }

  @Override
  public void abandon() {
    // The key stays here until the handler returns.
  }

  @Override
  public void leave(AdvisoryRow row) {
    // Nothing else was kept for it.
  }
}
