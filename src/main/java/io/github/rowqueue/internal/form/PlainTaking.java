package io.github.rowqueue.internal.form;

import io.github.rowqueue.internal.jdbc.RawRow;
import io.github.rowqueue.internal.jdbc.Session;
import io.github.rowqueue.internal.jdbc.Values;
import io.github.rowqueue.table.Isolation;
import java.util.List;
import java.util.Optional;

/** A {@link RowClaim} of the lease form: in a transaction where it needs one, under its guard. */
final class PlainTaking implements Taking {

  private final FormContext context;
  private final RowClaim claim;
  private final RowFetch fetch;

  PlainTaking(FormContext context, RowClaim claim, RowFetch fetch) {
    this.context = context;
    this.claim = claim;
    this.fetch = fetch;
  }

  @Override
  public List<RawRow> take(Session session, Values values, int limit) {
    boolean transaction = claim.needsTransaction() || claim.guard().isPresent() || fetch.isOwn();
    return transaction ? inTransaction(session, values, limit) : claim.run(session, values, limit);
  }

  private List<RawRow> inTransaction(Session session, Values values, int limit) {
    Optional<HeldGuard> guard =
        HeldGuard.begin(claim, session, context.table(), values, Isolation.DEFAULT);
    if (guard.isEmpty()) {
      session.rollback();
      return List.of();
    }
    try {
      List<RawRow> rows = fetch.fetch(session, claim.run(session, values, limit));
      if (!rows.isEmpty()) {
        session.commit();
      }
      return rows;
    } finally {
      guard.get().releaseAfter(session::rollback);
    }
  }
}
