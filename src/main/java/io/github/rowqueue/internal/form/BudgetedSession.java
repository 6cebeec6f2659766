package io.github.rowqueue.internal.form;

import io.github.rowqueue.error.StatementException;
import io.github.rowqueue.internal.jdbc.Session;
import java.sql.SQLException;

/**
 * A connection of the pool for the handlers of one run, beside those of claims, settlements and
 * extensions, which go on meanwhile.
 */
final class BudgetedSession implements HandlerSession {

  private final ConnectionBudget budget;
  private final Session session;

  private BudgetedSession(ConnectionBudget budget, Session session) {
    this.budget = budget;
    this.session = session;
  }

  /**
   * Borrows one.
   *
   * @param statement the name that exceptions quote
   * @throws StatementException if no connection can be had in time
   */
  static BudgetedSession open(FormContext context, ConnectionBudget budget, String statement) {
    if (!budget.await(context.statementTimeout())) {
      throw new StatementException(
          context.where(),
          statement,
          new SQLException(
              "no connection was free for it within %s; other handlers hold them: enlarge the pool, or lower workers"
                  .formatted(context.statementTimeout())));
    }
    boolean opened = false;
    try {
      BudgetedSession session =
          new BudgetedSession(
              budget, context.database().open(context.where(), context.statementTimeout()));
      opened = true;
      return session;
    } finally {
      if (!opened) {
        budget.giveBack();
      }
    }
  }

  @Override
  public Session session() {
    return session;
  }

  @Override
  public void giveBack() {
    try {
      session.close();
    } finally {
      budget.giveBack();
    }
  }

  @Override
  public void condemn() {
    session.condemn();
  }

  @Override
  public void discard() {
    try {
      session.abort();
    } finally {
      giveBack();
    }
  }
}
