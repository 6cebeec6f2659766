package io.github.rowqueue.internal.form;

import io.github.rowqueue.dialect.Claim;
import io.github.rowqueue.dialect.Guard;
import io.github.rowqueue.dialect.LaneClaim;
import io.github.rowqueue.dialect.LaneGuard;
import io.github.rowqueue.internal.jdbc.RawRow;
import io.github.rowqueue.internal.jdbc.RowId;
import io.github.rowqueue.internal.jdbc.Session;
import io.github.rowqueue.internal.jdbc.TableBinding;
import io.github.rowqueue.internal.jdbc.Values;
import io.github.rowqueue.internal.jdbc.Values.Token;
import io.github.rowqueue.table.Isolation;
import java.util.List;
import java.util.Optional;

/** One claim to be tried, in the statements that the lease form makes of it. */
sealed interface SteppedAttempt {

  /** The claim, which takes at most one row here. */
  Claim claim();

  /** Whether it takes a row whose lease ran out. */
  boolean suspect();

  /** Whether it needs a transaction. */
  boolean transaction();

  /** Takes the guard and opens the transaction; empty if another has it. */
  Optional<HeldGuard> begin(Session session, TableBinding table, Values values);

  /** Whether the guard is given back in a step of its own. */
  boolean guardOutlivesTransaction();

  /** Whether the head is chosen in a statement of its own, before it is locked. */
  boolean choosesApart();

  /** The head, if there is one. */
  List<RowId> choose(Session session, TableBinding table, Values values);

  /** Whether the row is leased in a statement of its own. */
  boolean stampsApart();

  /** Locks the row, or takes it outright. */
  List<RawRow> take(Session session, TableBinding table, Values values, List<RowId> chosen);

  /** The claim of a group, or of a suspect. */
  record OfGroup(Claim claim, boolean suspect) implements SteppedAttempt {

    @Override
    public boolean transaction() {
      return claim.stamps() || claim.guard().isPresent();
    }

    @Override
    public Optional<HeldGuard> begin(Session session, TableBinding table, Values values) {
      return HeldGuard.begin(
          new ClaimRunner(claim, table), session, table, values, Isolation.DEFAULT);
    }

    @Override
    public boolean guardOutlivesTransaction() {
      return claim.guard().filter(any -> !(any instanceof Guard.OfTransaction)).isPresent();
    }

    @Override
    public boolean choosesApart() {
      return false;
    }

    @Override
    public List<RowId> choose(Session session, TableBinding table, Values values) {
      return List.of();
    }

    @Override
    public boolean stampsApart() {
      return claim.stamps() && claim.candidates().isEmpty();
    }

    /** More than two statements are made in one step. */
    @Override
    public List<RawRow> take(
        Session session, TableBinding table, Values values, List<RowId> chosen) {
      return stampsApart()
          ? session.rows(claim.take(1), table, values)
          : new ClaimRunner(claim, table).run(session, values, 1);
    }
  }

  /** The claim of a key's head. */
  record OfLane(LaneClaim lane, String key) implements SteppedAttempt {

    @Override
    public Claim claim() {
      return lane.claim();
    }

    @Override
    public boolean suspect() {
      return false;
    }

    /** Where a writer is alone, the claim is one statement. */
    @Override
    public boolean transaction() {
      return lane.guard().isPresent();
    }

    @Override
    public Optional<HeldGuard> begin(Session session, TableBinding table, Values values) {
      HeldLanes held = HeldLanes.begin(lane.guard(), List.of(key), session, table, values);
      if (held.lanes().isEmpty()) {
        held.guard().releaseAfter(session::rollback);
        return Optional.empty();
      }
      return Optional.of(held.guard());
    }

    @Override
    public boolean guardOutlivesTransaction() {
      return lane.guard()
          .filter(guard -> guard.holder() != LaneGuard.Holder.TRANSACTION)
          .isPresent();
    }

    @Override
    public boolean choosesApart() {
      return lane.heads().isPresent();
    }

    @Override
    public List<RowId> choose(Session session, TableBinding table, Values values) {
      return session.ids(
          lane.heads().orElseThrow().apply(1), table, values.copy().lanes(List.of(key)));
    }

    @Override
    public boolean stampsApart() {
      return choosesApart();
    }

    @Override
    public List<RawRow> take(
        Session session, TableBinding table, Values values, List<RowId> chosen) {
      Values named = values.copy().lanes(List.of(key));
      return choosesApart()
          ? session.rows(
              lane.claim().take(1), table, named.forRows(chosen.stream().map(Token::of).toList()))
          : session.rows(lane.claim().take(1), table, named);
    }
  }
}
