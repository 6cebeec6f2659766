package io.github.rowqueue.internal.form;

import io.github.rowqueue.dialect.Claim;
import io.github.rowqueue.dialect.Guard;
import io.github.rowqueue.dialect.Param.Meaning;
import io.github.rowqueue.dialect.Statement;
import io.github.rowqueue.internal.jdbc.RawRow;
import io.github.rowqueue.internal.jdbc.RowId;
import io.github.rowqueue.internal.jdbc.Session;
import io.github.rowqueue.internal.jdbc.TableBinding;
import io.github.rowqueue.internal.jdbc.Values;
import io.github.rowqueue.internal.jdbc.Values.Token;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Runs the up to three steps of a {@link Claim}. The caller owns the transaction. */
final class ClaimRunner implements RowClaim {

  /**
   * How many candidates are read per row wanted, where claimers choose among them, and how many
   * times more if all of those are taken.
   */
  private static final int CANDIDATES_PER_ROW = 4;

  private final Claim claim;
  private final TableBinding table;

  ClaimRunner(Claim claim, TableBinding table) {
    this.claim = claim;
    this.table = table;
  }

  /**
   * Whether the claim is more than one statement and must run in a transaction even in the lease
   * form.
   */
  @Override
  public boolean needsTransaction() {
    return claim.stamps();
  }

  @Override
  public Optional<Guard> guard() {
    return claim.guard();
  }

  @Override
  public List<RawRow> run(Session session, Values values, int limit) {
    List<RawRow> rows = take(session, values, limit);
    if (!rows.isEmpty() && claim.stamps()) {
      List<Token> tokens = rows.stream().map(row -> Token.of(row.id())).toList();
      session.update(claim.stamp(tokens.size()), table, values.rows(tokens));
    }
    return claim.ordered() ? rows : ClaimOrder.sort(rows, table.spec());
  }

  private List<RawRow> take(Session session, Values values, int limit) {
    Optional<Statement> candidates = claim.candidates();
    if (candidates.isEmpty()) {
      return session.rows(claim.take(limit), table, values.set(Meaning.LIMIT, limit));
    }
    return lockSome(session, values, limit, candidates.get());
  }

  /**
   * Locks the first {@code limit} candidates that nobody holds. H2 locks every row a locking read
   * names, whatever its LIMIT (2.4 and 2.5, measured), so each read names no more ids than are
   * still wanted. Rows in work stand at the head of the candidates, so more are read until enough
   * are free or there are no others.
   */
  private List<RawRow> lockSome(Session session, Values values, int limit, Statement candidates) {
    List<RawRow> rows = new ArrayList<>();
    Set<RowId> tried = new HashSet<>();
    for (int window = limit * CANDIDATES_PER_ROW; ; window *= CANDIDATES_PER_ROW) {
      List<RowId> found = session.ids(candidates, table, values.set(Meaning.LIMIT, window));
      Iterator<Token> untried = found.stream().filter(tried::add).map(Token::of).iterator();
      while (rows.size() < limit && untried.hasNext()) {
        List<Token> chunk = new ArrayList<>();
        while (chunk.size() < limit - rows.size() && untried.hasNext()) {
          chunk.add(untried.next());
        }
        rows.addAll(session.rows(claim.take(chunk.size()), table, values.rows(chunk)));
      }
      if (rows.size() == limit || found.size() < window) {
        return rows;
      }
    }
  }
}
