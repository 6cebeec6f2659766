package io.github.rowqueue.internal.form;

import io.github.rowqueue.dialect.Claim;
import io.github.rowqueue.dialect.Dialect;
import io.github.rowqueue.dialect.Statement;
import io.github.rowqueue.table.Role;
import io.github.rowqueue.table.TableSpec;
import java.util.List;
import java.util.Optional;

/** Which claims a subscription of the lease form makes. */
final class LeaseTakings {

  private final FormContext context;
  private final Dialect dialect;
  private final TableSpec spec;
  private final RowFetch fetch;
  private final LaneRests rests;
  private final Marks marks;

  LeaseTakings(FormContext context, LaneRests rests, Marks marks) {
    this.context = context;
    this.rests = rests;
    this.marks = marks;
    this.dialect = context.database().dialect();
    this.spec = context.table().spec();
    this.fetch = new RowFetch(context);
  }

  /** Claims rows nobody holds. */
  Taking fresh() {
    if (context.subscription().servesAllGroups()) {
      List<String> leftOut = List.copyOf(context.leftOut());
      return new LaneTaking(
          context, dialect.laneClaim(spec), leftOut, rests, fetch, Optional.empty());
    }
    Taking rows =
        new PlainTaking(
            context,
            OwnClaimRunner.orElse(context, false, dialect.leaseClaim(spec), this::ours),
            fetch);
    if (!spec.fifoKeys()) {
      return rows;
    }
    boolean withoutKey = spec.column(Role.PARTITION_KEY).orElseThrow().nullable();
    return new LaneTaking(
        context,
        dialect.laneClaim(spec),
        List.of(),
        rests,
        fetch,
        withoutKey ? Optional.of(rows) : Optional.empty());
  }

  /** Whoever must see the head of a key or a group reads from the start (SPEC 13, 15). */
  private RowClaim ours(Claim claim) {
    boolean ordered = spec.fifoGroups() || spec.fifoKeys() || context.subscription().byKey();
    return ordered
        ? new ClaimRunner(claim, context.table())
        : MarkedClaim.of(context, claim, marks.mark());
  }

  /** Claims rows whose lease ran out. */
  Taking suspects() {
    Taking rows =
        new PlainTaking(
            context, OwnClaimRunner.orElse(context, true, dialect.leaseClaimSuspect(spec)), fetch);
    if (!context.subscription().servesAllGroups()) {
      return rows;
    }
    List<String> leftOut = List.copyOf(context.leftOut());
    Statement groups = dialect.laneClaim(spec).suspects().orElseThrow().apply(leftOut.size());
    return new SuspectGroupTaking(context.table(), groups, leftOut, rows);
  }
}
