package io.github.rowqueue.internal.form;

import io.github.rowqueue.dialect.Claim;
import io.github.rowqueue.dialect.Guard;
import io.github.rowqueue.dialect.Param.Meaning;
import io.github.rowqueue.dialect.Statement;
import io.github.rowqueue.internal.jdbc.OwnFailure;
import io.github.rowqueue.internal.jdbc.RawRow;
import io.github.rowqueue.internal.jdbc.RowId;
import io.github.rowqueue.internal.jdbc.Session;
import io.github.rowqueue.internal.jdbc.Values;
import io.github.rowqueue.internal.jdbc.Values.Token;
import io.github.rowqueue.subscribe.OwnAction;
import io.github.rowqueue.subscribe.OwnClaim;
import io.github.rowqueue.subscribe.OwnEvent;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A claim whose rows the service chooses. What it chose is only proposed: rows that are finished,
 * held or locked by others are left out, and the rest is locked, and leased in the lease form, by
 * Rowqueue's own statements in the same transaction, so that two claimers never share a row (B305).
 */
final class OwnClaimRunner implements RowClaim {

  /**
   * How many rows are asked for at least in the lease form, where fresh rows may stand behind rows
   * whose lease ran out, and the other way round.
   */
  private static final int WINDOW = 100;

  /** How many of them are locked at a time; what is not taken is free again with the commit. */
  private static final int CHUNK = 16;

  private final FormContext context;
  private final OwnAction action;
  private final String name;
  private final List<Statement> query;
  private final Claim claim;
  private final Optional<Guard> guard;

  private OwnClaimRunner(
      FormContext context, OwnAction action, boolean suspects, Optional<Guard> guard) {
    this.context = context;
    this.action = action;
    this.name =
        OwnWrites.name(context.database().dialect().name(), context.table().spec(), OwnEvent.CLAIM);
    this.query =
        action instanceof OwnAction.Sql sql
            ? OwnWrites.statements(sql, name, context.table().spec())
            : List.of();
    this.claim = context.database().dialect().claimByIds(context.table().spec(), suspects);
    this.guard = guard;
  }

  /** The service's own claim, or {@code ours} where it has none. */
  static RowClaim orElse(FormContext context, boolean suspects, Claim ours) {
    return orElse(context, suspects, ours, claim -> new ClaimRunner(claim, context.table()));
  }

  /** As above, where {@code runner} runs ours. */
  static RowClaim orElse(
      FormContext context, boolean suspects, Claim ours, Function<Claim, RowClaim> runner) {
    return context
        .subscription()
        .statements()
        .action(OwnEvent.CLAIM)
        .<RowClaim>map(action -> new OwnClaimRunner(context, action, suspects, ours.guard()))
        .orElseGet(() -> runner.apply(ours));
  }

  @Override
  public boolean needsTransaction() {
    return true;
  }

  /** That of our claim: whatever the service chooses, one row of a FIFO group is in work (B121). */
  @Override
  public Optional<Guard> guard() {
    return guard;
  }

  @Override
  public List<RawRow> run(Session session, Values values, int limit) {
    boolean leases = claim.stamps();
    List<RowId> chosen = choose(session, values, leases ? Math.max(limit, WINDOW) : limit);
    List<RawRow> found = new ArrayList<>();
    int chunk = leases ? Math.max(limit, CHUNK) : limit;
    for (int from = 0; from < chosen.size() && found.size() < limit; from += chunk) {
      found.addAll(
          take(session, values, chosen.subList(from, Math.min(chosen.size(), from + chunk))));
    }
    List<RawRow> taken = found.subList(0, Math.min(limit, found.size()));
    if (!taken.isEmpty() && leases) {
      List<Token> tokens = taken.stream().map(row -> Token.of(row.id())).toList();
      session.update(claim.stamp(tokens.size()), context.table(), values.forRows(tokens));
    }
    return taken;
  }

  private List<RawRow> take(Session session, Values values, List<RowId> chosen) {
    List<Token> tokens = chosen.stream().map(Token::of).toList();
    Map<RowId, Integer> places =
        IntStream.range(0, chosen.size()).boxed().collect(Collectors.toMap(chosen::get, i -> i));
    List<RawRow> rows =
        new ArrayList<>(
            session.rows(claim.take(tokens.size()), context.table(), values.forRows(tokens)));
    rows.sort(Comparator.comparing(row -> places.getOrDefault(row.id(), Integer.MAX_VALUE)));
    return rows;
  }

  private List<RowId> choose(Session session, Values values, int limit) {
    List<RowId> ids;
    if (!query.isEmpty()) {
      ids = session.ids(query.get(0), context.table(), values.set(Meaning.LIMIT, limit));
    } else {
      OwnClaim code = ((OwnAction.Claim) action).code();
      OwnClaim.Wanted wanted =
          new OwnClaim.Wanted(context.subscription().name(), values.instant(Meaning.NOW), limit);
      ids = session.call(name, connection -> ids(code, connection, wanted));
    }
    return ids.stream().distinct().limit(limit).toList();
  }

  private static List<RowId> ids(OwnClaim code, Connection connection, OwnClaim.Wanted wanted)
      throws SQLException {
    List<RowId> ids = new ArrayList<>();
    for (Object id : code.claim(connection, wanted)) {
      if (id == null) {
        throw new OwnFailure("it returned a null for an id", null);
      }
      ids.add(RowId.of(id));
    }
    return ids;
  }
}
