package io.github.rowqueue.internal.subscriber;

import io.github.rowqueue.dialect.AdvisoryClaim;
import io.github.rowqueue.dialect.Claim;
import io.github.rowqueue.dialect.Dialect;
import io.github.rowqueue.dialect.Event;
import io.github.rowqueue.dialect.KeyLocks;
import io.github.rowqueue.dialect.LaneClaim;
import io.github.rowqueue.dialect.Statement;
import io.github.rowqueue.dialect.Write;
import io.github.rowqueue.internal.form.Settlement;
import io.github.rowqueue.subscribe.OwnEvent;
import io.github.rowqueue.subscribe.Subscription;
import io.github.rowqueue.table.ClaimForm;
import io.github.rowqueue.table.Role;
import io.github.rowqueue.table.TableSpec;
import java.util.ArrayList;
import java.util.List;

/** The statements a subscription will ask its dialect for, each for one row. */
final class DialectStatements {

  private final Dialect dialect;
  private final TableSpec spec;
  private final Subscription subscription;
  private final List<Statement> statements = new ArrayList<>();

  DialectStatements(Dialect dialect, TableSpec spec, Subscription subscription) {
    this.dialect = dialect;
    this.spec = spec;
    this.subscription = subscription;
  }

  List<Statement> all() {
    if (spec.form() == ClaimForm.LEASE) {
      fresh(dialect.leaseClaim(spec));
      claim(dialect.leaseClaimSuspect(spec));
      List.of(Event.EXTEND, Event.RELEASE, Event.HOLD).forEach(this::event);
      statements.add(dialect.leaseRead(spec));
    } else if (spec.form() == ClaimForm.ADVISORY) {
      advisory(dialect.advisoryClaim(spec, ownLocks()));
    } else {
      fresh(dialect.rowLockClaim(spec));
      if (subscription.transactionalHandler().isPresent()) {
        statements.add(dialect.leaseRead(spec));
      }
    }
    List.of(Event.ACK, Event.DROP, Event.RETRY).forEach(this::event);
    if (spec.has(Role.RETRY_AFTER)) {
      event(Event.RETRY_AFTER);
    }
    subscription.deadLetter().ifPresent(to -> event(Settlement.deadLetter(to, null).event()));
    return List.copyOf(statements);
  }

  /** Rows without a key, of one group, or of no order are claimed as in any table. */
  private void fresh(Claim ordinary) {
    if (!subscription.servesAllGroups()) {
      claim(ordinary);
    }
    if (subscription.servesAllGroups() || spec.fifoKeys()) {
      lanes(dialect.laneClaim(spec));
    }
  }

  private void claim(Claim claim) {
    claim.candidates().ifPresent(statements::add);
    statements.add(claim.take(1));
    claim.from().ifPresent(from -> statements.add(from.apply(1)));
    if (claim.stamps()) {
      statements.add(claim.stamp(1));
    }
  }

  private void advisory(AdvisoryClaim advisory) {
    statements.add(advisory.candidates(1));
    if (advisory.locks() instanceof KeyLocks.OfSession locks) {
      statements.add(locks.lock());
      statements.add(locks.unlock());
      locks.unlockLast().ifPresent(statements::add);
    }
    claim(advisory.take());
    event(Event.RELEASE);
    statements.add(dialect.advisoryFind(spec, !ownLocks()));
  }

  private boolean ownLocks() {
    return subscription.statements().has(OwnEvent.LOCK);
  }

  private void lanes(LaneClaim claim) {
    statements.add(claim.scan().statement(true, 0));
    statements.add(claim.scan().statement(false, 0));
    claim.probe().ifPresent(probe -> statements.add(probe.apply(1)));
    claim.guard().ifPresent(guard -> statements.add(guard.take().apply(1)));
    claim.heads().ifPresent(heads -> statements.add(heads.apply(1)));
    claim(claim.claim());
    claim.suspects().ifPresent(suspects -> statements.add(suspects.apply(0)));
    if (subscription.parksHeads()) {
      statements.add(dialect.releaseHead(spec));
    }
  }

  private void event(Event event) {
    statements.addAll(settlement(dialect, spec, event).statements());
  }

  /** The write of {@code event} in the form of the table. */
  static Write.Counted settlement(Dialect dialect, TableSpec spec, Event event) {
    return switch (spec.form()) {
      case LEASE -> dialect.leaseWrite(spec, event, 1);
      case ROW_LOCK -> dialect.rowLockSettle(spec, event);
      case ADVISORY -> dialect.advisorySettle(spec, event, true);
    };
  }
}
