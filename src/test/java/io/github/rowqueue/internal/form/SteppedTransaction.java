package io.github.rowqueue.internal.form;

import io.github.rowqueue.dialect.Claim;
import io.github.rowqueue.dialect.Dialect;
import io.github.rowqueue.dialect.Event;
import io.github.rowqueue.dialect.Guard;
import io.github.rowqueue.dialect.Param.Meaning;
import io.github.rowqueue.dialect.Statement;
import io.github.rowqueue.internal.form.SteppedClaimer.GroupRun;
import io.github.rowqueue.internal.jdbc.RawRow;
import io.github.rowqueue.internal.jdbc.Session;
import io.github.rowqueue.internal.jdbc.TableBinding;
import io.github.rowqueue.internal.jdbc.Values;
import io.github.rowqueue.internal.jdbc.Values.Token;
import io.github.rowqueue.table.Isolation;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A claimer of one FIFO group in the row lock form that makes one statement per step, as {@link
 * RowLockForm} does: the guard, the claim, the ack, the commit and the guard's release.
 */
final class SteppedTransaction implements Actor {

  private final String name;
  private final Session session;
  private final TableBinding table;
  private final GroupRun run;
  private final Claim claim;
  private final Event event;
  private final List<Statement> settlement;
  private final Values values = new Values();
  private Optional<HeldGuard> guard = Optional.empty();
  private @Nullable RawRow row;
  private Step next = Step.GUARD;

  SteppedTransaction(
      String name,
      Session session,
      TableBinding table,
      Dialect dialect,
      GroupRun run,
      Event event) {
    this.name = name;
    this.session = session;
    this.table = table;
    this.run = run;
    this.claim = dialect.rowLockClaim(table.spec());
    this.event = event;
    this.settlement = dialect.rowLockSettle(table.spec(), event).statements();
  }

  @Override
  public boolean canStep() {
    return next != Step.OVER;
  }

  /** Whether a transaction is open, which can be lost. */
  boolean isOpen() {
    return next == Step.TAKE || next == Step.SETTLE || next == Step.END;
  }

  @Override
  public void step() {
    switch (next) {
      case GUARD -> guard();
      case TAKE -> take();
      case SETTLE -> settle();
      case END -> end();
      case UNGUARD -> unguard();
      case OVER -> throw new IllegalStateException(name + " is over");
    }
  }

  private void guard() {
    values.set(Meaning.GROUP, run.group()).set(Meaning.NOW, run.ledger().now());
    values.set(Meaning.LIMIT, 1).set(Meaning.ATTEMPT_ROOM, 1_000L).set(Meaning.DELAY, 0L);
    boolean free = true;
    if (run.guarded()) {
      guard =
          HeldGuard.begin(new ClaimRunner(claim, table), session, table, values, Isolation.DEFAULT);
      free = guard.isPresent();
    } else {
      session.begin();
    }
    run.ledger().step(name + (free ? " begins" : " finds the guard held"));
    if (!free) {
      session.rollback(); // of a transaction that has looked at no row
    }
    next = free ? Step.TAKE : Step.OVER;
  }

  private void take() {
    List<RawRow> rows = new ClaimRunner(claim, table).run(session, values, 1);
    row = rows.isEmpty() ? null : rows.get(0);
    run.ledger().step("%s takes %s".formatted(name, row == null ? "nothing" : payload()));
    run.ledger().locked(name, row == null ? null : payload());
    next = row == null ? Step.END : Step.SETTLE;
  }

  private String payload() {
    return String.valueOf(Objects.requireNonNull(row).get("payload", String.class));
  }

  private void settle() {
    Token token = Token.of(Objects.requireNonNull(row).id());
    int changed = 0;
    for (Statement statement : settlement) {
      changed = session.update(statement, table, values.rows(List.of(token)));
    }
    run.ledger().step("%s writes %s".formatted(name, event.kind().path()));
    if (changed != 1) {
      run.ledger().violation("%s changed %d rows".formatted(name, changed));
    }
    next = Step.END;
  }

  private void end() {
    if (row == null) {
      session.rollback();
      run.ledger().step(name + " rolls back");
    } else {
      session.commit();
      run.ledger().step(name + " commits");
      run.ledger().unlocked(payload(), event);
    }
    ended();
  }

  /** What the database does when it loses this session; the process gives its own guard back. */
  void crash() {
    session.rollback();
    run.ledger().step(name + " is cut off");
    if (row != null) {
      run.ledger().unlocked(payload(), Event.RELEASE);
    }
    ended();
  }

  private void ended() {
    boolean outlives =
        run.guarded()
            && claim.guard().filter(any -> !(any instanceof Guard.OfTransaction)).isPresent();
    next = outlives ? Step.UNGUARD : Step.OVER;
  }

  private void unguard() {
    guard.orElseThrow().release();
    run.ledger().step(name + " gives the guard back");
    next = Step.OVER;
  }

  private enum Step {
    GUARD,
    TAKE,
    SETTLE,
    END,
    UNGUARD,
    OVER
  }
}
