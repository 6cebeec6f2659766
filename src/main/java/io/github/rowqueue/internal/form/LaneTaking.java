package io.github.rowqueue.internal.form;

import io.github.rowqueue.dialect.LaneClaim;
import io.github.rowqueue.error.StatementException;
import io.github.rowqueue.internal.jdbc.Duplicates;
import io.github.rowqueue.internal.jdbc.RawRow;
import io.github.rowqueue.internal.jdbc.RowId;
import io.github.rowqueue.internal.jdbc.Session;
import io.github.rowqueue.internal.jdbc.Values;
import io.github.rowqueue.internal.jdbc.Values.Token;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes the heads of lanes in the lease form. Lanes that another claim has taken meanwhile are
 * passed by, and others are looked for a few times. Belongs to one claim at a time.
 */
final class LaneTaking implements Taking {

  private static final Logger LOG = LoggerFactory.getLogger(LaneTaking.class);

  /** How often lanes are looked for in one claim, as long as some are found that others got. */
  private static final int ROUNDS = 4;

  /**
   * How many lanes one statement names at most: on H2 one that names 1600 ends in a
   * StackOverflowError, and so would every claim (2.4.240).
   */
  private static final int LANES_AT_ONCE = 128;

  private final FormContext context;
  private final LaneClaim claim;
  private final LaneScan scan;
  private final LaneRests rests;
  private final RowFetch fetch;
  private final Optional<Taking> laneless;
  private boolean lanelessFirst;

  /**
   * A claim of lanes.
   *
   * @param excluded the groups that are left out, where groups are lanes
   * @param rests the lanes that are passed over for a while
   * @param laneless takes rows that have no lane, if there can be any; they and the lanes take
   *     turns
   */
  LaneTaking(
      FormContext context,
      LaneClaim claim,
      List<String> excluded,
      LaneRests rests,
      RowFetch fetch,
      Optional<Taking> laneless) {
    this.context = context;
    this.claim = claim;
    this.scan = new LaneScan(claim, context.table(), excluded);
    this.rests = rests;
    this.fetch = fetch;
    this.laneless = laneless;
  }

  @Override
  public void onRest(Runnable wake) {
    scan.onRest(wake);
  }

  @Override
  public List<RawRow> take(Session session, Values values, int limit) {
    if (laneless.isEmpty()) {
      return heads(session, values, limit);
    }
    lanelessFirst = !lanelessFirst;
    Taking lanes = this::heads;
    List<RawRow> rows = new ArrayList<>();
    for (Taking one :
        lanelessFirst ? List.of(laneless.get(), lanes) : List.of(lanes, laneless.get())) {
      boolean unused =
          goesOn(rows, () -> rows.addAll(one.take(session, values, limit - rows.size())));
      if (rows.size() == limit) {
        return rows;
      }
    }
    return rows;
  }

  private List<RawRow> heads(Session session, Values values, int limit) {
    List<RawRow> rows = new ArrayList<>();
    boolean more = true;
    int lost = 0;
    while (lost < ROUNDS && more && rows.size() < limit) {
      int before = rows.size();
      int wanted = Math.min(limit - before, LANES_AT_ONCE);
      more = goesOn(rows, () -> round(session, values, wanted, rows));
      lost += rows.size() - before < wanted ? 1 : 0;
      if (rows.size() > before) {
        scan.taken();
      }
    }
    return rows;
  }

  /** Looks for lanes once; false if the circle is closed: there were fewer than asked for. */
  private boolean round(Session session, Values values, int wanted, List<RawRow> rows) {
    List<Object> lanes = scan.find(session, values, wanted, lane -> !rests.isResting(lane), 0);
    if (!lanes.isEmpty()) {
      rows.addAll(claim(session, values, lanes));
    }
    return lanes.size() == wanted;
  }

  /** Rows that are leased by now are handled, whatever fails after them. */
  private boolean goesOn(List<RawRow> rows, BooleanSupplier step) {
    try {
      return step.getAsBoolean();
    } catch (RuntimeException failure) {
      if (rows.isEmpty()) {
        throw failure;
      }
      LOG.warn(
          "{}: a claim failed after it had leased {} rows, which are handled now; the rest is looked for again",
          context.where(),
          rows.size(),
          failure);
      context.failures().accept(failure);
      return false;
    }
  }

  private List<RawRow> claim(Session session, Values values, List<Object> lanes) {
    HeldLanes held = HeldLanes.begin(claim.guard(), lanes, session, context.table(), values);
    if (held.lanes().isEmpty()) {
      held.guard().releaseAfter(session::rollback);
      return List.of();
    }
    try {
      List<RawRow> rows =
          fetch.fetch(session, run(session, values.copy().lanes(held.lanes()), held.lanes()));
      if (!rows.isEmpty()) {
        session.commit();
      }
      return rows;
    } catch (StatementException refused) {
      if (!Duplicates.is(refused.sqlException())) {
        throw refused;
      }
      // The unique index on the rows in work, where there is one: another row of a lane is in work.
      LOG.debug("{}: a race for a lane was lost", context.where(), refused);
      return List.of();
    } finally {
      held.guard().releaseAfter(session::rollback);
    }
  }

  private List<RawRow> run(Session session, Values values, List<Object> lanes) {
    if (claim.heads().isEmpty()) {
      List<RawRow> rows = session.rows(claim.claim().take(lanes.size()), context.table(), values);
      return claim.claim().ordered() ? rows : ClaimOrder.sort(rows, context.table().spec());
    }
    List<RowId> heads =
        session.ids(claim.heads().get().apply(lanes.size()), context.table(), values);
    return heads.isEmpty() ? List.of() : lock(session, values, heads);
  }

  private List<RawRow> lock(Session session, Values values, List<RowId> heads) {
    List<Token> tokens = heads.stream().map(Token::of).toList();
    List<RawRow> rows =
        session.rows(claim.claim().take(tokens.size()), context.table(), values.forRows(tokens));
    if (!rows.isEmpty()) {
      List<Token> found = rows.stream().map(row -> Token.of(row.id())).toList();
      session.update(claim.claim().stamp(found.size()), context.table(), values.forRows(found));
    }
    return ClaimOrder.sort(rows, context.table().spec());
  }
}
